import { z } from 'zod';
import { CALENDAR_PATTERNS, periodsInYear, WEEK_RULES } from '@/core/periods/fiscal-calendar';
import { refuse } from '@/core/refusals';
import { insertCalendar, listCalendars } from '@/db/stores/structure/fiscal-calendars';
import { newId } from '@/lib/ids';
import { defineUseCase } from '../kit/define';
import { nameText } from '../kit/fields';
import type { CalendarView } from './list-calendars';

/** What makes one calendar differ from another. */
export const calendarRule = {
  /** Months; quarters of 4, 4 and 5 weeks in one of three orders; thirteen periods of four weeks. */
  pattern: z.enum(CALENDAR_PATTERNS),
  /** The month a year starts in, or near the first of which a year of weeks starts. */
  startMonth: z.int().min(1).max(12).default(1),
  /** Weeks: the weekday a year starts on, 1 Monday to 7 Sunday. */
  firstWeekday: z.int().min(1).max(7).default(1),
  /** Weeks: NEAREST to the first of the month, or so that the year ends on the LAST such weekday of its month. */
  weekRule: z.enum(WEEK_RULES).default('NEAREST'),
  /** Weeks: the period that has the 53rd week; omitted, the last. */
  extraWeekIn: z.int().min(1).max(13).nullish(),
  /** One more period on a year's last day, for closing adjustments. */
  adjustmentPeriod: z.boolean().default(false),
};

export const calendarFields = z
  .object({ name: nameText.max(100), ...calendarRule })
  .refine((fields) => (fields.extraWeekIn ?? 1) <= periodsInYear(fields), {
    path: ['extraWeekIn'],
    message: 'must be a period of the year',
  });

/**
 * Creates a fiscal calendar. No one follows it yet; its rule never changes, since periods were made by it. Refuses DUPLICATE for
 * a name that exists.
 */
export const createCalendar = defineUseCase({
  name: 'calendars.create',
  permission: 'gl.setup.write',
  mode: 'write',
  input: calendarFields,
  async run(context, { extraWeekIn = null, ...fields }): Promise<CalendarView> {
    const { tenant, principal } = context;
    const taken = (await listCalendars(tenant)).some(({ name }) => name === fields.name);
    if (taken) {
      refuse('DUPLICATE', `A fiscal calendar named ${fields.name} already exists.`, {
        noun: 'fiscal calendar',
        field: 'name',
        value: fields.name,
      });
    }
    const calendar = { id: newId(), ...fields, extraWeekIn };
    await insertCalendar(tenant, { ...calendar, recordedBy: principal.actor.id });
    context.record({ noun: 'fiscal calendar', recordId: calendar.id, after: calendar });
    return { ...calendar, adoptions: [] };
  },
});
