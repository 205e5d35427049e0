import { lastDayOf, periodOf } from '../../core/revenue/days';
import { sql, type Tenant } from '../tenancy';

/** Where an obligation is not analyzed by a dimension, in the summary's keys. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** The moment a report speaks of; null: now. */
interface Moment {
  /** Only events recorded by this moment. */
  readonly knownAsOf: string | null;
  /** Only events up to this day. */
  readonly effectiveAsOf: string | null;
}

/** Whether the day by which facts took effect lies within a month, as the end of a fiscal period of weeks does. */
const isWithinMonth = ({ effectiveAsOf }: Moment): boolean =>
  effectiveAsOf !== null && effectiveAsOf !== lastDayOf(periodOf(effectiveAsOf));

/** Whether anything was recorded on the day (UTC) of the moment; otherwise nothing was recorded on it after the moment. */
export async function isOnBusyDay(tenant: Tenant, { knownAsOf }: Moment): Promise<boolean> {
  if (knownAsOf === null) return false;
  const [row] = await sql<{ found: boolean }>(
    tenant,
    `select exists (select from revenue_month_changes c where c.organization_id = $1::uuid
       and c.recorded_on = ($2::timestamptz at time zone 'utc')::date) as found`,
    [tenant.organizationId, knownAsOf],
  );
  return row?.found ?? true;
}

/** What an obligation is analyzed by, as the summary keeps it: zero where it has none. */
const DIMENSIONS = (alias: string) =>
  ['class_id', 'department_id', 'location_id']
    .map((column) => `coalesce(${alias}.${column}, '${NO_ID}') as ${column}`)
    .join(', ');

/** The columns of what was recorded later on the day of the moment ($4); $5 is the day by which it took effect. */
const ROW = `x.organization_id, p.subsidiary_id, p.currency_code, p.cohort, x.period, o.revenue_account_id, o.timing, o.expedient,
  o.nature, ${DIMENSIONS('o')}`;
const LATER_TODAY = (moment: string) =>
  `${moment} > $4::timestamptz and ${moment} < (($4::timestamptz at time zone 'utc')::date + 1)::timestamp at time zone 'utc'`;

/** From the day after $5 to the end of its month. */
const REST_OF_MONTH = (day: string) =>
  `${day} > $5::date and ${day} < (date_trunc('month', $5::date) + interval '1 month')::date`;

/** What took effect after $5 in its month, of what was recorded by the end of the day of the moment ($4), from the contracts with such facts. */
function restOfMonth(knownAsOf: string | null): string {
  const isBy = (moment: string) =>
    knownAsOf === null
      ? `${moment} is not null and $4::timestamptz is null`
      : `${moment} < (($4::timestamptz at time zone 'utc')::date + 1)::timestamp at time zone 'utc'`;
  const touched = `(select v.contract_id from revenue_events v where v.organization_id = $1::uuid and ${REST_OF_MONTH('v.effective_date')})`;
  return `
    select b.organization_id, b.contract_id, b.obligation_key, b.period, b.amount as booked, 0 as planned, 0 as settled, 0 as posted
    from revenue_bookings b join revenue_events v on v.organization_id = $1::uuid and v.id = b.event_id
    where b.organization_id = $1::uuid and b.contract_id in ${touched} and ${REST_OF_MONTH('v.effective_date')} and ${isBy('b.recorded_at')}
    union all
    select r.organization_id, r.contract_id, r.obligation_key, y.period, 0, y.planned, y.settled, y.posted from revenue_rows r
    cross join lateral (
      select r.period, case when ${isBy('r.recorded_at')} then r.amount else 0 end as planned,
        case when ${isBy('r.posted_at')} then r.amount else 0 end as settled,
        case when ${isBy('r.posted_at')} and r.posted_period = r.period then r.amount else 0 end as posted
      union all
      select r.posted_period, 0, 0, r.amount where r.posted_period <> r.period and ${isBy('r.posted_at')}
    ) y
    where r.organization_id = $1::uuid and r.contract_id in ${touched} and ${REST_OF_MONTH('r.effective_on')}`;
}

/**
 * The monthly summary as it was at a moment ($4) and of what took effect by a day ($5): as it is now, less what was added to it on later
 * days or takes effect in later months, and less what was recorded later on the day of the moment itself, which is read from the rows if that
 * is a busy day (`isOnBusyDay`). Of a day within a month, what took effect in the rest of that month is read from the rows of the
 * contracts that have such facts. Its cost is that of what has happened since, by months and accounts, not that of the history.
 */
export function monthsThen({ knownAsOf, effectiveAsOf }: Moment, isOfABusyDay: boolean): string {
  const later = [
    ...(knownAsOf === null ? [] : [`c.recorded_on > ($4::timestamptz at time zone 'utc')::date`]),
    ...(effectiveAsOf === null ? [] : ['c.effective_month > $5::date']),
  ].join(' or ');
  const inEffect = (day: string) =>
    effectiveAsOf === null ? '$5::date is null' : `(${day} is null or ${day} <= $5::date)`;
  const arms = [
    `select m.organization_id, m.subsidiary_id, m.currency_code, m.cohort, m.period, m.revenue_account_id, m.timing, m.expedient,
       m.nature, m.class_id, m.department_id, m.location_id, m.booked, m.planned, m.settled, m.posted from revenue_months m where m.organization_id = $1::uuid`,
    `select c.organization_id, c.subsidiary_id, c.currency_code, c.cohort, c.period, c.revenue_account_id, c.timing, c.expedient,
       c.nature, c.class_id, c.department_id, c.location_id, -c.booked, -c.planned, -c.settled, -c.posted from revenue_month_changes c
     where c.organization_id = $1::uuid and (${later}) and ($4::timestamptz is null or true) and ($5::date is null or true)`,
  ];
  const taken = (rows: string) =>
    arms.push(`select ${ROW}, -x.booked, -x.planned, -x.settled, -x.posted from (${rows}) x
     join revenue_positions p on p.organization_id = x.organization_id and p.contract_id = x.contract_id
     join performance_obligations o on o.organization_id = x.organization_id and o.contract_id = x.contract_id and o.key = x.obligation_key`);
  if (isWithinMonth({ knownAsOf, effectiveAsOf })) taken(restOfMonth(knownAsOf));
  if (isOfABusyDay) {
    taken(`
       select b.organization_id, b.contract_id, b.obligation_key, b.period, b.amount as booked, 0 as planned, 0 as settled, 0 as posted
       from revenue_bookings b
       where b.organization_id = $1::uuid and ${LATER_TODAY('b.recorded_at')} and ${inEffect(
         '(select v.effective_date from revenue_events v where v.organization_id = $1::uuid and v.id = b.event_id)',
       )}
       union all
       select r.organization_id, r.contract_id, r.obligation_key, y.period, 0, y.planned, y.settled, y.posted from revenue_rows r
       cross join lateral (
         select r.period, case when ${LATER_TODAY('r.recorded_at')} then r.amount else 0 end as planned,
           case when ${LATER_TODAY('r.posted_at')} then r.amount else 0 end as settled,
           case when ${LATER_TODAY('r.posted_at')} and r.posted_period = r.period then r.amount else 0 end as posted
         union all
         select r.posted_period, 0, 0, r.amount where r.posted_period <> r.period and ${LATER_TODAY('r.posted_at')}
       ) y
       where r.organization_id = $1::uuid and ((${LATER_TODAY('r.recorded_at')}) or (${LATER_TODAY('r.posted_at')}))
         and ${inEffect('r.effective_on')}`);
  }
  return `(${arms.join(' union all ')})`;
}
