import { sql, type Tenant } from '../tenancy';
import { tailSql } from './ledger-days';

export interface StatusCount {
  readonly status: string;
  readonly kind: string;
  readonly count: number;
  /** The sum of the documents' base amounts, in one base currency. */
  readonly baseTotal: string;
  readonly baseCurrencyCode: string;
}

/** Documents by status, kind and base currency. */
export async function countTransactions(tenant: Tenant, subsidiaryId: string | null): Promise<StatusCount[]> {
  return sql(
    tenant,
    `select d.transaction_status as status, d.kind, sum(d.document_count)::int as count, sum(d.base_total)::text as "baseTotal",
       d.base_currency_code as "baseCurrencyCode"
     from (
       select transaction_status, kind, document_count, base_total, base_currency_code from document_days
       where organization_id = $1::uuid and ($2::uuid is null or subsidiary_id = $2::uuid)
       union all
       select transaction_status, kind, document_count, base_total, base_currency_code from document_day_changes
       where organization_id = $1::uuid and ($2::uuid is null or subsidiary_id = $2::uuid)) d
     group by 1, 2, 5 having sum(d.document_count) > 0 order by 1, 2, 5`,
    [tenant.organizationId, subsidiaryId],
  );
}

export interface ListedPeriod {
  readonly id: string;
  readonly label: string;
  readonly subsidiaryId: string;
  readonly subsidiaryName: string;
  readonly fiscalYear: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly status: string;
  readonly isCurrent: boolean;
}

/** The places: organization, subsidiary or null for all, today, how many of each. */
const PERIOD_COLUMNS = `q.id, q.label, s.id as "subsidiaryId", s.name as "subsidiaryName", q.fiscal_year as "fiscalYear",
       q.start_date as "startDate", q.end_date as "endDate", q.period_status as status,
       ($3::date between q.start_date and q.end_date) as "isCurrent"`;
const PERIOD_ROWS = `subsidiaries s
     cross join lateral (select * from fiscal_periods q where q.organization_id = s.organization_id and q.subsidiary_id = s.id
       and not q.is_adjustment and q.start_date <= $3::date order by q.start_date desc limit $4::int) q`;
const PERIOD_ORDER = `where s.organization_id = $1::uuid and ($2::uuid is null or s.id = $2::uuid)
     order by s.code, q.start_date desc`;

/** The last `count` periods that have begun, newest first, without what was posted to them. */
export function listBegunPeriods(
  tenant: Tenant,
  subsidiaryId: string | null,
  today: string,
  count: number,
): Promise<ListedPeriod[]> {
  return sql(tenant, `select ${PERIOD_COLUMNS} from ${PERIOD_ROWS} ${PERIOD_ORDER}`, [
    tenant.organizationId,
    subsidiaryId,
    today,
    count,
  ]);
}

export interface PeriodState extends ListedPeriod {
  readonly entries: number;
  readonly baseCurrencyCode: string;
  readonly debits: string;
  readonly credits: string;
}

/** The last `count` periods that have begun, newest first, with what was posted to them. */
export async function readPeriodStates(
  tenant: Tenant,
  subsidiaryId: string | null,
  today: string,
  count: number,
): Promise<PeriodState[]> {
  return sql(
    tenant,
    `with ${tailSql('$1::uuid')}
     select ${PERIOD_COLUMNS},
       ((select coalesce(sum(d.entry_count), 0) from entry_days d where d.organization_id = q.organization_id and d.subsidiary_id = s.id
           and d.posting_date between q.start_date and q.end_date and d.period_id = q.id)
         + (select count(*) from tail e where e.period_id = q.id))::int as entries,
       s.base_currency as "baseCurrencyCode", b.debits::text as debits, b.credits::text as credits
     from ${PERIOD_ROWS}
     cross join lateral (select coalesce(sum(b.base_debit), 0) as debits, coalesce(sum(b.base_credit), 0) as credits
       from ledger_balances b where b.organization_id = q.organization_id and b.subsidiary_id = s.id and b.period_id = q.id) b
     ${PERIOD_ORDER}`,
    [tenant.organizationId, subsidiaryId, today, count],
  );
}

export interface LedgerTotals {
  readonly entries: number;
  readonly lines: string;
  readonly accounts: number;
  readonly lastPostedAt: Date | null;
  readonly lastEntryId: string | null;
  readonly lastEntryNumber: string | null;
  /** Debits less credits over all balances, in base currencies; must be zero. */
  readonly difference: string;
  readonly unsealedAuditRows: number;
}

/** The size and the state of the whole ledger. */
export async function readLedgerTotals(tenant: Tenant, subsidiaryId: string | null): Promise<LedgerTotals> {
  const [row] = await sql<LedgerTotals>(
    tenant,
    `with ${tailSql('$1::uuid')}, balances as (
       select coalesce(sum(b.line_count), 0) as lines, coalesce(sum(b.base_debit - b.base_credit), 0) as difference,
              count(distinct b.account_id)::int as accounts
       from ledger_balances b where b.organization_id = $1::uuid and ($2::uuid is null or b.subsidiary_id = $2::uuid)
     ), newest as (
       select e.id, e.entry_number, e.created_at from ledger_entries e
       where e.organization_id = $1::uuid and ($2::uuid is null or e.subsidiary_id = $2::uuid)
       order by e.posting_date desc, e.id desc limit 1
     )
     select ((select coalesce(sum(d.entry_count), 0) from entry_days d where d.organization_id = $1::uuid
                and ($2::uuid is null or d.subsidiary_id = $2::uuid))
              + (select count(*) from tail e where $2::uuid is null or e.subsidiary_id = $2::uuid))::int as entries,
       balances.lines::text as lines, balances.accounts, balances.difference::text as difference,
       newest.created_at as "lastPostedAt", newest.id as "lastEntryId", newest.entry_number as "lastEntryNumber",
       daybook_unsealed_audit_rows()::int as "unsealedAuditRows"
     from balances left join newest on true`,
    [tenant.organizationId, subsidiaryId],
  );
  if (row === undefined) throw new Error('an aggregate always answers one row');
  return row;
}
