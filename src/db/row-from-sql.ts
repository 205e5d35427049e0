import { COLUMNS } from './generated/columns';
import { type ModelName, type Plain, plainField } from './record-row';

// Names of columns and fields, each computed once: large imports ask for them a million times.
const fieldNames = new Map<string, string>();
const columnNames = new Map<string, string>();

function fieldOf(column: string): string {
  let field = fieldNames.get(column);
  if (field === undefined) {
    field = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    fieldNames.set(column, field);
  }
  return field;
}

/** The column of a record's field: `referenceNumber` is `reference_number`. */
export function columnOf(field: string): string {
  let column = columnNames.get(field);
  if (column === undefined) {
    column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(field, column);
  }
  return column;
}

/** A row of `select *` in the form of the record stores: camelCase keys, decimals as strings, days as `YYYY-MM-DD`. */
export function rowFromSql<Model extends ModelName>(
  model: Model,
  row: Readonly<Record<string, unknown>>,
): Plain<Model> {
  const days: readonly string[] = COLUMNS[model].days;
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const field = fieldOf(column);
    record[field] = plainField(value, days.includes(field));
  }
  return record as Plain<Model>;
}

/** The reverse: keys in snake_case, `undefined` as null, for jsonb_populate_record. */
export function rowForSql(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) named[columnOf(key)] = value ?? null;
  return named;
}

/** The same without what is null, for rows that are all new: what is missing is null too, and half of a line's columns are. */
export function newRowForSql(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    if (value !== null && value !== undefined) named[columnOf(key)] = value;
  }
  return named;
}
