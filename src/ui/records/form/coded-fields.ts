import type { FormField, FormValues } from './form-field';
import { orNull } from './or-null';

type Hanging = { readonly id: string; readonly recordStatus: string; readonly parentId?: string | null };

/** Whether a record is still offered. Only shown for existing records; a new one is active. */
export const STATUS_FIELD: FormField = {
  name: 'recordStatus',
  label: 'Status',
  kind: 'select',
  choices: [
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Inactive: kept but no longer offered' },
  ],
};

/** The chosen status; empty when the form did not ask for it. */
export function writtenStatus({ recordStatus }: FormValues): { recordStatus?: 'active' | 'inactive' } {
  return recordStatus === 'active' || recordStatus === 'inactive' ? { recordStatus } : {};
}

/** The fields of every record with a code and a name, as the API expects them. */
export function writtenCoded(values: FormValues) {
  return {
    code: (values.code ?? '').trim(),
    name: (values.name ?? '').trim(),
    description: orNull(values.description),
    ...writtenStatus(values),
  };
}

/** The possible parents of a record: other active records and its current parent. */
export function parentsFor<Row extends Hanging>(rows: readonly Row[], record: Hanging | undefined): Row[] {
  return rows.filter(
    ({ id, recordStatus }) =>
      id !== record?.id && (recordStatus === 'active' || (record !== undefined && id === record.parentId)),
  );
}
