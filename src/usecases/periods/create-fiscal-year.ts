import { z } from 'zod';
import { periodsOfTimeline } from '@/core/periods/calendar-timeline';
import {
  adjustmentPeriod,
  CALENDAR_PATTERNS,
  type FiscalPeriod,
  periodsOfYear,
} from '@/core/periods/fiscal-calendar';
import { refuse } from '@/core/refusals';
import { insertPeriods } from '@/db/stores/founding';
import { organizationSettings } from '@/db/stores/organization-settings';
import { timelineOf } from '@/db/stores/structure/fiscal-calendars';
import { lockPeriods, periods } from '@/db/stores/structure/periods';
import { subsidiaries } from '@/db/stores/structure/subsidiaries';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { type PeriodView, periodView } from './period-view';

/**
 * Creates the periods of a fiscal year, all open: by the calendar each subsidiary follows, or by a pattern of months or weeks,
 * with an adjustment period on request; for one subsidiary, or for every one that lacks the year. Refuses NOT_FOUND, DUPLICATE
 * when the year exists, INVALID_INPUT when it would overlap existing periods.
 */
export const createFiscalYear = defineUseCase({
  name: 'periods.createYear',
  permission: 'gl.setup.write',
  mode: 'write',
  input: z.object({
    fiscalYear: z.int().min(1950).max(2200),
    subsidiaryId: z.guid().optional(),
    /** Omitted: by the calendar each subsidiary follows. */
    pattern: z.enum(CALENDAR_PATTERNS).optional(),
    adjustmentPeriod: z.boolean().default(false),
    /** For week patterns: 1 Monday to 7 Sunday. */
    firstWeekday: z.int().min(1).max(7).default(1),
  }),
  async run(context, { fiscalYear, subsidiaryId, pattern, ...rest }): Promise<PeriodView[]> {
    const { tenant, clock } = context;
    await lockPeriods(tenant);
    const { fiscalYearStartMonth: startMonth } = await organizationSettings(tenant);
    const stated = pattern === undefined ? null : periodsOfYear(fiscalYear, { ...rest, pattern, startMonth });
    const wanted = await subsidiariesWithout(context, fiscalYear, subsidiaryId);
    for (const id of wanted) {
      const year = stated ?? (await yearOfCalendar(context, id, fiscalYear, rest.adjustmentPeriod));
      const [first, last] = [year[0], year.at(-1)];
      if (first === undefined || last === undefined) throw new Error('a fiscal year has no periods');
      await demandNoOverlap(context, [id], first.startDate, last.endDate);
      await insertPeriods(tenant, id, year);
    }
    const made = await periods.list(tenant, {
      where: { fiscalYear, subsidiaryId: { in: wanted } },
      orderBy: [{ subsidiaryId: 'asc' }, { periodNumber: 'asc' }],
    });
    context.record({
      noun: 'fiscal year',
      recordId: null,
      after: { fiscalYear, subsidiaryIds: wanted, pattern: pattern ?? null, ...rest },
    });
    return made.map((row) => periodView(row, clock.now()));
  },
});

/** The year by the calendars a subsidiary follows, with an adjustment period if they say so or the caller does. */
async function yearOfCalendar(
  { tenant }: Context,
  subsidiaryId: string,
  fiscalYear: number,
  isAdjusted: boolean,
): Promise<FiscalPeriod[]> {
  const year = periodsOfTimeline(await timelineOf(tenant, subsidiaryId), fiscalYear);
  const last = year.at(-1);
  if (!isAdjusted || last === undefined || last.isAdjustment) return year;
  return [...year, adjustmentPeriod(fiscalYear, last.number, last.endDate)];
}

async function subsidiariesWithout(
  { tenant }: Context,
  fiscalYear: number,
  asked: string | undefined,
): Promise<string[]> {
  const all = await subsidiaries.list(tenant, { where: asked === undefined ? {} : { id: asked } });
  if (asked !== undefined && all.length === 0) refuseNotFound('subsidiary', asked);
  const have = await periods.list(tenant, { where: { fiscalYear } });
  const taken = new Set(have.map((period) => period.subsidiaryId));
  const wanted = all.map(({ id }) => id).filter((id) => !taken.has(id));
  if (wanted.length === 0) {
    refuse('DUPLICATE', `Fiscal year ${fiscalYear} already has its periods.`, {
      noun: 'fiscal year',
      field: 'fiscalYear',
      value: String(fiscalYear),
    });
  }
  return wanted;
}

async function demandNoOverlap({ tenant }: Context, ids: readonly string[], from: string, to: string) {
  const overlapping = await periods.count(tenant, {
    subsidiaryId: { in: ids },
    isAdjustment: false,
    startDate: { lte: to },
    endDate: { gte: from },
  });
  if (overlapping === 0) return;
  const message = `would overlap existing periods (${from} to ${to})`;
  refuse('INVALID_INPUT', `fiscalYear: ${message}`, { issues: [{ path: ['fiscalYear'], message }] });
}
