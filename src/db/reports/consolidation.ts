import type { ConsolidatedAccount, Elimination } from '@/core/consolidation/eliminations';
import type { SubsidiaryBooks } from '@/core/consolidation/translation';
import type { FiledRate } from '@/core/consolidation/translation-rates';
import type { AccountType } from '@/core/ledger/accounts';
import { sql, type Tenant } from '../tenancy';
import { linesOfEntries, tailSql } from './ledger-days';
import { RETAINED_EARNINGS_SQL } from './trial-balance';

/** A company of a group. */
export interface GroupSubsidiary {
  readonly id: string;
  readonly parentId: string | null;
  readonly code: string;
  readonly name: string;
  readonly baseCurrency: string;
  readonly isElimination: boolean;
  /** What its parent owned of it on the day, as known then. */
  readonly ownershipPercent: string;
  /** From which day on, and when it was recorded; null where it has never changed. */
  readonly ownedFrom: string | null;
  readonly ownershipRecordedAt: string | null;
}

/** A company's books, with the first day of the fiscal year, which separates it from earlier years. */
export interface YearBooks extends SubsidiaryBooks {
  readonly yearFrom: string;
}

/** Every subsidiary of the organization by code, elimination companies last, owned as on a day and as known at a moment. */
export function readGroupSubsidiaries(
  tenant: Tenant,
  { asOf, knownAsOf }: { readonly asOf: string; readonly knownAsOf: string | null },
): Promise<GroupSubsidiary[]> {
  return sql(
    tenant,
    `select id, parent_id as "parentId", code, name, base_currency as "baseCurrency", is_elimination as "isElimination",
            coalesce(o.percent, s.ownership_percent)::text as "ownershipPercent", o.effective_date as "ownedFrom",
            to_char(o.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "ownershipRecordedAt"
     from subsidiaries s
     left join lateral (
       select i.percent, i.effective_date, i.recorded_at from ownership_interests i
       where i.organization_id = s.organization_id and i.subsidiary_id = s.id and i.effective_date <= $2::date
         and i.recorded_at <= coalesce($3::timestamptz, 'infinity')
       order by i.effective_date desc, i.recorded_at desc, i.id desc limit 1) o on true
     where s.organization_id = $1::uuid order by s.is_elimination, s.code`,
    [tenant.organizationId, asOf, knownAsOf],
  );
}

/** A share as it held from a day on. */
export interface OwnershipChange {
  readonly subsidiaryId: string;
  readonly effectiveDate: string;
  readonly percent: string;
}

/** Every share of every subsidiary in force by a day, as known at a moment, the oldest first; the first is what it began with. */
export function readOwnershipChanges(
  tenant: Tenant,
  { asOf, knownAsOf }: { readonly asOf: string; readonly knownAsOf: string | null },
): Promise<OwnershipChange[]> {
  return sql(
    tenant,
    `select distinct on (i.effective_date, i.subsidiary_id) i.subsidiary_id as "subsidiaryId", i.effective_date::text as "effectiveDate",
            i.percent::text as percent
     from ownership_interests i
     where i.organization_id = $1::uuid and i.effective_date <= $2::date and i.recorded_at <= coalesce($3::timestamptz, 'infinity')
     order by i.effective_date, i.subsidiary_id, i.recorded_at desc, i.id desc`,
    [tenant.organizationId, asOf, knownAsOf],
  );
}

/** The number of companies in a group, the parent included, even those outside the caller's scope. */
export async function countGroup(tenant: Tenant, parentId: string): Promise<number> {
  const [row] = await sql<{ size: number }>(tenant, 'select daybook_group_size($1::uuid) as size', [
    parentId,
  ]);
  return row?.size ?? 0;
}

/** The chart of accounts by code, with how each account is consolidated, and the account of prior years' earnings. */
export async function readConsolidatedAccounts(
  tenant: Tenant,
): Promise<{ accounts: ConsolidatedAccount[]; retainedEarningsAccountId: string | null }> {
  const rows = await sql<
    Omit<ConsolidatedAccount, 'type' | 'elimination'> & {
      type: AccountType;
      elimination: Elimination | null;
      retained: string | null;
    }
  >(
    tenant,
    `select a.id as "accountId", a.code, a.name, a.account_type as type, a.elimination, ${RETAINED_EARNINGS_SQL} as retained
     from accounts a where a.organization_id = $1::uuid and not a.is_summary order by a.code`,
    [tenant.organizationId],
  );
  return {
    accounts: rows.map(({ retained: _, ...account }) => account),
    retainedEarningsAccountId: rows[0]?.retained ?? null,
  };
}

/** Every rate on file between one currency and any of the others, in either direction, up to a day. */
export function readFiledRates(
  tenant: Tenant,
  currency: string,
  others: readonly string[],
  asOf: string,
): Promise<FiledRate[]> {
  return sql(
    tenant,
    `select from_currency as "from", to_currency as "to", rate_type as kind, rate_date as date, rate::text as rate
     from exchange_rates
     where organization_id = $1::uuid and rate_date <= $4::date
       and ((from_currency = any ($3::text[]) and to_currency = $2::text)
         or (to_currency = any ($3::text[]) and from_currency = $2::text))
     order by from_currency, to_currency, rate_type, rate_date`,
    [tenant.organizationId, currency, others, asOf],
  );
}

interface MovedRow {
  subsidiary_id: string;
  account_id: string;
  part: 'BALANCE' | 'RESULT' | 'EQUITY';
  net: string;
  /** The date of an equity posting or the first day of a result's period; null where no rate depends on it. */
  first_day: string | null;
  last_day: string | null;
  is_earlier: boolean;
}

/**
 * The balances of some subsidiaries up to a day, divided as translation into the group's currency needs them: assets and liabilities in one
 * sum, profit and loss by fiscal period, equity by posting date; each in one sum where the subsidiary keeps its books in that currency, since
 * one times any day's amount is that amount. Whole periods come from the balance table; only the period containing the day, if the day is not
 * its last, and equity by posting date are read from the sums by day. The results of a 13th period belong to the ordinary period that contains
 * its day. Subsidiaries without a period by that day have no books.
 */
export async function readSubsidiaryBooks(
  tenant: Tenant,
  subsidiaries: readonly GroupSubsidiary[],
  days: { readonly asOf: string; readonly today: string },
  groupCurrency: string,
): Promise<YearBooks[]> {
  const ids = subsidiaries.map((one) => one.id);
  const foreign = subsidiaries.filter((one) => one.baseCurrency !== groupCurrency).map((one) => one.id);
  const values = [tenant.organizationId, ids, days.asOf];
  const moved = await sql<MovedRow>(tenant, MOVED_SQL, [...values, days.today, foreign]);
  const periods = await sql<{ id: string; firstDay: string; yearFrom: string }>(tenant, PERIODS_SQL, values);
  return subsidiaries.map((one) => {
    const rows = moved.filter((row) => row.subsidiary_id === one.id);
    const period = periods.find(({ id }) => id === one.id);
    return {
      yearFrom: period?.yearFrom ?? days.asOf,
      subsidiaryId: one.id,
      baseCurrency: one.baseCurrency,
      closing: { firstDay: period?.firstDay ?? days.asOf, lastDay: days.asOf },
      balances: rows
        .filter((row) => row.part === 'BALANCE')
        .map((row) => ({ accountId: row.account_id, net: row.net })),
      equity: rows
        .filter((row) => row.part === 'EQUITY')
        .map((row) => ({ accountId: row.account_id, net: row.net, day: row.first_day ?? days.asOf })),
      results: rows
        .filter((row) => row.part === 'RESULT')
        .map((row) => ({
          accountId: row.account_id,
          net: row.net,
          period: { firstDay: row.first_day ?? days.asOf, lastDay: row.last_day ?? days.asOf },
          isEarlierYear: row.is_earlier,
        })),
    };
  });
}

/** The ordinary period that contains the day, and the start of its fiscal year. $1 organization, $2 subsidiaries, $3 the day. */
const PERIODS_SQL = `
  select distinct on (q.subsidiary_id) q.subsidiary_id as id, q.start_date as "firstDay",
         (select min(y.start_date) from fiscal_periods y
          where y.organization_id = $1::uuid and y.subsidiary_id = q.subsidiary_id and y.fiscal_year = q.fiscal_year) as "yearFrom"
  from fiscal_periods q
  where q.organization_id = $1::uuid and q.subsidiary_id = any ($2::uuid[]) and not q.is_adjustment and q.start_date <= $3::date
  order by q.subsidiary_id, q.start_date desc`;

/**
 * $1 organization, $2 subsidiaries, $3 the day, $4 today, $5 those of the subsidiaries that are translated. The partial period is read from its
 * shorter side, as in trial-balance.ts.
 */
const MOVED_SQL = `
  with ${tailSql('$1::uuid')}, new_lines as materialized (
    select l.subsidiary_id, l.account_id, l.posting_date, l.base_debit - l.base_credit as net
    from tail e
    ${linesOfEntries('$1::uuid')}
    where e.subsidiary_id = any ($2::uuid[])
  ), cut as materialized (
    select s.id as subsidiary_id, c.id as period_id, c.start_date, c.end_date, c.fiscal_year,
           c.end_date > $3::date and ($3::date >= $4::date or c.end_date - $3::date <= $3::date - c.start_date)
             and not exists (select 1 from fiscal_periods q where q.organization_id = $1::uuid and q.subsidiary_id = s.id
               and q.is_adjustment and q.start_date > $3::date and q.start_date <= c.end_date) as subtracts
    from unnest($2::uuid[]) as s(id)
    cross join lateral (
      select q.id, q.start_date, q.end_date, q.fiscal_year from fiscal_periods q
      where q.organization_id = $1::uuid and q.subsidiary_id = s.id and not q.is_adjustment and q.start_date <= $3::date
      order by q.start_date desc limit 1) c
  ), spans as materialized (
    select c.subsidiary_id, q.id as period_id, r.start_date, least(r.end_date, $3::date) as end_date,
           q.fiscal_year < c.fiscal_year as is_earlier
    from cut c
    join fiscal_periods q on q.organization_id = $1::uuid and q.subsidiary_id = c.subsidiary_id
    join fiscal_periods r on r.organization_id = $1::uuid and r.subsidiary_id = c.subsidiary_id and not r.is_adjustment
      and case when q.is_adjustment then q.end_date between r.start_date and r.end_date else r.id = q.id end
    where q.end_date <= $3::date or (q.id = c.period_id and c.subtracts)
  ), moved as (
    select s.subsidiary_id, b.account_id, s.start_date, s.end_date, s.is_earlier, b.base_debit - b.base_credit as net
    from spans s
    join ledger_balances b on b.organization_id = $1::uuid and b.subsidiary_id = s.subsidiary_id and b.period_id = s.period_id
    union all
    select c.subsidiary_id, d.account_id, c.start_date, $3::date, false, case when c.subtracts then -d.net else d.net end
    from cut c
    cross join lateral (
      select x.account_id, x.base_debit - x.base_credit as net, x.posting_date from ledger_days x
      where x.organization_id = $1::uuid and x.subsidiary_id = c.subsidiary_id
        and x.posting_date >= case when c.subtracts then $3::date + 1 else c.start_date end
        and x.posting_date <= case when c.subtracts then c.end_date else $3::date end
      union all
      select n.account_id, n.net, n.posting_date from new_lines n
      where n.subsidiary_id = c.subsidiary_id
        and n.posting_date >= case when c.subtracts then $3::date + 1 else c.start_date end
        and n.posting_date <= case when c.subtracts then c.end_date else $3::date end) d
    where c.end_date > $3::date
  )
  select m.subsidiary_id, m.account_id, 'BALANCE' as part, sum(m.net)::text as net, null::date as first_day, null::date as last_day,
         false as is_earlier, a.code as code
  from moved m join accounts a on a.organization_id = $1::uuid and a.id = m.account_id
  where a.account_type in ('ASSET', 'LIABILITY')
  group by 1, 2, a.code
  union all
  select m.subsidiary_id, m.account_id, 'RESULT', sum(m.net)::text, case when m.subsidiary_id = any ($5::uuid[]) then m.start_date end,
         case when m.subsidiary_id = any ($5::uuid[]) then m.end_date end, m.is_earlier, a.code
  from moved m join accounts a on a.organization_id = $1::uuid and a.id = m.account_id
  where a.account_type not in ('ASSET', 'LIABILITY', 'EQUITY')
  group by 1, 2, 5, 6, 7, 8
  union all
  select m.subsidiary_id, m.account_id, 'EQUITY', sum(m.net)::text, null, null, false, a.code
  from moved m join accounts a on a.organization_id = $1::uuid and a.id = m.account_id
  where a.account_type = 'EQUITY' and m.subsidiary_id <> all ($5::uuid[])
  group by 1, 2, a.code
  union all
  select d.subsidiary_id, a.id, 'EQUITY', sum(d.net)::text, d.posting_date, d.posting_date, false, a.code
  from accounts a
  -- Account by account: a plan that began with the day would read the days of every account.
  cross join lateral (
    select x.subsidiary_id, x.posting_date, x.base_debit - x.base_credit as net from ledger_days x
    where x.organization_id = $1::uuid and x.account_id = a.id and x.posting_date <= $3::date and x.subsidiary_id = any ($5::uuid[])
    union all
    select n.subsidiary_id, n.posting_date, n.net from new_lines n
    where n.account_id = a.id and n.posting_date <= $3::date and n.subsidiary_id = any ($5::uuid[])
    offset 0) d
  where a.organization_id = $1::uuid and a.account_type = 'EQUITY' and not a.is_summary
  group by 1, 2, 5, 8
  order by 1, 8, 5 nulls first`;
