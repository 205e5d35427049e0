import { z } from 'zod';
import { CALENDAR_PATTERNS, WEEK_RULES } from '@/core/periods/fiscal-calendar';
import type { listCalendars } from '@/usecases/periods/list-calendars';
import type { adoptCalendar } from '@/usecases/periods/set-calendar';
import type { replan } from '@/usecases/revenue/runs/plan-periods';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { rowsOf } from '../../kit/shape-parts';

type Calendars = OutputOf<typeof listCalendars>;
type Adopted = OutputOf<typeof adoptCalendar>;

const adoptionShape = shapeOf<Calendars[number]['adoptions'][number]>()({
  id: 'id',
  subsidiaryId: 'id?',
  firstDay: 'day',
  recordedAt: 'moment',
});

export const calendarShape = shapeOf<Calendars[number]>()({
  id: 'id',
  name: 'text',
  pattern: z.enum(CALENDAR_PATTERNS),
  startMonth: 'count',
  firstWeekday: 'count',
  weekRule: z.enum(WEEK_RULES),
  extraWeekIn: 'count?',
  adjustmentPeriod: 'flag',
  adoptions: rowsOf(adoptionShape),
});

const subsidiaryShape = shapeOf<Adopted['subsidiaries'][number]>()({
  subsidiaryId: 'id',
  periods: 'count',
});

export const adoptedShape = shapeOf<Adopted>()({
  calendarId: 'id',
  firstDay: 'day',
  subsidiaries: rowsOf(subsidiaryShape),
});

export const replannedShape = shapeOf<OutputOf<typeof replan>>()({ done: z.literal(true) });
