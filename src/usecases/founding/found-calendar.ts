import { z } from 'zod';
import { calendarName } from '@/core/founding/calendar-name';
import type { Made } from '@/core/founding/steps';
import { periodsOfTimeline } from '@/core/periods/calendar-timeline';
import {
  type FiscalCalendar,
  type FiscalPeriod,
  fiscalYearOf,
  fiscalYearStart,
  periodsOfYear,
} from '@/core/periods/fiscal-calendar';
import { refuse } from '@/core/refusals';
import { type FoundingFacts, foundingFacts } from '@/db/stores/founding-steps';
import {
  type CalendarRow,
  insertAdoption,
  listAdoptions,
  listCalendars,
  replacePeriodsFrom,
  timelineOf,
} from '@/db/stores/structure/fiscal-calendars';
import { lockPeriods, periods } from '@/db/stores/structure/periods';
import { subsidiaries } from '@/db/stores/structure/subsidiaries';
import { newId } from '@/lib/ids';
import { type Context, defineUseCase } from '../kit/define';
import { day } from '../kit/fields';
import { calendarRule, createCalendar } from '../periods/create-calendar';
import { FOUNDING, takeStep } from './step-record';

/** Comparative years are few; older balances come in by the opening entry. */
const MOST_YEARS = 15;
const BEGINNING = '1900-01-01';

export const calendarAnswers = z
  .object({
    ...calendarRule,
    /** The first year that reports compare with. */
    firstFiscalYear: z.int().min(1950).max(2200),
    /** The first day of the books, for a company that began within its first year; omitted: that year's first day. */
    firstDay: day.nullish(),
  })
  .refine(({ extraWeekIn, pattern }) => (extraWeekIn ?? 1) <= (pattern === '13x4' ? 13 : 12), {
    path: ['extraWeekIn'],
    message: 'must be a period of the year',
  });
type Asked = z.output<typeof calendarAnswers>;

/**
 * Founding, step CALENDAR: the fiscal calendar of every subsidiary that has named none, and its periods from the first comparative
 * year through next year, in place of those the organization began with. Possible until the first entry is posted and the first
 * revenue planned; after that a calendar changes from a day on (periods.adoptCalendar). Refuses IN_USE then, and INVALID_INPUT for
 * a first day outside the first year or a year to come.
 */
export const foundCalendar = defineUseCase({
  name: 'founding.calendar',
  permission: FOUNDING,
  mode: 'write',
  input: calendarAnswers,
  run: (context, asked) => takeStep(context, 'CALENDAR', asked, (inner) => make(inner, asked)),
});

async function make(context: Context, asked: Asked): Promise<Made[]> {
  const { tenant, clock } = context;
  await lockPeriods(tenant);
  const facts = await foundingFacts(tenant);
  await demandUnused(context, facts);
  const calendar = calendarOf(asked);
  const current = fiscalYearOf(clock.today(), calendar);
  const firstDay = firstDayOf(asked, calendar, current);
  const made = await follow(context, facts, calendar, firstDay);
  for (const one of await subsidiaries.list(tenant, { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })) {
    const timeline = await timelineOf(tenant, one.id);
    const years = Array.from(
      { length: current + 2 - asked.firstFiscalYear },
      (_, n) => asked.firstFiscalYear + n,
    );
    const wanted = years
      .flatMap((year) => periodsOfTimeline(timeline, year))
      .filter(({ endDate }) => endDate >= firstDay);
    if (await stand(context, one.id, wanted)) continue;
    await replacePeriodsFrom(tenant, one.id, BEGINNING, wanted);
    made.push(
      ...years.flatMap((year) =>
        yearMade(
          one.name,
          wanted.filter((p) => p.fiscalYear === year),
        ),
      ),
    );
  }
  if (made.length > 0) {
    const after = { calendar: calendarName(calendar), firstDay, through: current + 1 };
    context.record({ noun: 'fiscal calendar', recordId: null, after });
  }
  return made;
}

async function demandUnused({ tenant }: Context, facts: FoundingFacts): Promise<void> {
  const closed = await periods.count(tenant, { periodStatus: { not: 'OPEN' } });
  if (!facts.isUnderWay && closed === 0) return;
  const message =
    'The books are in use: entries are posted, revenue is planned or a period is closed. Change the calendar as of a later day under Periods.';
  refuse('IN_USE', message, { noun: 'fiscal calendar', id: '', by: 'ledger entries' });
}

function calendarOf({ extraWeekIn, ...asked }: Asked): FiscalCalendar {
  return {
    pattern: asked.pattern,
    startMonth: asked.startMonth,
    firstWeekday: asked.firstWeekday,
    weekRule: asked.weekRule,
    adjustmentPeriod: asked.adjustmentPeriod,
    ...(extraWeekIn === null || extraWeekIn === undefined ? {} : { extraWeekIn }),
  };
}

function firstDayOf(asked: Asked, calendar: FiscalCalendar, current: number): string {
  const year = asked.firstFiscalYear;
  if (year > current) invalid('firstFiscalYear', `must not be after the current fiscal year, ${current}`);
  if (year <= current - MOST_YEARS) invalid('firstFiscalYear', `must be after ${current - MOST_YEARS}`);
  const begins = fiscalYearStart(year, calendar);
  if (asked.firstDay === null || asked.firstDay === undefined) return begins;
  if (fiscalYearOf(asked.firstDay, calendar) !== year) {
    invalid('firstDay', `must be a day of fiscal year ${year}, which begins on ${begins}`);
  }
  return asked.firstDay;
}

/** Makes every subsidiary without a calendar of its own follow this one; if the organization already has months, nothing is needed. */
async function follow(
  context: Context,
  facts: FoundingFacts,
  calendar: FiscalCalendar,
  firstDay: string,
): Promise<Made[]> {
  const { tenant, principal } = context;
  const adoptions = (await listAdoptions(tenant)).filter(({ subsidiaryId }) => subsidiaryId === null);
  const calendars = await listCalendars(tenant);
  const isPlain = calendar.pattern === 'MONTHLY' && !calendar.adjustmentPeriod && firstDay.endsWith('-01');
  if (adoptions.length === 0 && isPlain && calendar.startMonth === facts.fiscalYearStartMonth) return [];
  const known = calendars.find((row) => isSameRule(row, calendar));
  const newest = adoptions.at(-1);
  if (known !== undefined && newest?.calendarId === known.id && newest.firstDay === firstDay) return [];
  const later = adoptions.map((one) => one.firstDay).filter((other) => other > firstDay);
  for (const other of later) {
    if (startsPeriod(calendar, other)) continue;
    const message = `must be after ${other}, the day from which another calendar was followed`;
    invalid('firstDay', message);
  }
  const name = freeName(
    calendarName(calendar),
    calendars.map((row) => row.name),
  );
  const { id } =
    known ?? (await createCalendar.run(context, createCalendar.input.parse({ name, ...calendar })));
  for (const first of [firstDay, ...later]) {
    await insertAdoption(tenant, {
      id: newId(),
      subsidiaryId: null,
      calendarId: id,
      firstDay: first,
      recordedBy: principal.actor.id,
    });
  }
  const detail = `from ${firstDay}`;
  return [{ act: 'CREATED', noun: 'fiscal calendar', id, label: known?.name ?? name, detail }];
}

const isSameRule = (row: CalendarRow, calendar: FiscalCalendar) =>
  row.pattern === calendar.pattern &&
  row.startMonth === calendar.startMonth &&
  row.adjustmentPeriod === calendar.adjustmentPeriod &&
  (row.pattern === 'MONTHLY' ||
    (row.firstWeekday === calendar.firstWeekday &&
      row.weekRule === (calendar.weekRule ?? 'NEAREST') &&
      row.extraWeekIn === (calendar.extraWeekIn ?? null)));

const startsPeriod = (calendar: FiscalCalendar, date: string) =>
  periodsOfYear(fiscalYearOf(date, calendar), calendar).some(
    (one) => !one.isAdjustment && one.startDate === date,
  );

function freeName(name: string, taken: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name} (${n})`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** Whether a subsidiary has these periods already. */
async function stand({ tenant }: Context, subsidiaryId: string, wanted: readonly FiscalPeriod[]) {
  const rows = await periods.list(tenant, {
    where: { subsidiaryId },
    orderBy: [{ fiscalYear: 'asc' }, { periodNumber: 'asc' }],
  });
  const key = (one: { fiscalYear: number; startDate: string; endDate: string; label: string }) =>
    `${one.fiscalYear} ${one.label} ${one.startDate} ${one.endDate}`;
  return rows.map(key).join() === wanted.map(key).join();
}

function yearMade(company: string, year: readonly FiscalPeriod[]): Made[] {
  const [first, last] = [year[0], year.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ordinary = year.filter(({ isAdjustment }) => !isAdjustment).length;
  const extra = ordinary < year.length ? ' and one for adjustments' : '';
  return [
    {
      act: 'CREATED',
      noun: 'fiscal year',
      id: null,
      label: `FY${first.fiscalYear}, ${company}`,
      detail: `${ordinary} ${ordinary === 1 ? 'period' : 'periods'}${extra}, ${first.startDate} to ${last.endDate}`,
    },
  ];
}

function invalid(field: string, message: string): never {
  refuse('INVALID_INPUT', `${field}: ${message}`, { issues: [{ path: [field], message }] });
}
