import { hasTrigram } from '@/core/views/searched-text';
import { sql, type Tenant } from '../tenancy';
import { documentsFound, NEWEST_SEARCHED, textMatches } from './documents/document-search';
import { type Parameters, parameters } from './parameters';

/** One choice in a form. */
export interface Choice {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
}

/** A counterparty, with the terms agreed with it; null for employees and where there are none. */
export interface EntityChoice extends Choice {
  /** In words. */
  readonly paymentTerms: string | null;
  readonly taxCodeId: string | null;
  readonly discountPercent: string | null;
  readonly currencyCode: string | null;
}

export interface SubsidiaryChoice extends Choice {
  readonly baseCurrency: string;
}

export interface TypeChoice extends Choice {
  readonly kind: string;
  /** The bank of the posting rule that holds for every subsidiary; null for kinds without one. */
  readonly bankAccountId: string | null;
}

export interface AccountChoice extends Choice {
  readonly type: string;
  readonly isControl: boolean;
  readonly currencyCode: string | null;
  /** The dimensions without which a line on the account is not posted, and those it should have: class, department, location, project. */
  readonly requires: readonly string[];
  readonly recommends: readonly string[];
}

export interface TaxCodeChoice extends Choice {
  /** Percentages by first and last day; the last day is null while open-ended. */
  readonly rates: readonly { percent: string; validFrom: string; validTo: string | null }[];
}

/** The choices in document forms, apart from counterparties. */
export interface DocumentChoices {
  readonly subsidiaries: readonly SubsidiaryChoice[];
  readonly types: readonly TypeChoice[];
  readonly accounts: readonly AccountChoice[];
  readonly taxCodes: readonly TaxCodeChoice[];
  readonly departments: readonly Choice[];
  readonly classes: readonly Choice[];
  readonly locations: readonly Choice[];
  readonly projects: readonly Choice[];
  readonly currencies: readonly string[];
}

const listOf = (columns: string, from: string) => `(select coalesce(jsonb_agg(x order by x.code), '[]') from (
  select t.id, t.code, t.name${columns} from ${from} t
  where t.organization_id = $1::uuid and t.record_status = 'active') x)`;

/** Active records only, and only accounts that accept postings. */
export async function readDocumentChoices(tenant: Tenant): Promise<DocumentChoices> {
  const [row] = await sql<DocumentChoices>(
    tenant,
    `select
      -- Operating companies come first, then holdings, then elimination companies.
      (select coalesce(jsonb_agg(to_jsonb(x) - 'rank' order by x.rank, x.code), '[]') from (
        select s.id, s.code, s.name, s.base_currency as "baseCurrency",
          case when s.is_elimination then 2 when exists (select 1 from subsidiaries c
            where c.organization_id = s.organization_id and c.parent_id = s.id) then 1 else 0 end as rank
        from subsidiaries s
        where s.organization_id = $1::uuid and s.record_status = 'active') x) as subsidiaries,
      (select coalesce(jsonb_agg(x order by x.code), '[]') from (
        select t.id, t.code, t.name, t.kind, (select r.bank_account_id from posting_rules r
          where r.organization_id = t.organization_id and r.transaction_type_id = t.id and r.subsidiary_id is null) as "bankAccountId"
        from transaction_types t where t.organization_id = $1::uuid and t.record_status = 'active') x) as types,
      (select coalesce(jsonb_agg(x order by x.code), '[]') from (
        select a.id, a.code, a.name, a.account_type as type, a.is_control as "isControl", a.currency_code as "currencyCode",
          a.required_dimensions as requires, a.recommended_dimensions as recommends
        from accounts a where a.organization_id = $1::uuid and a.record_status = 'active' and not a.is_summary) x) as accounts,
      (select coalesce(jsonb_agg(x order by x.code), '[]') from (
        select c.id, c.code, c.name, (select coalesce(jsonb_agg(jsonb_build_object('percent', trim_scale(r.rate_percent)::text,
            'validFrom', r.valid_from, 'validTo', r.valid_to) order by r.valid_from), '[]')
          from tax_rates r where r.organization_id = c.organization_id and r.tax_code_id = c.id) as rates
        from tax_codes c where c.organization_id = $1::uuid and c.record_status = 'active') x) as "taxCodes",
      ${listOf('', 'departments')} as departments,
      ${listOf('', 'classes')} as classes,
      ${listOf('', 'locations')} as locations,
      ${listOf('', 'projects')} as projects,
      (select coalesce(jsonb_agg(c.code order by c.code), '[]') from (
        select code from currencies where organization_id = $1::uuid and record_status = 'active'
        union select base_currency from subsidiaries where organization_id = $1::uuid) c) as currencies`,
    [tenant.organizationId],
  );
  if (row === undefined) throw new Error('a query of one row answered none');
  return row;
}

export const CHOICE_KINDS = ['ITEM', 'PROJECT', 'WAREHOUSE'] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

/** A record that a form offers or shows. */
export interface RecordChoice {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** For an item: goods, service, subscription or usage. */
  readonly type: string | null;
  readonly isActive: boolean;
}

const CHOICE_TABLES: Readonly<Record<ChoiceKind, string>> = {
  ITEM: 'select id, code, name, item_type as type, record_status from items where organization_id = $1::uuid',
  PROJECT:
    'select id, code, name, null as type, record_status from projects where organization_id = $1::uuid',
  WAREHOUSE:
    'select id, code, name, null as type, record_status from warehouses where organization_id = $1::uuid',
};

/** Records of one kind by code. */
export function readRecordChoices(
  tenant: Tenant,
  kind: ChoiceKind,
  includeInactive: boolean,
  limit: number,
): Promise<RecordChoice[]> {
  return sql<RecordChoice>(
    tenant,
    `select id, code, name, type, record_status = 'active' as "isActive" from (${CHOICE_TABLES[kind]}) r
     where $2::boolean or record_status = 'active' order by code, id limit $3::int`,
    [tenant.organizationId, includeInactive, limit],
  );
}

export type EntityKind = 'CUSTOMER' | 'VENDOR' | 'EMPLOYEE';

const ENTITY_TABLES: Readonly<Record<EntityKind, string>> = {
  CUSTOMER: `select id, customer_id as code, company_name as name, payment_terms, tax_code_id, discount_percent, currency_code, record_status from customers where organization_id = $1::uuid`,
  VENDOR: `select id, code, name, payment_terms, tax_code_id, discount_percent, currency_code, record_status from vendors where organization_id = $1::uuid`,
  EMPLOYEE: `select id, code, name, null as payment_terms, null::uuid as tax_code_id, null::numeric as discount_percent, null as currency_code, record_status
    from employees where organization_id = $1::uuid`,
};

/** Active counterparties of one kind by name. */
export function readEntityChoices(tenant: Tenant, kind: EntityKind, limit: number): Promise<EntityChoice[]> {
  return sql<EntityChoice>(
    tenant,
    `select id, code, name, payment_terms as "paymentTerms", tax_code_id as "taxCodeId", trim_scale(discount_percent)::text as "discountPercent",
       currency_code as "currencyCode" from (${ENTITY_TABLES[kind]}) e where record_status = 'active' order by name, id limit $2::int`,
    [tenant.organizationId, limit],
  );
}

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
