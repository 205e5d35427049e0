import { hasTrigram } from '@/core/views/searched-text';
import { sql, type Tenant } from '../tenancy';
import { ENTITY_TABLES, type EntityKind } from './choices/entity-choices';
import { documentsFound, NEWEST_SEARCHED, textMatches } from './documents/document-search';
import { type Parameters, parameters } from './parameters';

export interface NamedEntity {
  readonly id: string;
  readonly name: string;
  readonly kind: EntityKind;
}

/** The names of counterparties of the requested kinds. */
export function readEntityNames(
  tenant: Tenant,
  kinds: readonly EntityKind[],
  ids: readonly string[],
): Promise<NamedEntity[]> {
  const parts = kinds.map((kind) => `select id, name, '${kind}' as kind from (${ENTITY_TABLES[kind]}) e`);
  if (parts.length === 0) return Promise.resolve([]);
  return sql<NamedEntity>(
    tenant,
    `select id, name, kind from (${parts.join(' union all ')}) n where id = any ($2::uuid[])`,
    [tenant.organizationId, ids],
  );
}

/** The kinds of record the command palette searches; each is one noun of the console. */
export type FoundKind = 'transaction' | 'account' | 'customer' | 'vendor' | 'prospect' | 'employee';

export interface FoundRecord {
  readonly kind: FoundKind;
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

const SEARCHES: Readonly<Record<Exclude<FoundKind, 'transaction'>, string>> = {
  account: `select 'account', id, code, name from accounts
    where organization_id = $1::uuid and (code ilike $2 or name ilike $2) order by code limit $3::int`,
  customer: `select 'customer', id, customer_id, company_name from customers
    where organization_id = $1::uuid and (customer_id ilike $2 or company_name ilike $2) order by company_name limit $3::int`,
  vendor: `select 'vendor', id, code, name from vendors
    where organization_id = $1::uuid and (code ilike $2 or name ilike $2) order by name limit $3::int`,
  prospect: `select 'prospect', id, code, name from prospects
    where organization_id = $1::uuid and (name ilike $2 or company ilike $2) order by name limit $3::int`,
  employee: `select 'employee', id, code, name from employees
    where organization_id = $1::uuid and (code ilike $2 or name ilike $2) order by name limit $3::int`,
};

/** Customers, vendors, prospects and employees, of which there may be many, where the text has a trigram: those the index of texts finds. */
const PARTY_SEARCHES: Readonly<Partial<Record<FoundKind, string>>> = {
  customer: `select 'customer', c.id, c.customer_id, c.company_name from daybook_search_parties('customer', $2, $4::int) f(id)
    cross join lateral (select x.* from customers x where x.organization_id = $1::uuid and x.id = f.id offset 0) c
    order by c.company_name limit $3::int`,
  vendor: `select 'vendor', c.id, c.code, c.name from daybook_search_parties('vendor', $2, $4::int) f(id)
    cross join lateral (select x.* from vendors x where x.organization_id = $1::uuid and x.id = f.id offset 0) c
    order by c.name limit $3::int`,
  prospect: `select 'prospect', c.id, c.code, c.name from daybook_search_parties('prospect', $2, $4::int) f(id)
    cross join lateral (select x.* from prospects x where x.organization_id = $1::uuid and x.id = f.id offset 0) c
    order by c.name limit $3::int`,
  employee: `select 'employee', c.id, c.code, c.name from daybook_search_parties('employee', $2, $4::int) f(id)
    cross join lateral (select x.* from employees x where x.organization_id = $1::uuid and x.id = f.id offset 0) c
    order by c.name limit $3::int`,
};

/** A few records of each kind whose number, name or (for transactions) total matches the search text. */
export function searchRecords(
  tenant: Tenant,
  query: {
    readonly kinds: readonly FoundKind[];
    readonly pattern: string;
    /** The search text as an amount, if it is one. */
    readonly amount: string | null;
    readonly limit: number;
  },
): Promise<FoundRecord[]> {
  if (query.kinds.length === 0) return Promise.resolve([]);
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const [pattern, limit, most] = [p.add(query.pattern), p.add(query.limit), p.add(MOST_FOUND)];
  const indexed = hasTrigram(query.pattern) ? PARTY_SEARCHES : {};
  const parts = query.kinds.map((kind) =>
    kind === 'transaction' ? transactionSearch(p, org, query) : (indexed[kind] ?? SEARCHES[kind]),
  );
  // Every parameter must be used whichever kinds are searched.
  return sql<FoundRecord>(
    tenant,
    `with asked as (select ${org}, ${pattern}::text, ${limit}::int, ${most}::int)
     select kind, id, code, name from (${parts.map((part) => `(${part})`).join(' union all ')}) found(kind, id, code, name), asked`,
    p.values,
  );
}

/**
 * Documents, newest first. What many contain is among the newest ones, so the index of texts is asked only where these have too few; it goes back in time
 * until it has enough. An amount is compared with totals as well.
 */
function transactionSearch(
  p: Parameters,
  org: string,
  { pattern, amount }: { readonly pattern: string; readonly amount: string | null },
): string {
  const total = `${p.add(amount)}::numeric`;
  const matches = `(${textMatches(p.add(pattern))} or t.total_amount = ${total})`;
  const newest = (
    limit: number,
  ) => `select t.id from (select x.* from business_transactions x where x.organization_id = ${org}
        order by x.transaction_date desc, x.transaction_number desc limit ${limit}) t
      where ${matches}`;
  const [tables, found] = hasTrigram(pattern)
    ? [
        `, ${documentsFound(p, org, { pattern, most: MOST_FOUND })}`,
        // Also those of the span in which the search stopped: some of these are as good as all.
        `select x.id from (select f.id from texts f union select f.id from numbered f union select f from daybook_documents_of_total(${total}, ${MOST_FOUND}) f) x`,
      ]
    : ['', `${newest(NEWEST_SEARCHED)} limit ${MOST_FOUND}`];
  return `with newest as materialized (${newest(NEWEST_FIRST)} limit $3::int)${tables}
    select 'transaction' as kind, t.id, t.transaction_number as code,
      coalesce(nullif(t.memo, ''), initcap(replace(t.kind, '_', ' '))) as name
    from (select n.id from newest n union select f.id from (${found}) f where (select count(*) from newest) < $3::int) f
    cross join lateral (select x.* from business_transactions x where x.organization_id = ${org} and x.id = f.id offset 0) t
    order by t.transaction_date desc limit $3::int`;
}

/** How many of the newest documents are looked through first. */
const NEWEST_FIRST = 300;

/**
 * When more documents, customers, vendors or prospects than this match, some of them are offered, not the first of all: to narrow them, the user
 * types on. Each is looked up twice, in the index's function and under row security, so that a common word costs this many times what a
 * rare one does.
 */
const MOST_FOUND = 200;

export interface JournalVolume {
  readonly id: string;
  /** The sum of its debits, in its own currency: the size of a journal, whose signed lines sum to zero. */
  readonly debits: string;
}

/** The sizes of the journals among these documents. */
export function readJournalVolumes(tenant: Tenant, ids: readonly string[]): Promise<JournalVolume[]> {
  return sql<JournalVolume>(
    tenant,
    `select t.id, coalesce(sum(l.line_amount) filter (where l.line_amount > 0), 0)::text as debits
     from business_transactions t
     left join business_transaction_lines l on l.organization_id = t.organization_id and l.transaction_id = t.id
     where t.organization_id = $1::uuid and t.kind = 'JOURNAL' and t.id = any ($2::uuid[])
     group by t.id`,
    [tenant.organizationId, ids],
  );
}
