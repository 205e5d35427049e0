import { sql, type Tenant } from '../tenancy';

/** Where a record's code and name stand. */
const PLACES = {
  accounts: { code: 'code', name: 'name' },
  classes: { code: 'code', name: 'name' },
  customers: { code: 'customer_id', name: 'company_name' },
  departments: { code: 'code', name: 'name' },
  employees: { code: 'email', name: 'name' },
  locations: { code: 'code', name: 'name' },
  subsidiaries: { code: 'code', name: 'name' },
  vendors: { code: 'code', name: 'name' },
} as const;
export type NamedTable = keyof typeof PLACES;

/** The records a text may mean: those of that code, or, when there is none, those of that name in any case. */
export async function recordsNamed(
  tenant: Tenant,
  table: NamedTable,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { code, name } = PLACES[table];
  const rows = await sql<{ text: string; byCode: string[] | null; byName: string[] | null }>(
    tenant,
    `select t.text,
       (select array_agg(r.id::text) from ${table} r where r.organization_id = $1::uuid and r.${code} = t.text) as "byCode",
       (select array_agg(r.id::text) from ${table} r where r.organization_id = $1::uuid and lower(r.${name}) = lower(t.text)) as "byName"
     from unnest($2::text[]) t(text)`,
    [tenant.organizationId, [...texts]],
  );
  return new Map(rows.map(({ text, byCode, byName }) => [text, byCode ?? byName ?? []]));
}
