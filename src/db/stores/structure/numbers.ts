import { sql, type Tenant } from '../../tenancy';

/** Records other than documents are numbered in one series per prefix, regardless of the year. */
const NO_FISCAL_YEAR = 0;

/** Takes the next numbers of a record series, one unless more are asked for, and returns the first; the counter's row stays locked until the transaction ends. */
export async function takeRecordNumber(tenant: Tenant, prefix: string, count = 1): Promise<bigint> {
  const [row] = await sql<{ value: string }>(
    tenant,
    'select daybook_take_numbers($1::text, $2::int, $3::int)::text as value',
    [prefix, NO_FISCAL_YEAR, count],
  );
  if (row === undefined) throw new Error(`the series ${prefix} gave no number`);
  return BigInt(row.value);
}
