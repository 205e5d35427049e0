'use client';

import { EMPLOYMENT_TYPES } from '@/core/identity/employment';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { STATUS_FIELD, writtenStatus } from '@/ui/records/form/coded-fields';
import type { FormField, FormValues } from '@/ui/records/form/form-field';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';

export type Employee = RouterOutputs['employees']['get'];

const NEW_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
  { name: 'code', label: 'Code', kind: 'text' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'phone', label: 'Phone', kind: 'tel' },
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'department', label: 'Department', kind: 'text' },
  {
    name: 'employmentType',
    label: 'Employment',
    kind: 'select',
    empty: 'Not specified',
    choices: EMPLOYMENT_TYPES.map((type) => ({ value: type, label: statusWords(type) })),
  },
  { name: 'startDate', label: 'Starts', kind: 'date' },
];
const FIELDS: readonly FormField[] = [
  ...NEW_FIELDS,
  { name: 'endDate', label: 'Ends', kind: 'date' },
  STATUS_FIELD,
];

/** Creates an employee or edits an existing one. */
export function EmployeeDialog({
  employee,
  onClose,
}: {
  readonly employee?: Employee;
  readonly onClose: () => void;
}) {
  const { save, ...saving } = useSaving({
    record: employee,
    create: trpc.employees.create.useMutation(),
    update: trpc.employees.update.useMutation(),
    added: ({ name }) => `${name} is an employee.`,
    onClose,
  });
  return (
    <RecordDialog
      {...saving}
      title={employee ? `Edit ${employee.name}` : 'New employee'}
      saveLabel={employee ? 'Save' : 'Add employee'}
      fields={employee ? FIELDS : NEW_FIELDS}
      initial={{
        name: employee?.name,
        code: employee?.code,
        email: employee?.email,
        phone: employee?.phone,
        title: employee?.title,
        department: employee?.department,
        employmentType: employee?.employmentType,
        startDate: employee?.startDate,
        endDate: employee?.endDate,
        recordStatus: employee?.recordStatus,
      }}
      onSave={(values) => save(written(values, employee))}
      onClose={onClose}
    />
  );
}

/**
 * The form's values as the API expects them. An employee without employment data stays without it unless some is
 * entered.
 */
function written(values: FormValues, employee: Employee | undefined): RouterInputs['employees']['create'] {
  const metadata = {
    title: orNull(values.title),
    department: orNull(values.department),
    employmentType: EMPLOYMENT_TYPES.find((type) => type === values.employmentType) ?? null,
    startDate: orNull(values.startDate),
    ...(employee ? { endDate: orNull(values.endDate) } : {}),
  };
  const hasAny = Object.values(metadata).some((said) => said !== null);
  return {
    name: (values.name ?? '').trim(),
    code: orNull(values.code),
    email: orNull(values.email),
    phone: orNull(values.phone),
    ...(hasAny || employee?.hasMetadata ? { metadata } : {}),
    ...writtenStatus(values),
  };
}
