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

/**
 * The records a text may refer to: those with that code or, if there are none, those with that name, ignoring case. If there are none
 * either: a number whose zeros at the front a spreadsheet dropped, and of accounts the code and the name together, as ledgers print them
 * (`4100 Sales`, `4100 - Sales`).
 */
export async function recordsNamed(
  tenant: Tenant,
  table: NamedTable,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await byCodeOrName(tenant, table, texts);
  const others = texts.filter((text) => !found.has(text));
  const shortened = others.filter((text) => /^[1-9]\d*$/.test(text));
  const both = table === 'accounts' ? others.filter((text) => /\s/.test(text)) : [];
  if (shortened.length === 0 && both.length === 0) return found;
  return new Map([
    ...found,
    ...(await withLostZeros(tenant, table, shortened)),
    ...(await accountsCalled(tenant, both)),
  ]);
}

/** The records whose code is one of these numbers behind one or more zeros. */
async function withLostZeros(
  tenant: Tenant,
  table: NamedTable,
  numbers: readonly string[],
): Promise<(readonly [string, readonly string[]])[]> {
  if (numbers.length === 0) return [];
  const { code } = PLACES[table];
  const rows = await sql<{ text: string; ids: string[] }>(
    tenant,
    `select t.text, array_agg(r.id::text) as ids from unnest($2::text[]) t(text) join ${table} r on ltrim(r.${code}, '0') = t.text
     where r.organization_id = $1::uuid and r.${code} like '0%' group by t.text`,
    [tenant.organizationId, [...numbers]],
  );
  return rows.map(({ text, ids }) => [text, ids] as const);
}

/** The accounts whose code and name a text consists of, with blanks, a dash or a colon between them. */
async function accountsCalled(
  tenant: Tenant,
  texts: readonly string[],
): Promise<(readonly [string, readonly string[]])[]> {
  if (texts.length === 0) return [];
  const rows = await sql<{ text: string; ids: string[] }>(
    tenant,
    `select t.text, array_agg(r.id::text) as ids from unnest($2::text[]) t(text)
     join accounts r on r.code = split_part(t.text, ' ', 1)
       and lower(r.name) = lower(regexp_replace(substr(t.text, length(split_part(t.text, ' ', 1)) + 1), '^[\\s:·–—-]+', ''))
     where r.organization_id = $1::uuid group by t.text`,
    [tenant.organizationId, [...texts]],
  );
  return rows.map(({ text, ids }) => [text, ids] as const);
}

/** The records with that code or, if there are none, those with that name, ignoring case. */
async function byCodeOrName(
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
