import { z } from 'zod';
import { runForOutput } from '@/usecases/kit/run';
import { calendarFields, createCalendar } from '@/usecases/periods/create-calendar';
import { listCalendars } from '@/usecases/periods/list-calendars';
import { adoptCalendar, adoptionFields } from '@/usecases/periods/set-calendar';
import { replan } from '@/usecases/revenue/runs/plan-periods';
import { json, shows } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import { adoptedShape, calendarShape, replannedShape } from './fields/calendars';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Fiscal calendars', tag: 'Fiscal calendars' } as const;
const BASE = '/api/v1/fiscal-calendars';

const one = named('calendar', calendarShape);
const all = named('calendars', rowsOf(calendarShape));

/** How years are divided into periods, and who follows which calendar from which day. */
export const calendarRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.calendars.create',
    method: 'POST',
    path: BASE,
    summary: 'Define a fiscal calendar: months, 4-4-5, 4-5-4, 5-4-4 or thirteen periods of four weeks',
    params: none,
    query: none,
    body: calendarFields,
    success: { status: 201, schema: one.schema },
    example: { body: { name: 'Retail 4-4-5', pattern: '4-4-5', startMonth: 2, firstWeekday: 7 } },
    handle: ({ call, body }) => perform(createCalendar, call, body, shows(one, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.calendars.list',
    method: 'GET',
    path: BASE,
    summary: 'List the fiscal calendars and which subsidiaries follow each, from which day',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: all.schema },
    async handle({ call }) {
      return json(200, all.present(await runForOutput(listCalendars, call, {})));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.calendars.adopt',
    method: 'POST',
    path: `${BASE}/{id}/adopt`,
    summary:
      'Follow a calendar from a given day, for one subsidiary or for all without one of their own; planned revenue moves into its periods',
    params: byId,
    query: none,
    body: adoptionFields,
    success: { status: 201, schema: adoptedShape.schema },
    example: { body: { firstDay: '2027-01-03' } },
    handle: ({ call, params, body }) =>
      perform(adoptCalendar, call, { ...params, ...body }, shows(adoptedShape, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.calendars.replan',
    method: 'POST',
    path: `${BASE}/replan`,
    summary:
      'Plan unposted revenue of a subsidiary in the periods its books have now; what is already planned in them does not change',
    params: none,
    query: none,
    body: z.object({ subsidiaryId: z.guid() }),
    success: { status: 200, schema: replannedShape.schema },
    example: { body: { subsidiaryId: '0197d0a0-0000-7000-8000-000000000001' } },
    handle: ({ call, body }) => perform(replan, call, body, shows(replannedShape)),
  }),
];
