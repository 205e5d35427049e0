import type { FormValues } from './form-field';

/** What was kept of these fields, as texts; null when it is of another form. */
export function readValues(value: unknown, names: readonly string[]): FormValues | null {
  if (typeof value !== 'object' || value === null) return null;
  const known = Object.entries(value).filter(
    (one): one is [string, string] => names.includes(one[0]) && typeof one[1] === 'string',
  );
  return known.length === 0 ? null : Object.fromEntries(known);
}
