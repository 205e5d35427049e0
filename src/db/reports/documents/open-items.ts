import { sql, type Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { nameOf, type OpenItemQuery, openItemsSql } from './open-items-sql';

export interface OpenItemRow {
  /** Of a document; of a contract's receivable, the movement that made it due. */
  readonly id: string;
  readonly origin: 'DOCUMENT' | 'CONTRACT' | 'REVALUATION';
  readonly contractId: string | null;
  /** Of the document or the contract. */
  readonly transactionNumber: string;
  /** The document's kind, REVENUE_CONTRACT or REVALUATION. */
  readonly kind: string;
  /** Null for a document without a counterparty. */
  readonly entityId: string | null;
  readonly entityName: string;
  readonly subsidiaryId: string;
  readonly transactionDate: string;
  readonly dueDate: string | null;
  readonly currencyCode: string;
  readonly totalAmount: string;
  /** The amount posted to the control account: the total plus any discount a payment clears. */
  readonly settlesAmount: string;
  /** The amount applied on or before the requested day. */
  readonly appliedAmount: string;
  /** Signed: above zero is owed; a credit or an unapplied payment is below. */
  readonly openAmount: string;
  readonly baseCurrencyCode: string;
  /** What the open amount is carried at, in the subsidiary's base currency. */
  readonly openBase: string;
  readonly bucket: string;
  readonly ledgerEntryId: string | null;
}

/**
 * Days past due on the day of the report; an item due that day, or without a due date, is CURRENT. Kept equal to core/billing/aging by a
 * test.
 */
const bucketSql = (asOf: string) => `case when i.due_date is null or ${asOf} - i.due_date <= 0 then 'CURRENT'
    when ${asOf} - i.due_date <= 30 then 'DAYS_1_30' when ${asOf} - i.due_date <= 60 then 'DAYS_31_60'
    when ${asOf} - i.due_date <= 90 then 'DAYS_61_90' else 'OVER_90' end`;

/** The items open on a day, by counterparty and due date (see openItemsSql). */
export async function readOpenItems(tenant: Tenant, query: OpenItemQuery): Promise<OpenItemRow[]> {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'ITEMS');
  const asOf = `${p.add(query.asOf)}::date`;
  return sql(
    tenant,
    `${items}
     select i.id, i.origin, i.contract_id as "contractId", i.number as "transactionNumber", i.kind, i.entity_id as "entityId",
       i.entity_name as "entityName", i.subsidiary_id as "subsidiaryId", i.transaction_date as "transactionDate", i.due_date as "dueDate",
       i.currency_code as "currencyCode", i.total_amount::text as "totalAmount", i.settles::text as "settlesAmount",
       i.applied::text as "appliedAmount", i.open::text as "openAmount", i.base_currency as "baseCurrencyCode", i.open_base::text as "openBase",
       ${bucketSql(asOf)} as bucket, i.ledger_entry_id as "ledgerEntryId"
     from items i order by i.entity_name, i.entity_id, i.due_date nulls first, i.number`,
    p.values,
  );
}

/** One sum of the aging: of a counterparty and currency, of a currency (no counterparty), or of everything in base currency. */
export interface AgingSum {
  readonly level: 'ROW' | 'CURRENCY' | 'BASE';
  readonly origin: 'OWED' | 'REVALUATION' | null;
  readonly entityId: string | null;
  readonly entityName: string | null;
  readonly currencyCode: string | null;
  /** The open amount by bucket: in the currency of the sum, or in base currency where it is BASE. */
  readonly CURRENT: string;
  readonly DAYS_1_30: string;
  readonly DAYS_31_60: string;
  readonly DAYS_61_90: string;
  readonly OVER_90: string;
  readonly total: string;
  /** In the report's currency. */
  readonly base: string;
}

/** What an aging shows, and the same items as the control account's subledger. */
export interface AgingSums {
  readonly sums: readonly AgingSum[];
  /** Rows of counterparties in all. */
  readonly rowCount: number;
  readonly subledgers: readonly SubledgerSum[];
}

type AgingRow = Omit<AgingSum, 'level'> &
  SubledgerSum & { readonly level: AgingSum['level'] | 'SUBLEDGER'; readonly rowCount: number };

/** More counterparties than this get their names from a reading of all. */
const MANY_NAMES = 2_000;

/** Some rows of an aging by their order: after so many, at most so many. */
export interface AgingPage {
  readonly offset: number;
  readonly limit: number;
}

/**
 * The open items by days past due, summed by the database: its cost is what is open, not what was ever billed. Of the rows of counterparties
 * one page, or all of them (null); the other sums are of everything.
 */
export async function readAging(
  tenant: Tenant,
  query: OpenItemQuery,
  page: AgingPage | null = null,
): Promise<AgingSums> {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'SUMS');
  const asOf = `${p.add(query.asOf)}::date`;
  const org = `${p.add(tenant.organizationId)}::uuid`;
  /** Counterparties by their names, read at once where there are many: looked up, forty thousand took a quarter of the aging's time. */
  const namesOf = (table: string, column: string) =>
    `select n.id, n.${column} as name from ${table} n where n.organization_id = ${org} and (select x.is_many from extent x)`;
  const buckets = (amount: string) =>
    ['CURRENT', 'DAYS_1_30', 'DAYS_31_60', 'DAYS_61_90', 'OVER_90']
      .map(
        (bucket) => `coalesce(sum(${amount}) filter (where i.bucket = '${bucket}'), 0)::text as "${bucket}"`,
      )
      .join(', ');
  const [amount, base] = ['coalesce(sum(i.open), 0)::text', 'coalesce(sum(i.open_base * i.rate), 0)::text'];
  const nothing = `null::text, null::uuid, null::text, null::text`;
  // The rows of a level in their order; of the rows of counterparties those of the page.
  const order = `n.level collate "C", n.origin collate "C" nulls last, n."entityName", n."entityId", n."currencyCode"`;
  const within =
    page === null
      ? ''
      : ` where n.level <> 'ROW' or n.place > ${p.add(page.offset)}::int and n.place <= ${p.add(page.offset + page.limit)}::int`;
  const place = page === null ? '' : `, row_number() over (partition by n.level order by ${order}) as place`;
  const rows = await sql<AgingRow>(
    tenant,
    `${items}, placed as materialized (
       select i.role, i.subsidiary_id, i.currency_code, i.entity_id, i.rate, i.open, i.open_base, ${bucketSql(asOf)} as bucket,
         case i.origin when 'REVALUATION' then 'REVALUATION' else 'OWED' end as line from items i
     ), totals as materialized (
       -- What the sums of everything are made of: a few rows, however many counterparties there are.
       select i.role, i.subsidiary_id, i.currency_code, i.line, i.bucket, i.rate, sum(i.open) as open, sum(i.open_base) as open_base
       from placed i group by 1, 2, 3, 4, 5, 6
     ), summed(level, role, "subsidiaryId", amount, unrealized, origin, "entityId", "currencyCode", "CURRENT", "DAYS_1_30", "DAYS_31_60", "DAYS_61_90",
         "OVER_90", total, base) as materialized (
       select 'ROW', ${nothing}, i.line, i.entity_id, i.currency_code, ${buckets('i.open')}, ${amount}, ${base}
       from placed i group by i.line, i.entity_id, i.currency_code
       union all
       select 'CURRENCY', ${nothing}, null, null, i.currency_code, ${buckets('i.open')}, ${amount}, ${base} from totals i group by i.currency_code
       union all
       select 'BASE', ${nothing}, null, null, null, ${buckets('i.open_base * i.rate')}, ${base}, ${base} from totals i
       union all
       select 'SUBLEDGER', i.role, i.subsidiary_id, ${amount}, coalesce(sum(i.open_base) filter (where i.line = 'REVALUATION'), 0)::text,
         null, null, i.currency_code, ${buckets('i.open')}, ${amount}, coalesce(sum(i.open_base), 0)::text
       from totals i group by i.role, i.subsidiary_id, i.currency_code
     ), extent as materialized (
       select count(*)::int as n, count(*) > ${MANY_NAMES} as is_many from summed g where g.level = 'ROW'
     ), customer_names as materialized (${namesOf('customers', 'company_name')}
     ), vendor_names as materialized (${namesOf('vendors', 'name')}
     ), named as (
       select g.*, case g.level when 'ROW' then coalesce(c.name, v.name, ${nameOf(org, 'g."entityId"')}) end as "entityName"
       from summed g left join customer_names c on c.id = g."entityId" left join vendor_names v on v.id = g."entityId"
     )
     select n.*, (select x.n from extent x) as "rowCount" from (select n.*${place} from named n) n${within} order by ${order}`,
    p.values,
  );
  return {
    sums: rows.filter((row): row is AgingRow & AgingSum => row.level !== 'SUBLEDGER'),
    rowCount: rows[0]?.rowCount ?? 0,
    subledgers: rows.filter(({ level }) => level === 'SUBLEDGER'),
  };
}

/** What is open of a control account's subledger, by subsidiary and currency. */
export interface SubledgerSum {
  readonly role: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly base: string;
  /** Of the base amount, unrealized exchange differences. */
  readonly unrealized: string;
}

/** The open items by control account, subsidiary and currency, each in its own currencies. */
export async function readOpenSums(tenant: Tenant, query: OpenItemQuery): Promise<SubledgerSum[]> {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'SUMS');
  return sql(
    tenant,
    `${items}
     select i.role, i.subsidiary_id as "subsidiaryId", i.currency_code as "currencyCode", sum(i.open)::text as amount,
       sum(i.open_base)::text as base, coalesce(sum(i.open_base) filter (where i.origin = 'REVALUATION'), 0)::text as unrealized
     from items i group by 1, 2, 3 order by 1, 2, 3`,
    p.values,
  );
}
