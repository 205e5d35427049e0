import { sql, type Tenant } from '../tenancy';
import { type RevenueScope, scopeValues } from './months';

/** From the moment $4 to the end of its day (UTC). */
const LATER_THAT_DAY = (moment: string) =>
  `${moment} > $4::timestamptz and ${moment} < (($4::timestamptz at time zone 'utc')::date + 1)::timestamp at time zone 'utc'`;
const KIND = `case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end`;

/**
 * Changes of deferred revenue by period and kind of movement. It reads their sums, of which there are few whatever the history: as known now all of
 * them; as of another moment the same less what was added on later days and, from the movements, later on that day; as of a day in effect less what
 * takes effect on later days, whenever it was recorded.
 * Owner: the movements; the sums are held to them by e2e/revenue/reports/movement-sums.test.ts and movements-then.test.ts.
 */
export async function readDeferredMovements(
  tenant: Tenant,
  scope: RevenueScope,
): Promise<{ period: string; kind: string; amount: string }[]> {
  const { knownAsOf, effectiveAsOf } = scope;
  if (knownAsOf === null && effectiveAsOf === null) {
    return sql(
      tenant,
      `select m.period, m.kind, sum(m.deferred)::text as amount from revenue_movement_months m
       where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3
       group by 1, 2 order by 1, 2`,
      [tenant.organizationId, scope.subsidiaryIds, scope.currencyCode],
    );
  }
  const later = [
    ...(knownAsOf === null ? [] : [`c.recorded_on > ($4::timestamptz at time zone 'utc')::date`]),
    ...(effectiveAsOf === null ? [] : ['c.effective_on > $5::date']),
  ].join(' or ');
  // What takes effect on a later day is subtracted already, whenever it was recorded.
  const [joined, inEffect] =
    effectiveAsOf === null
      ? ['', '']
      : [
          'left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id',
          'and coalesce(m.effective_on, e.effective_date, m.posting_date) <= $5::date',
        ];
  const laterThatDay = `union all
         select m.subsidiary_id, m.currency_code, m.period, ${KIND}, -m.deferred from revenue_movements m ${joined}
         where m.organization_id = $1::uuid and ${LATER_THAT_DAY('m.recorded_at')} ${inEffect}`;
  return sql(
    tenant,
    `select x.period, x.kind, sum(x.deferred)::text as amount
       from (
         select m.subsidiary_id, m.currency_code, m.period, m.kind, m.deferred from revenue_movement_months m where m.organization_id = $1::uuid
         union all
         select c.subsidiary_id, c.currency_code, c.period, c.kind, -c.deferred from revenue_movement_changes c
         where c.organization_id = $1::uuid and (${later})
         ${knownAsOf === null ? '' : laterThatDay}
       ) x
       where ($2::uuid[] is null or x.subsidiary_id = any ($2::uuid[])) and x.currency_code = $3
         and ($4::timestamptz is null or true) and ($5::date is null or true)
       group by 1, 2 having sum(x.deferred) <> 0 order by 1, 2`,
    [...scopeValues(tenant, scope)],
  );
}

/** The general ledger's deferred revenue (credits above zero) by the last day of its periods, in transaction currency. */
export async function readDeferredLedger(
  tenant: Tenant,
  scope: RevenueScope,
): Promise<{ period: string; amount: string }[]> {
  return sql(
    tenant,
    scope.knownAsOf === null
      ? `select q.end_date::text as period, sum(b.credit - b.debit)::text as amount
         from ledger_balances b
         join accounts a on a.organization_id = b.organization_id and a.id = b.account_id and a.control_for = 'DEFERRED_REVENUE'
         join fiscal_periods q on q.organization_id = b.organization_id and q.id = b.period_id
         where b.organization_id = $1::uuid and ($2::uuid[] is null or b.subsidiary_id = any ($2::uuid[])) and b.currency_code = $3
         group by 1 order by 1`
      : `select q.end_date::text as period, sum(x.amount)::text as amount
         from (
           select b.organization_id, b.period_id, b.subsidiary_id, b.currency_code, b.credit - b.debit as amount
           from ledger_balances b
           join accounts a on a.organization_id = b.organization_id and a.id = b.account_id and a.control_for = 'DEFERRED_REVENUE'
           where b.organization_id = $1::uuid
           union all
           -- Less what was posted on later days, and later on that day.
           select c.organization_id, c.period_id, c.subsidiary_id, c.currency_code, -c.amount from deferred_ledger_changes c
           where c.organization_id = $1::uuid and c.recorded_on > ($4::timestamptz at time zone 'utc')::date
           union all
           select l.organization_id, l.period_id, l.subsidiary_id, l.currency_code, l.debit - l.credit
           from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
           join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.control_for = 'DEFERRED_REVENUE'
           where e.organization_id = $1::uuid and ${LATER_THAT_DAY('e.created_at')}
         ) x
         join fiscal_periods q on q.organization_id = x.organization_id and q.id = x.period_id
         where ($2::uuid[] is null or x.subsidiary_id = any ($2::uuid[])) and x.currency_code = $3
         group by 1 order by 1`,
    scope.knownAsOf === null
      ? [tenant.organizationId, scope.subsidiaryIds, scope.currencyCode]
      : [tenant.organizationId, scope.subsidiaryIds, scope.currencyCode, scope.knownAsOf],
  );
}
