import { z } from 'zod';
import { type EmployeeRecord, employees } from '@/db/stores/sales/employees';
import { mergedAddress } from '@/usecases/addresses/address';
import { crud } from '@/usecases/kit/crud';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { EMPLOYEE_TYPE, employeeCreate, type employeeMetadata, employeeUpdate } from './employee-fields';
import { employeeFor, knownChanges } from './employee-view';

const verbs = crud({
  noun: 'employee',
  plural: 'employees',
  store: employees,
  read: 'hr.employee.read',
  write: 'hr.employee.write',
  show: employeeFor,
  create: employeeCreate,
  update: employeeUpdate,
  async prepareCreate({ tenant }, { metadata, address, ...input }) {
    const fields = {
      ...input,
      entityTypes: input.entityTypes ?? [EMPLOYEE_TYPE],
      address: mergedAddress(null, address),
      ...metadataColumns(metadata),
    };
    if (input.name !== undefined) return fields;
    const isTaken = async (code: string) => (await employees.findWhere(tenant, { code })) !== null;
    const code = input.code ?? (await nextRecordCode(tenant, 'EMP', isTaken));
    return { ...fields, code, name: code };
  },
  prepareUpdate(context, before, changes) {
    const { metadata, address, ...input } = knownChanges(context, changes);
    return { ...input, address: mergedAddress(before.address, address), ...metadataColumns(metadata) };
  },
});

export const createEmployee = verbs.create;
export const getEmployee = verbs.get;
export const updateEmployee = verbs.update;
export const removeEmployee = verbs.remove;

const NO_METADATA = {
  employeeNumber: null,
  department: null,
  title: null,
  reportsTo: null,
  startDate: null,
  endDate: null,
  employmentType: null,
} as const;

/**
 * The metadata object as columns, so that each can be searched: omitted fields are left
 * unchanged, null clears all of them.
 */
function metadataColumns(metadata: z.output<typeof employeeMetadata> | null | undefined) {
  if (metadata === undefined) return {};
  if (metadata === null) return { ...NO_METADATA, hasMetadata: false };
  const { employeeId, ...rest } = metadata;
  return { ...rest, employeeNumber: employeeId, hasMetadata: true };
}

/** The metadata object of an employee as it is returned (2.4): unknown fields are null. */
export const metadataSchema = z.object({
  employeeId: z.string().nullable(),
  department: z.string().nullable(),
  title: z.string().nullable(),
  reportsTo: z.guid().nullable(),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  employmentType: z.string().nullable(),
});

/** The metadata object of an employee; null when it was never set. */
export function metadataOf(employee: EmployeeRecord): z.output<typeof metadataSchema> | null {
  if (!employee.hasMetadata) return null;
  return {
    employeeId: employee.employeeNumber,
    department: employee.department,
    title: employee.title,
    reportsTo: employee.reportsTo,
    startDate: employee.startDate,
    endDate: employee.endDate,
    employmentType: employee.employmentType,
  };
}
