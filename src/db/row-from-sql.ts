import { type ModelName, type Plain, plainRow } from './record-row';

/** A row of `select *` in the form of the record stores: camelCase keys, decimals as strings, days as `YYYY-MM-DD`. */
export function rowFromSql<Model extends ModelName>(
  model: Model,
  row: Readonly<Record<string, unknown>>,
): Plain<Model> {
  return plainRow(
    model,
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  );
}

/** The reverse: keys in snake_case, `undefined` as null, for jsonb_populate_record. */
export function rowForSql(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [columnOf(key), value ?? null]));
}

/** The column of a record's field: `referenceNumber` is `reference_number`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
