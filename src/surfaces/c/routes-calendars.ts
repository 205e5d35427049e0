import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import { calendarFields, createCalendar } from '@/usecases/periods/create-calendar';
import { listCalendars } from '@/usecases/periods/list-calendars';
import { adoptCalendar, adoptionFields } from '@/usecases/periods/set-calendar';
import { replan } from '@/usecases/revenue/runs/plan-periods';
import { json } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Fiscal calendars', tag: 'Fiscal calendars' } as const;
const BASE = '/api/v1/fiscal-calendars';

const calendarSchema = z.looseObject({
  id: z.guid(),
  name: z.string(),
  pattern: z.string(),
  adoptions: z.array(z.looseObject({ subsidiaryId: z.guid().nullable(), firstDay: z.iso.date() })),
});

/** How years are divided into periods, and who follows which calendar from which day. */
export const calendarRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.calendars.create',
    method: 'POST',
    path: BASE,
    summary: 'Name a fiscal calendar: months, 4-4-5, 4-5-4, 5-4-4 or thirteen periods of four weeks',
    params: none,
    query: none,
    body: calendarFields,
    success: { status: 201, schema: z.object({ calendar: calendarSchema }) },
    example: { body: { name: 'Retail 4-4-5', pattern: '4-4-5', startMonth: 2, firstWeekday: 7 } },
    handle: ({ call, body }) => perform(createCalendar, call, body, (calendar) => json(201, { calendar })),
  }),
  defineRoute({
    ...shared,
    operation: 'C.calendars.list',
    method: 'GET',
    path: BASE,
    summary: 'List the fiscal calendars and who follows which from which day',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: z.object({ calendars: z.array(calendarSchema) }) },
    async handle({ call }) {
      return json(200, { calendars: await runForOutput(listCalendars, call, {}) });
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.calendars.adopt',
    method: 'POST',
    path: `${BASE}/{id}/adopt`,
    summary:
      'Follow a calendar from a day on, for one subsidiary or for all that have named none; planned revenue moves into its periods',
    params: byId,
    query: none,
    body: adoptionFields,
    success: {
      status: 201,
      schema: z.object({
        calendarId: z.guid(),
        firstDay: z.iso.date(),
        subsidiaries: z.array(z.object({ subsidiaryId: z.guid(), periods: z.int() })),
      }),
    },
    example: { body: { firstDay: '2027-01-03' } },
    handle: ({ call, params, body }) =>
      perform(adoptCalendar, call, { ...params, ...body }, (adopted) => json(201, adopted)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.calendars.replan',
    method: 'POST',
    path: `${BASE}/replan`,
    summary:
      'Plan unposted revenue of a subsidiary in the periods its books have now; nothing changes where it is',
    params: none,
    query: none,
    body: z.object({ subsidiaryId: z.guid() }),
    success: { status: 200, schema: z.object({ done: z.literal(true) }) },
    handle: ({ call, body }) => perform(replan, call, body, (answer) => json(200, answer)),
  }),
];
