import { z } from 'zod';
import { addDays } from '@/core/periods/calendar';
import { type CalendarTimeline, periodsOfTimeline, yearOnTimeline } from '@/core/periods/calendar-timeline';
import { gridOf } from '@/core/periods/period-grid';
import { type Issue, refuse } from '@/core/refusals';
import {
  insertAdoption,
  lastBookedFrom,
  listAdoptions,
  listCalendars,
  replacePeriodsFrom,
  storedPeriods,
  timelineOf,
} from '@/db/stores/structure/fiscal-calendars';
import { lockPeriods } from '@/db/stores/structure/periods';
import { subsidiaries } from '@/db/stores/structure/subsidiaries';
import { newId } from '@/lib/ids';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { day } from '../kit/fields';
import { demandEverywhere } from '../kit/reach';
import { runForOutput } from '../kit/run';
import { replan } from '../revenue/runs/plan-periods';

export const adoptionFields = z.object({
  /** Omitted: every subsidiary without a calendar of its own. */
  subsidiaryId: z.guid().optional(),
  /** The first day of a period. Nothing may be posted on or after it. */
  firstDay: day,
});

/** Whose periods were made again, and how many there are now from the first day on. */
export interface AdoptedCalendar {
  readonly calendarId: string;
  readonly firstDay: string;
  readonly subsidiaries: readonly { readonly subsidiaryId: string; readonly periods: number }[];
}

/**
 * Makes a subsidiary, or all without a calendar of their own, follow a fiscal calendar from a day on. The periods from that day are made again
 * for the same years, and what revenue and contract costs are planned after it moves into them, by days, without a change of
 * any sum. Called again, it goes on where it stopped. Another calendar from the same day replaces the first.
 * Refuses NOT_FOUND, FORBIDDEN for all subsidiaries by a caller confined to some, INVALID_INPUT for a day that is not the
 * first of a period, on or after which entries exist or a period is closed, or that would make a fiscal year exist twice.
 */
export const adoptCalendar = defineUseCase({
  name: 'calendars.adopt',
  permission: 'gl.setup.write',
  mode: 'steps',
  input: adoptionFields.extend({ id: z.guid() }),
  async run(context, input): Promise<AdoptedCalendar> {
    const { expectedVersion: _none, ...call } = { ...context };
    const adopted = await runForOutput(recordAdoption, call, input);
    if (context.dryRun) return adopted;
    for (const { subsidiaryId } of adopted.subsidiaries) {
      await runForOutput(replan, call, { subsidiaryId });
    }
    return adopted;
  },
});

/** The adoption itself and the periods it makes, in one transaction while nothing is posted. */
export const recordAdoption = defineUseCase({
  name: 'calendars.recordAdoption',
  permission: 'gl.setup.write',
  mode: 'write',
  input: adoptionFields.extend({ id: z.guid() }),
  async run(context, { id, subsidiaryId, firstDay }): Promise<AdoptedCalendar> {
    const { tenant, principal } = context;
    if (subsidiaryId === undefined) demandEverywhere(principal, 'gl.setup.write');
    const calendar =
      (await listCalendars(tenant)).find((one) => one.id === id) ?? refuseNotFound('fiscal calendar', id);
    await lockPeriods(tenant);
    const adoptions = await listAdoptions(tenant);
    const followers = await followersOf(context, subsidiaryId, adoptions);
    const before = new Map<string, CalendarTimeline>();
    for (const follower of followers) before.set(follower, await timelineOf(tenant, follower));
    const isTold = adoptions.some(
      (one) =>
        one.subsidiaryId === (subsidiaryId ?? null) && one.calendarId === id && one.firstDay === firstDay,
    );
    if (!isTold) {
      await insertAdoption(tenant, {
        id: newId(),
        subsidiaryId: subsidiaryId ?? null,
        calendarId: id,
        firstDay,
        recordedBy: principal.actor.id,
      });
    }
    const made: { subsidiaryId: string; periods: number }[] = [];
    for (const [follower, timeline] of before) {
      const periods = isTold ? 0 : await remakePeriods(context, follower, firstDay, timeline);
      made.push({ subsidiaryId: follower, periods });
    }
    if (!isTold) {
      const after = { calendar: calendar.name, subsidiaryId: subsidiaryId ?? null, firstDay };
      context.record({ noun: 'fiscal calendar', recordId: id, after });
    }
    return { calendarId: id, firstDay, subsidiaries: made };
  },
});

async function followersOf(
  { tenant }: Context,
  asked: string | undefined,
  adoptions: readonly { subsidiaryId: string | null }[],
): Promise<string[]> {
  const all = await subsidiaries.list(tenant, { where: asked === undefined ? {} : { id: asked } });
  if (asked !== undefined && all.length === 0) refuseNotFound('subsidiary', asked);
  if (asked !== undefined) return [asked];
  const own = new Set(adoptions.map(({ subsidiaryId }) => subsidiaryId));
  return all.map(({ id }) => id).filter((id) => !own.has(id));
}

/** Creates the periods of a subsidiary from a day on by its current calendars; returns how many there are. */
async function remakePeriods(
  { tenant }: Context,
  subsidiaryId: string,
  firstDay: string,
  before: CalendarTimeline,
): Promise<number> {
  const stored = await storedPeriods(tenant, subsidiaryId);
  const grid = gridOf(stored, before);
  const begins = grid.on(firstDay);
  if (begins.startDate !== firstDay) {
    invalid(`must be the first day of a period: ${begins.startDate} or ${addDays(begins.endDate, 1)}`);
  }
  const closed = stored.find((one) => one.startDate >= firstDay && one.periodStatus !== 'OPEN');
  if (closed !== undefined) invalid(`must be after ${closed.endDate}: period ${closed.label} is not open`);
  const booked = await lastBookedFrom(tenant, subsidiaryId, firstDay);
  if (booked !== null) invalid(`must be after ${booked}: the ledger has entries through that day`);
  const timeline = await timelineOf(tenant, subsidiaryId);
  const year = yearOnTimeline(timeline, firstDay);
  const earlier = yearOnTimeline(before, addDays(firstDay, -1));
  if (year < earlier || (year === earlier && isOtherYear(before, timeline, firstDay))) {
    invalid(`would make fiscal year ${year} exist twice`);
  }
  const through = stored.at(-1)?.endDate ?? firstDay;
  const last = Math.max(year, yearOnTimeline(timeline, through));
  const periods = Array.from({ length: last - year + 1 }, (_, index) =>
    periodsOfTimeline(timeline, year + index).filter(({ startDate }) => startDate >= firstDay),
  ).flat();
  await replacePeriodsFrom(tenant, subsidiaryId, firstDay, periods);
  return periods.length;
}

/** Whether the year goes on under different numbers than it began with: its periods would not follow one another. */
function isOtherYear(before: CalendarTimeline, after: CalendarTimeline, firstDay: string): boolean {
  const numberOn = (timeline: CalendarTimeline, day: string) =>
    periodsOfTimeline(timeline, yearOnTimeline(timeline, day)).find(
      ({ isAdjustment, startDate, endDate }) => !isAdjustment && startDate <= day && day <= endDate,
    )?.number ?? 0;
  return numberOn(after, firstDay) <= numberOn(before, addDays(firstDay, -1));
}

function invalid(message: string): never {
  const issues: Issue[] = [{ path: ['firstDay'], message }];
  refuse('INVALID_INPUT', `firstDay: ${message}`, { issues });
}
