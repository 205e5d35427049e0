import { sql, type Tenant } from '../tenancy';

/** The table and columns of a record's code and name. */
const PLACES = {
  accounts: { code: 'code', name: 'name' },
  classes: { code: 'code', name: 'name' },
  customers: { code: 'customer_id', name: 'company_name' },
  departments: { code: 'code', name: 'name' },
  employees: { code: 'email', name: 'name' },
  items: { code: 'code', name: 'name' },
  locations: { code: 'code', name: 'name' },
  price_lists: { code: 'code', name: 'name' },
  subsidiaries: { code: 'code', name: 'name' },
  vendors: { code: 'code', name: 'name' },
} as const;
export type NamedTable = keyof typeof PLACES;

/** The records a text may refer to: those with that code or, if there are none, those with that name, ignoring case. */
export async function recordsNamed(
  tenant: Tenant,
  table: NamedTable,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { code, name } = PLACES[table];
  // Two joins, so that each reads the table once, however many texts are looked up.
  const rows = await sql<{ text: string; isCode: boolean; ids: string[] }>(
    tenant,
    `with t as (select text from unnest($2::text[]) t(text))
     select t.text, true as "isCode", array_agg(r.id::text) as ids from t join ${table} r on r.${code} = t.text
     where r.organization_id = $1::uuid group by t.text
     union all
     select t.text, false, array_agg(r.id::text) from t join ${table} r on lower(r.${name}) = lower(t.text)
     where r.organization_id = $1::uuid group by t.text`,
    [tenant.organizationId, [...texts]],
  );
  const byName = rows.filter(({ isCode }) => !isCode).map(({ text, ids }) => [text, ids] as const);
  const byCode = rows.filter(({ isCode }) => isCode).map(({ text, ids }) => [text, ids] as const);
  return new Map([...byName, ...byCode]);
}
