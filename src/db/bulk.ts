import { sql, type Tenant } from './tenancy';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const IDENTIFIER = /^[a-z][a-z_]*$/;

/**
 * Inserts many rows of one table in one statement. Keys are column names in camelCase, the same in every row; decimals
 * are strings, dates `YYYY-MM-DD`. organization_id is the tenant's. For src/db stores: the table's name is code, never input.
 */
export async function insertRows(
  tenant: Tenant,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = ['organization_id', ...Object.keys(first).map(snake)];
  if (![table, ...columns].every((name) => IDENTIFIER.test(name))) throw new Error(`not a table: ${table}`);
  const list = columns.map((column) => `"${column}"`).join(', ');
  const stored = rows.map((row) =>
    Object.fromEntries([
      ['organization_id', tenant.organizationId],
      ...Object.entries(row).map(([key, value]) => [snake(key), value ?? null]),
    ]),
  );
  await sql(
    tenant,
    `insert into "${table}" (${list}) select ${list} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
    [JSON.stringify(stored)],
  );
}
