import type { FormField, FormValues } from './form-field';
import { orNull } from './or-null';

type Hanging = { readonly id: string; readonly recordStatus: string; readonly parentId?: string | null };

/** Whether a record is still offered; asked of records that are there, a new one is active. */
export const STATUS_FIELD: FormField = {
  name: 'recordStatus',
  label: 'Status',
  kind: 'select',
  choices: [
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Inactive: kept but no longer offered' },
  ],
};

/** The status chosen; nothing when the form did not ask. */
export function writtenStatus({ recordStatus }: FormValues): { recordStatus?: 'active' | 'inactive' } {
  return recordStatus === 'active' || recordStatus === 'inactive' ? { recordStatus } : {};
}

/** What every record with a code and a name says of itself, as the API takes it. */
export function writtenCoded(values: FormValues) {
  return {
    code: (values.code ?? '').trim(),
    name: (values.name ?? '').trim(),
    description: orNull(values.description),
    ...writtenStatus(values),
  };
}

/** What a record can hang under: others that are active, and what it hangs under now. */
export function parentsFor<Row extends Hanging>(rows: readonly Row[], record: Hanging | undefined): Row[] {
  return rows.filter(
    ({ id, recordStatus }) =>
      id !== record?.id && (recordStatus === 'active' || (record !== undefined && id === record.parentId)),
  );
}
