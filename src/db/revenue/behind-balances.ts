import type { Tenant } from '../tenancy';
import { type BehindRow, contractsOf, type Page } from './behind';
import { type DaySpan, inEffect, lastDaySql, postedAfter, type RevenueScope, scopeValues } from './months';

/** The columns of a period in the roll-forward, signed by their effect on the liability: releases are below zero. */
export type DeferredMove = 'OPENING' | 'BILLINGS' | 'RELEASES' | 'ADJUSTMENTS' | 'CLOSING';

const KIND = `case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end`;
const BILLINGS = `('DUE', 'PAYMENT', 'DOCUMENT')`;
const LAST_DAY = lastDaySql('m.period');
const POSTED_LATER = postedAfter('$5::date');
/** $6 is the first day of the period, $7 the day after its last. */
const IN_PERIOD = `${LAST_DAY} >= $6 and ${LAST_DAY} < $7`;
const MOVES: Readonly<Record<DeferredMove, string>> = {
  OPENING: `${LAST_DAY} < $6 and $7::text is not null`,
  BILLINGS: `${IN_PERIOD} and ${KIND} in ${BILLINGS}`,
  RELEASES: `${IN_PERIOD} and ${KIND} = 'REVENUE'`,
  ADJUSTMENTS: `${IN_PERIOD} and ${KIND} not in ${BILLINGS} and ${KIND} <> 'REVENUE'`,
  CLOSING: `${LAST_DAY} < $7 and $6::text is not null`,
};

/** Movements (m) in a scope: $1 to $5. */
const MOVED = (scope: RevenueScope) => `revenue_movements m ${
  scope.effectiveAsOf === null
    ? ''
    : 'left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id'
}
  where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3
    and m.recorded_at <= coalesce($4::timestamptz, 'infinity')
    and ($5::date is null ${scope.effectiveAsOf === null ? '' : 'or coalesce(m.effective_on, e.effective_date, m.posting_date) <= $5::date'})`;

/** The contracts whose changes of deferred revenue make up a figure of the roll-forward. */
export function readBehindDeferred(
  tenant: Tenant,
  scope: RevenueScope,
  move: DeferredMove,
  period: DaySpan,
  page: Page,
): Promise<BehindRow[]> {
  const part = `select m.contract_id, sum(m.deferred) as amount from ${MOVED(scope)} and ${MOVES[move]} group by m.contract_id`;
  return contractsOf(tenant, part, [...scopeValues(tenant, scope), period.from, period.until], page);
}

export type BalanceFigure =
  | 'OPENING_RECEIVABLE'
  | 'OPENING_ASSET'
  | 'OPENING_DEFERRED'
  | 'RECEIVABLE'
  | 'ASSET'
  | 'DEFERRED'
  | 'CURRENT'
  | 'NON_CURRENT'
  | 'REVENUE'
  | 'FROM_OPENING'
  | 'PRIOR_PERFORMANCE';

/** A position is an asset or a liability, never both (606-10-45-1): $6 is the first day of the range, $7 the day after its last. */
const OPENING_NET = `coalesce(sum(m.deferred - m.contract_asset) filter (where ${LAST_DAY} < $6), 0)`;
const NET = 'sum(m.deferred - m.contract_asset)';
const REVENUE = `coalesce(sum(m.revenue) filter (where ${LAST_DAY} >= $6), 0)`;
const SUMS: Readonly<
  Record<Exclude<BalanceFigure, 'CURRENT' | 'NON_CURRENT' | 'PRIOR_PERFORMANCE'>, string>
> = {
  OPENING_RECEIVABLE: `coalesce(sum(m.receivable) filter (where ${LAST_DAY} < $6), 0)`,
  OPENING_ASSET: `greatest(-${OPENING_NET}, 0)`,
  OPENING_DEFERRED: `greatest(${OPENING_NET}, 0)`,
  RECEIVABLE: 'sum(m.receivable)',
  ASSET: `greatest(-${NET}, 0)`,
  DEFERRED: `greatest(${NET}, 0)`,
  REVENUE,
  FROM_OPENING: `least(greatest(${REVENUE}, 0), greatest(${OPENING_NET}, 0))`,
};

/**
 * The contracts whose position, or revenue in a range of periods, makes up a figure of the contract balances. Each contract's
 * amount is the one in its own row of that report.
 */
export function readBehindBalance(
  tenant: Tenant,
  scope: RevenueScope,
  figure: BalanceFigure,
  span: DaySpan & { readonly soon: string },
  page: Page,
): Promise<BehindRow[]> {
  const values: unknown[] = [...scopeValues(tenant, scope), span.from, span.until];
  const moved = `from ${MOVED(scope)} and ${LAST_DAY} < $7 and $6::text is not null group by m.contract_id`;
  if (figure === 'CURRENT' || figure === 'NON_CURRENT') {
    values.push(span.soon);
    const current = 'least(n.liability, greatest(coalesce(s.scheduled, 0) + coalesce(s.unscheduled, 0), 0))';
    const part = `select n.contract_id, ${figure === 'CURRENT' ? current : `n.liability - ${current}`} as amount
      from (select m.contract_id, ${NET} as liability ${moved} having ${NET} > 0) n
      left join (${SOON}) s on s.contract_id = n.contract_id`;
    return contractsOf(tenant, part, values, page);
  }
  if (figure === 'PRIOR_PERFORMANCE') {
    const part = `select n.contract_id, sum(r.amount) as amount from (select m.contract_id ${moved}) n
      join revenue_rows r on r.organization_id = $1::uuid and r.contract_id = n.contract_id and r.catch_up and r.source <> 'SCHEDULE'
        and ${lastDaySql('r.posted_period')} >= $6 and ${lastDaySql('r.posted_period')} < $7 and r.posted_at <= coalesce($4::timestamptz, 'infinity')
        and ${inEffect('r', 'event_id', 'cause_id')} and not ${POSTED_LATER} group by n.contract_id`;
    return contractsOf(tenant, part, values, page);
  }
  return contractsOf(tenant, `select m.contract_id, ${SUMS[figure]} as amount ${moved}`, values, page);
}

/** Revenue due before $8; unscheduled amounts count unless the contract ends later. */
const SOON = `select c.id as contract_id, r.soon as scheduled,
    case when to_char(c.end_date, 'YYYY-MM-DD') >= $8 then 0 else coalesce(b.amount, 0) - coalesce(r.amount, 0) end as unscheduled
  from revenue_contracts c
  left join (select r.contract_id, sum(r.amount) as amount, sum(r.amount) filter (where ${lastDaySql('r.period')} < $8
      and (r.posted_at is null or r.posted_at > coalesce($4::timestamptz, 'infinity') or ${lastDaySql('r.posted_period')} >= $7
        or ${POSTED_LATER})) as soon
    from revenue_rows r where r.organization_id = $1::uuid and r.recorded_at <= coalesce($4::timestamptz, 'infinity')
      and ${inEffect('r', 'event_id', 'cause_id')}
    group by r.contract_id) r on r.contract_id = c.id
  left join (select b.contract_id, sum(b.amount) as amount from revenue_bookings b
    where b.organization_id = $1::uuid and b.recorded_at <= coalesce($4::timestamptz, 'infinity') and ${inEffect('b', 'event_id')}
    group by b.contract_id) b on b.contract_id = c.id
  where c.organization_id = $1::uuid`;
