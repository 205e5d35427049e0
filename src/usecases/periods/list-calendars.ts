import { z } from 'zod';
import {
  type AdoptionRow,
  type CalendarRow,
  listAdoptions,
  listCalendars as readCalendars,
} from '@/db/stores/structure/fiscal-calendars';
import { defineUseCase } from '../kit/define';

/** A calendar, and which subsidiaries follow it from which day. */
export interface CalendarView extends CalendarRow {
  readonly adoptions: readonly Omit<AdoptionRow, 'calendarId'>[];
}

/** The fiscal calendars of the organization, and which subsidiaries follow each from which day. */
export const listCalendars = defineUseCase({
  name: 'calendars.list',
  permission: 'gl.period.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant }): Promise<CalendarView[]> {
    const adoptions = await listAdoptions(tenant);
    return (await readCalendars(tenant)).map((calendar) => ({
      ...calendar,
      adoptions: adoptions.flatMap(({ calendarId, ...rest }) => (calendarId === calendar.id ? [rest] : [])),
    }));
  },
});
