import type { Permission } from '../permissions';

/** What only some may know of the people in the books, by the noun of the record. */
const PERSONAL: Readonly<
  Record<string, { readonly permission: Permission; readonly fields: readonly string[] }>
> = {
  employee: {
    permission: 'hr.employee.private',
    fields: ['taxId', 'phone', 'address', 'notes', 'description', 'customFields', 'primaryContactId'],
  },
};

/** The permission without which a field of a record is hidden; null for a field that is not personal. */
export function permissionForField(noun: string, field: string): Permission | null {
  const personal = PERSONAL[noun];
  return personal?.fields.includes(field) === true ? personal.permission : null;
}

/** A record with its personal fields null, unless the caller may read them; a record of any other noun as it is. */
export function withoutPersonalFields<Row>(
  noun: string,
  record: Row,
  permissions: ReadonlySet<Permission>,
): Row {
  const personal = PERSONAL[noun];
  if (personal === undefined || permissions.has(personal.permission)) return record;
  if (typeof record !== 'object' || record === null) return record;
  const hidden = personal.fields.filter((field) => field in record).map((field) => [field, null]);
  return { ...record, ...Object.fromEntries(hidden) };
}
