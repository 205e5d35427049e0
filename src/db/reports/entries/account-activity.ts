import type { AccountType } from '@/core/ledger/accounts';
import type { Side } from '@/core/transactions/kinds';
import { sql, type Tenant } from '../../tenancy';
import {
  conditionsOf,
  conditionsOfDays,
  type PlacedDimension,
  periodSums,
  placedIn,
} from '../dimension-sums';
import { linesOfEntries, tailSql } from '../ledger-days';
import { type Parameters, parameters } from '../parameters';
import type { DimensionFilter, ReportScope } from '../scope';
import { RETAINED_EARNINGS_SQL } from '../trial-balance';

export interface ReportAccount {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly normalSide: Side;
  readonly isSummary: boolean;
  readonly isRetainedEarnings: boolean;
}

/** One account with the fields a report needs; null when it does not exist. */
export async function readReportAccount(tenant: Tenant, id: string): Promise<ReportAccount | null> {
  const [row] = await sql<ReportAccount>(
    tenant,
    `select a.id, a.code, a.name, a.account_type as "type", a.normal_side as "normalSide", a.is_summary as "isSummary",
            a.id is not distinct from ${RETAINED_EARNINGS_SQL} as "isRetainedEarnings"
     from accounts a where a.organization_id = $1::uuid and a.id = $2::uuid`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** The ids of all profit and loss accounts that accept postings. */
export async function readProfitAndLossIds(tenant: Tenant): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    tenant,
    `select id from accounts where organization_id = $1::uuid and not is_summary
       and account_type not in ('ASSET', 'LIABILITY', 'EQUITY')`,
    [tenant.organizationId],
  );
  return rows.map((row) => row.id);
}

/** The position where a page of lines continues: after this line. */
export interface LinePosition {
  readonly postingDate: string;
  readonly entryId: string;
  readonly lineNumber: number;
}

export interface ActivityQuery {
  readonly scope: ReportScope;
  readonly account: ReportAccount;
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly dimensions: DimensionFilter;
  readonly limit: number;
  /** Keyset: lines after this one. `offset` skips lines instead; give one of the two. */
  readonly after?: LinePosition | undefined;
  readonly offset?: number | undefined;
  /** Where the days of the query are part of a longer range: the first day of that, on which no year turns. */
  readonly rangeFrom?: string | undefined;
}

export interface StoredActivityLine {
  readonly kind: 'LINE' | 'YEAR_END';
  readonly postingDate: string;
  readonly entryId: string | null;
  readonly entryNumber: string | null;
  readonly lineNumber: number;
  readonly subsidiaryId: string | null;
  readonly currencyCode: string | null;
  readonly transactionDebit: string | null;
  readonly transactionCredit: string | null;
  readonly debit: string;
  readonly credit: string;
  /** Debits less credits of this page's lines up to and including this one. */
  readonly runningOfPage: string;
  readonly memo: string | null;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly transactionId: string | null;
  readonly transactionNumber: string | null;
  readonly transactionKind: string | null;
  readonly reversalOfId: string | null;
}

/**
 * One page of an account's lines in the order (date, entry, line), and the movement of the lines before the page since
 * `dateFrom` (or, with `after`, since the first line on the cursor's own day). The year-end transfer of profit and loss is
 * a separate row on the first day of the fiscal year, so that the closing figure equals the trial balance's.
 */
export async function readActivityLines(tenant: Tenant, query: ActivityQuery): Promise<StoredActivityLine[]> {
  const p = parameters();
  const all = movements(p, tenant, query, query.after?.postingDate ?? query.dateFrom);
  const after = query.after;
  const from =
    after === undefined
      ? ''
      : `where (m.posting_date, m.sort_id, m.line_number) > (${p.add(after.postingDate)}::date, ${p.add(after.entryId)}::uuid, ${p.add(after.lineNumber)}::int)`;
  const limit = p.add(query.limit);
  const offset = p.add(query.offset ?? 0);
  const page = `select * from (${all}) m ${from}
       order by m.posting_date, m.sort_id, m.line_number limit ${limit}::int offset ${offset}::int`;
  return sql(
    tenant,
    linesOf(
      page,
      '(sum(p.debit - p.credit) over (order by p.posting_date, p.sort_id, p.line_number))::text as "runningOfPage",',
    ),
    p.values,
  );
}

/** The statement of every line of an account in the query's days, in order, for a stream. */
export function activityStatement(
  tenant: Tenant,
  query: ActivityQuery,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const text = linesOf(`select * from (${movements(p, tenant, query, query.dateFrom)}) m`, '');
  return { text, values: p.values };
}

/** The lines of some movements as they are shown, with further columns of the page `p`; `$1` is the organization. */
const linesOf = (page: string, more: string) => `with page as (${page})
     select case when p.entry_id is null then 'YEAR_END' else 'LINE' end as kind, p.posting_date as "postingDate",
       p.entry_id as "entryId", e.entry_number as "entryNumber", p.line_number as "lineNumber", p.subsidiary_id as "subsidiaryId",
       l.currency_code as "currencyCode", l.debit::text as "transactionDebit", l.credit::text as "transactionCredit",
       p.debit::text as debit, p.credit::text as credit, ${more}
       coalesce(l.memo, e.memo) as memo, l.class_id as "classId", l.department_id as "departmentId", l.location_id as "locationId",
       l.project_id as "projectId", l.entity_type as "entityType", l.entity_id as "entityId",
       e.transaction_id as "transactionId", t.transaction_number as "transactionNumber", t.kind as "transactionKind",
       e.reversal_of_id as "reversalOfId"
     from page p
     left join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = p.entry_id and l.line_number = p.line_number
     left join ledger_entries e on e.organization_id = $1::uuid and e.id = p.entry_id
     left join business_transactions t on t.organization_id = $1::uuid and t.id = e.transaction_id
     order by p.posting_date, p.sort_id, p.line_number`;

/**
 * Debits less credits of the lines before a page: of the cursor's own day up to the cursor, or of the first `offset` lines
 * since `dateFrom`.
 */
export async function readMovementBeforePage(tenant: Tenant, query: ActivityQuery): Promise<string> {
  const p = parameters();
  const { after } = query;
  const range =
    after === undefined ? query : { ...query, dateFrom: after.postingDate, dateTo: after.postingDate };
  const all = movements(p, tenant, range, range.dateFrom);
  const upTo =
    after === undefined
      ? `order by m.posting_date, m.sort_id, m.line_number limit ${p.add(query.offset ?? 0)}::int`
      : `where (m.posting_date, m.sort_id, m.line_number) <= (${p.add(after.postingDate)}::date, ${p.add(after.entryId)}::uuid, ${p.add(after.lineNumber)}::int)`;
  const [row] = await sql<{ moved: string }>(
    tenant,
    `select coalesce(sum(x.debit - x.credit), 0)::text as moved from (select m.debit, m.credit from (${all}) m ${upTo}) x`,
    p.values,
  );
  return row?.moved ?? '0';
}

/** The placeholders of a range of an account, and the condition on the dimensions it is limited to. */
export interface ActivityRange {
  readonly org: string;
  /** `unnest(…)` of the subsidiaries and their rates, to be named. */
  readonly subsidiaries: string;
  readonly account: string;
  readonly from: string;
  readonly to: string;
  where(alias: string): string;
  /** The sums by day of the query's lines, and the condition on them. */
  readonly days: { readonly table: 'ledger_days' | 'ledger_dimension_days'; where(alias: string): string };
  readonly placed: readonly PlacedDimension[];
}

export function activityRange(
  p: Parameters,
  tenant: Tenant,
  query: ActivityQuery,
  dateFrom: string,
): ActivityRange {
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const ids = p.add(query.scope.subsidiaries.map((one) => one.id));
  const rates = p.add(query.scope.subsidiaries.map((one) => one.rate));
  const account = `${p.add(query.account.id)}::uuid`;
  const from = `${p.add(dateFrom)}::date`;
  const to = `${p.add(query.dateTo)}::date`;
  const placed = placedIn(query.dimensions, (value) => p.add(value));
  return {
    ...{ org, subsidiaries: `unnest(${ids}::uuid[], ${rates}::numeric[])`, account, from, to, placed },
    where: (alias) => conditionsOf(placed, alias),
    days: {
      table: placed.length > 0 ? 'ledger_dimension_days' : 'ledger_days',
      where: (alias) => conditionsOfDays(placed, alias),
    },
  };
}

/** The lines of the range, including year-end rows, unordered. `$1` is the organization. */
function movements(p: Parameters, tenant: Tenant, query: ActivityQuery, dateFrom: string): string {
  const range = activityRange(p, tenant, query, dateFrom);
  const { org, account, from, to, where } = range;
  const lines = `
    select l.posting_date, l.entry_id, l.entry_id as sort_id, l.line_number, l.subsidiary_id,
           l.base_debit * s.rate as debit, l.base_credit * s.rate as credit
    from ${range.subsidiaries} as s(id, rate)
    join ledger_lines l on l.organization_id = ${org} and l.account_id = ${account} and l.subsidiary_id = s.id
      and l.posting_date between ${from} and ${to}${where('l')}`;
  const turned = yearTurns(p, query, range, query.rangeFrom ?? dateFrom);
  return turned === null
    ? lines
    : `${lines}
    union all
    select y.turned_on, null::uuid, '00000000-0000-0000-0000-000000000000'::uuid, 0, null::uuid,
           greatest(y.amount, 0), greatest(-y.amount, 0)
    from (${turned}) y`;
}

/**
 * The prior year's balance as it goes out of the profit and loss account and into retained earnings: one row a year that begins in the
 * range, after its first day; null for an account whose balance is carried forward.
 */
export function yearTurns(
  p: Parameters,
  query: ActivityQuery,
  { org, subsidiaries, account, from, to, where, placed }: ActivityRange,
  rangeFrom: string,
): string | null {
  const turns = yearTurn(query.account);
  if (turns === null) return null;
  const accounts = (column: string) =>
    turns === 'CLOSES'
      ? `${column} = ${account}`
      : `${column} in (select a.id from accounts a where a.organization_id = ${org}
          and a.account_type not in ('ASSET', 'LIABILITY', 'EQUITY'))`;
  const sums = periodSums(placed);
  // The periods of each year that ended in the range.
  const ended = `
      from ${subsidiaries} as s(id, rate)
      join (select q.subsidiary_id, q.fiscal_year, min(q.start_date) as start_date from fiscal_periods q
            where q.organization_id = ${org} group by 1, 2) y
        on y.subsidiary_id = s.id and y.start_date > ${p.add(rangeFrom)}::date and y.start_date between ${from} and ${to}
      join fiscal_periods q on q.organization_id = ${org} and q.subsidiary_id = s.id and q.fiscal_year = y.fiscal_year - 1`;
  const moved = (row: string) =>
    `select y.start_date as turned_on, ${turns === 'CLOSES' ? '-' : ''}sum((${row}.base_debit - ${row}.base_credit) * s.rate) as amount`;
  const ofTail = `
      union all
      (with ${tailSql(org)} ${moved('l')} ${ended}
      join tail e on e.subsidiary_id = s.id and e.period_id = q.id
      ${linesOfEntries(org)}
      where ${accounts('l.account_id')}${where('l')}
      group by 1)`;
  return `
    select y.turned_on, sum(y.amount) as amount from (
      ${moved('b')} ${ended}
      join ${sums.table} b on b.organization_id = ${org} and b.subsidiary_id = s.id and b.period_id = q.id
        and ${accounts('b.account_id')}${sums.where('b')}
      group by 1
      ${sums.isBehind ? ofTail : ''}
    ) y group by 1 having sum(y.amount) <> 0`;
}

function yearTurn(account: ReportAccount): 'CLOSES' | 'RECEIVES' | null {
  if (account.isRetainedEarnings) return 'RECEIVES';
  return ['ASSET', 'LIABILITY', 'EQUITY'].includes(account.type) ? null : 'CLOSES';
}
