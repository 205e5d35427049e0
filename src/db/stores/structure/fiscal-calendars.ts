import type { CalendarSpan, CalendarTimeline } from '../../../core/periods/calendar-timeline';
import { continued, monthlyTimeline } from '../../../core/periods/calendar-timeline';
import type { CalendarPattern, FiscalPeriod, WeekRule } from '../../../core/periods/fiscal-calendar';
import { gridOf, MONTHS, type PeriodGrid } from '../../../core/periods/period-grid';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';
import { periodRows } from '../founding';
import { ask, type Question } from '../questions';

/** A named fiscal calendar. */
export interface CalendarRow {
  readonly id: string;
  readonly name: string;
  readonly pattern: CalendarPattern;
  readonly startMonth: number;
  readonly firstWeekday: number;
  readonly weekRule: WeekRule;
  readonly extraWeekIn: number | null;
  readonly adjustmentPeriod: boolean;
}

/** A calendar followed from a day on, by one subsidiary or (null) by those that name none. */
export interface AdoptionRow {
  readonly id: string;
  readonly subsidiaryId: string | null;
  readonly calendarId: string;
  readonly firstDay: string;
  readonly recordedAt: string;
}

const CALENDAR = `c.id, c.name, c.pattern, c.start_month as "startMonth", c.first_weekday as "firstWeekday", c.week_rule as "weekRule",
  c.extra_week_in as "extraWeekIn", c.adjustment_period as "adjustmentPeriod"`;

/** The calendars of the organization, by name. */
export async function listCalendars(tenant: Tenant): Promise<CalendarRow[]> {
  return sql<CalendarRow>(
    tenant,
    `select ${CALENDAR} from fiscal_calendars c where c.organization_id = $1::uuid order by c.name, c.id`,
    [tenant.organizationId],
  );
}

export async function insertCalendar(
  tenant: Tenant,
  calendar: CalendarRow & { readonly recordedBy: string | null },
): Promise<void> {
  await insertRows(tenant, 'fiscal_calendars', [{ ...calendar }]);
}

/** Who follows which calendar from when: of two from the same day, the one recorded last. */
export async function listAdoptions(tenant: Tenant): Promise<AdoptionRow[]> {
  return sql<AdoptionRow>(
    tenant,
    `select distinct on (a.subsidiary_id, a.first_day) a.id, a.subsidiary_id as "subsidiaryId", a.calendar_id as "calendarId",
       a.first_day::text as "firstDay", to_char(a.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt"
     from calendar_adoptions a where a.organization_id = $1::uuid
     order by a.subsidiary_id nulls first, a.first_day, a.recorded_at desc, a.id desc`,
    [tenant.organizationId],
  );
}

export async function insertAdoption(
  tenant: Tenant,
  adoption: {
    readonly id: string;
    readonly subsidiaryId: string | null;
    readonly calendarId: string;
    readonly firstDay: string;
    readonly recordedBy: string | null;
  },
): Promise<void> {
  await insertRows(tenant, 'calendar_adoptions', [adoption]);
}

interface TimelineRow extends CalendarRow {
  readonly subsidiaryId: string | null;
  readonly firstDay: string;
}

const spanOf = ({
  firstDay,
  pattern,
  startMonth,
  firstWeekday,
  weekRule,
  extraWeekIn,
  adjustmentPeriod,
}: TimelineRow): CalendarSpan => ({
  firstDay,
  calendar: {
    pattern,
    startMonth,
    firstWeekday,
    weekRule,
    adjustmentPeriod,
    ...(extraWeekIn === null ? {} : { extraWeekIn }),
  },
});

/** The calendars a subsidiary follows, one after another; until one is named, months of its organization's year. */
export async function timelineOf(tenant: Tenant, subsidiaryId: string): Promise<CalendarTimeline> {
  const [row] = await sql<{ startMonth: number; adoptions: TimelineRow[] | null }>(
    tenant,
    `select o.fiscal_year_start_month as "startMonth",
       (select jsonb_agg(jsonb_build_object('subsidiaryId', x.subsidiary_id, 'firstDay', x.first_day, 'pattern', c.pattern,
          'startMonth', c.start_month, 'firstWeekday', c.first_weekday, 'weekRule', c.week_rule, 'extraWeekIn', c.extra_week_in,
          'adjustmentPeriod', c.adjustment_period) order by x.first_day)
        from (select distinct on (a.subsidiary_id, a.first_day) a.* from calendar_adoptions a
              where a.organization_id = $1::uuid and (a.subsidiary_id is null or a.subsidiary_id = $2::uuid)
              order by a.subsidiary_id, a.first_day, a.recorded_at desc, a.id desc) x
        join fiscal_calendars c on c.organization_id = $1::uuid and c.id = x.calendar_id) as adoptions
     from organizations o where o.id = $1::uuid`,
    [tenant.organizationId, subsidiaryId],
  );
  const adoptions = row?.adoptions ?? [];
  const of = (own: boolean) => adoptions.filter((one) => (one.subsidiaryId !== null) === own).map(spanOf);
  return continued(continued(monthlyTimeline(row?.startMonth ?? 1), of(false)), of(true));
}

/**
 * The periods of a subsidiary's books: those that exist, and around them what its calendars say. One statement tells books of
 * months, which have neither, from all others.
 */
export const gridOfBooks = async (tenant: Tenant, subsidiaryId: string): Promise<PeriodGrid> =>
  gridOfKind(tenant, subsidiaryId, await ask(tenant, kindOfPeriods(tenant, subsidiaryId)));

/** The same, once it is known whether they are calendar months (`kindOfPeriods`). */
export async function gridOfKind(
  tenant: Tenant,
  subsidiaryId: string,
  [kind]: readonly KindOfPeriods[],
): Promise<PeriodGrid> {
  if (kind?.isOther !== true) return MONTHS;
  return gridOf(await storedPeriods(tenant, subsidiaryId), await timelineOf(tenant, subsidiaryId));
}

/** Whether a subsidiary's books have other periods than calendar months, or will. */
export interface KindOfPeriods {
  readonly isOther: boolean;
}

/** Asks whether a subsidiary's books have other periods than calendar months, or will. */
export const kindOfPeriods = ({ organizationId }: Tenant, subsidiaryId: string): Question<KindOfPeriods> => ({
  text: `select exists (select 1 from calendar_adoptions a where a.organization_id = $1::uuid
         and (a.subsidiary_id is null or a.subsidiary_id = $2::uuid))
       or exists (select 1 from fiscal_periods q where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid
         and not q.is_adjustment and length(daybook_period_key(q.start_date, q.end_date)) > 7) as "isOther"`,
  values: [organizationId, subsidiaryId],
});

/** A subsidiary's books in a report: whether its periods are calendar months, and otherwise the calendar it followed last. */
export interface BooksRow {
  readonly id: string;
  readonly name: string;
  readonly isOther: boolean;
  /** The calendar's name; null while it follows none that has a name. */
  readonly calendar: string | null;
}

/** The subsidiaries, all or some, by name, each with what its periods are. */
export async function listBooks(
  tenant: Tenant,
  subsidiaryIds: readonly string[] | null,
): Promise<BooksRow[]> {
  return sql<BooksRow>(
    tenant,
    `select s.id, s.name, x.is_other as "isOther", case when x.is_other then (
         select c.name from calendar_adoptions a join fiscal_calendars c on c.organization_id = $1::uuid and c.id = a.calendar_id
         where a.organization_id = $1::uuid and (a.subsidiary_id = s.id or a.subsidiary_id is null)
         order by a.subsidiary_id is null, a.first_day desc, a.recorded_at desc, a.id desc limit 1) end as calendar
     from subsidiaries s
     cross join lateral (select exists (select 1 from fiscal_periods q where q.organization_id = $1::uuid and q.subsidiary_id = s.id
       and not q.is_adjustment and length(daybook_period_key(q.start_date, q.end_date)) > 7) as is_other) x
     where s.organization_id = $1::uuid and ($2::uuid[] is null or s.id = any ($2::uuid[]))
     order by s.name, s.id`,
    [tenant.organizationId, subsidiaryIds],
  );
}

/** The periods of several subsidiaries' books, and on which days those begin that exist. */
export async function gridsOfBooks(
  tenant: Tenant,
  subsidiaryIds: readonly string[],
): Promise<{ readonly grid: PeriodGrid; readonly starts: readonly string[] }[]> {
  const [year] = await sql<{ startMonth: number }>(
    tenant,
    'select o.fiscal_year_start_month as "startMonth" from organizations o where o.id = $1::uuid',
    [tenant.organizationId],
  );
  const adoptions = await sql<TimelineRow>(
    tenant,
    `select distinct on (a.subsidiary_id, a.first_day) a.subsidiary_id as "subsidiaryId", a.first_day::text as "firstDay", ${CALENDAR}
     from calendar_adoptions a join fiscal_calendars c on c.organization_id = $1::uuid and c.id = a.calendar_id
     where a.organization_id = $1::uuid and (a.subsidiary_id is null or a.subsidiary_id = any ($2::uuid[]))
     order by a.subsidiary_id nulls first, a.first_day, a.recorded_at desc, a.id desc`,
    [tenant.organizationId, subsidiaryIds],
  );
  const stored = await sql<StoredPeriod & { subsidiaryId: string }>(
    tenant,
    `select q.subsidiary_id as "subsidiaryId", ${STORED_PERIOD}
     from fiscal_periods q where q.organization_id = $1::uuid and q.subsidiary_id = any ($2::uuid[]) and not q.is_adjustment
     order by q.start_date`,
    [tenant.organizationId, subsidiaryIds],
  );
  const of = (id: string | null) => adoptions.filter(({ subsidiaryId }) => subsidiaryId === id).map(spanOf);
  const shared = continued(monthlyTimeline(year?.startMonth ?? 1), of(null));
  return subsidiaryIds.map((id) => {
    const own = stored.filter(({ subsidiaryId }) => subsidiaryId === id);
    return {
      grid: gridOf(own, continued(shared, of(id))),
      starts: own.map(({ startDate }) => startDate),
    };
  });
}

const STORED_PERIOD = `q.start_date::text as "startDate", q.end_date::text as "endDate", q.label, q.fiscal_year as "fiscalYear",
  q.period_status as "periodStatus"`;

export interface StoredPeriod {
  readonly startDate: string;
  readonly endDate: string;
  readonly label: string;
  readonly fiscalYear: number;
  readonly periodStatus: string;
}

/** The ordinary periods of a subsidiary that exist, in order. */
export async function storedPeriods(tenant: Tenant, subsidiaryId: string): Promise<StoredPeriod[]> {
  return sql<StoredPeriod>(
    tenant,
    `select ${STORED_PERIOD}
     from fiscal_periods q where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment
     order by q.start_date`,
    [tenant.organizationId, subsidiaryId],
  );
}

/** The end of the last period from a day on in which a subsidiary's ledger has entries; null when none has. */
export async function lastBookedFrom(
  tenant: Tenant,
  subsidiaryId: string,
  firstDay: string,
): Promise<string | null> {
  const [row] = await sql<{ day: string | null }>(
    tenant,
    `select max(q.end_date)::text as day from fiscal_periods q where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid
       and q.start_date >= $3::date
       and exists (select 1 from ledger_balances b where b.organization_id = $1::uuid and b.period_id = q.id)`,
    [tenant.organizationId, subsidiaryId, firstDay],
  );
  return row?.day ?? null;
}

/** Replaces the periods of a subsidiary from a day on, adjustment periods included. Periods with entries cannot be removed. */
export async function replacePeriodsFrom(
  tenant: Tenant,
  subsidiaryId: string,
  firstDay: string,
  periods: readonly FiscalPeriod[],
): Promise<void> {
  await sql(
    tenant,
    `delete from fiscal_periods where organization_id = $1::uuid and subsidiary_id = $2::uuid and start_date >= $3::date`,
    [tenant.organizationId, subsidiaryId, firstDay],
  );
  await insertRows(tenant, 'fiscal_periods', periodRows(subsidiaryId, periods));
}
