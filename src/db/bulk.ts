import type { ModelOf, NewRow, TableName } from './record-row';
import { sqlPlannedOnce } from './stores/questions';
import type { Tenant } from './tenancy';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const IDENTIFIER = /^[a-z][a-z_]*$/;

/**
 * Inserts many rows into one table in one statement. Keys are column names in camelCase, the same in every row; the table and its
 * columns are typed from the Prisma schema: decimals are strings, dates `YYYY-MM-DD`. organization_id is the tenant's. For src/db
 * stores only: the table name comes from code, never from input.
 */
export async function insertRows<Table extends TableName>(
  tenant: Tenant,
  table: Table,
  rows: readonly NewRow<ModelOf<Table>>[],
): Promise<void> {
  await insertReturning(tenant, table, rows, null);
}

/** The same, answering columns of the rows that were stored; they and the name of the table in them are SQL from code. */
export async function insertReturning<Row, Table extends TableName = TableName>(
  tenant: Tenant,
  table: Table,
  rows: readonly NewRow<ModelOf<Table>>[],
  answer: { readonly as: string; readonly columns: string } | null,
): Promise<Row[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { keys, text } = insertOf(table, Object.keys(first), answer);
  const stored = rows.map((row) => {
    const one: Record<string, unknown> = { organization_id: tenant.organizationId };
    for (const [key, column] of keys) one[column] = row[key as keyof typeof row] ?? null;
    return one;
  });
  return sqlPlannedOnce<Row>(tenant, text, [JSON.stringify(stored)]);
}

interface Insert {
  /** The names of fields, and of their columns. */
  readonly keys: readonly (readonly [string, string])[];
  readonly text: string;
}

/** Statements by table, columns and answer, all of which come from code: each is put together once. */
const inserts = new Map<string, Insert>();

function insertOf(
  table: string,
  fields: readonly string[],
  answer: { readonly as: string; readonly columns: string } | null,
): Insert {
  const name = [table, fields.join(), answer?.as, answer?.columns].join('\n');
  const known = inserts.get(name);
  if (known !== undefined) return known;
  const keys = fields.map((key) => [key, snake(key)] as const);
  const columns = ['organization_id', ...keys.map(([, column]) => column)];
  if (![table, ...columns].every((one) => IDENTIFIER.test(one))) throw new Error(`not a table: ${table}`);
  const list = columns.map((column) => `"${column}"`).join(', ');
  const text = `insert into "${table}" ${answer === null ? '' : `as ${answer.as}`} (${list})
     select ${list} from jsonb_populate_recordset(null::"${table}", $1::jsonb) ${answer === null ? '' : `returning ${answer.columns}`}`;
  const made = { keys, text };
  inserts.set(name, made);
  return made;
}

/** Characters without special meaning in an array literal. */
const PLAIN = /^[\w-]+$/;

/**
 * An array in PostgreSQL's notation (`{a,NULL,"b, c"}`), for hot statements: the driver's encoder quotes and escapes every
 * element, including ids and words that need neither. Use it where the statement casts the parameter (`$1::uuid[]`).
 */
export function arrayLiteral(values: readonly (string | boolean | null)[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) literal += ',';
    literal += elementOf(values[index] ?? null);
  }
  return `${literal}}`;
}

function elementOf(value: string | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  // Unquoted, the word `null` would be read as NULL instead of text.
  if (PLAIN.test(value) && !isNullWord(value)) return value;
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

const isNullWord = (value: string) => value.length === 4 && value.toUpperCase() === 'NULL';
