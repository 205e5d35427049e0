import { showRevaluation } from '@/usecases/fx/revaluations';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { addAdjustmentPeriod } from '@/usecases/periods/add-adjustment-period';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { closePeriodsThrough } from '@/usecases/periods/close-periods';
import { createCalendar } from '@/usecases/periods/create-calendar';
import { createFiscalYear } from '@/usecases/periods/create-fiscal-year';
import { listCalendars } from '@/usecases/periods/list-calendars';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { reopenPeriod } from '@/usecases/periods/reopen-period';
import { adoptCalendar } from '@/usecases/periods/set-calendar';
import { replan } from '@/usecases/revenue/runs/plan-periods';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Fiscal periods: the calendar, closing step by step, reopening. */
export const periodsRouter = createTrpcRouter({
  list: procedureFor(listPeriods),
  blockers: procedureFor(periodBlockers),
  softClose: procedureFor(softClosePeriod),
  close: procedureFor(closePeriod),
  closeThrough: procedureFor(closePeriodsThrough),
  lock: procedureFor(lockPeriod),
  reopen: procedureFor(reopenPeriod),
  addAdjustment: procedureFor(addAdjustmentPeriod),
  createYear: procedureFor(createFiscalYear),
  calendars: procedureFor(listCalendars),
  createCalendar: procedureFor(createCalendar),
  adoptCalendar: procedureFor(adoptCalendar),
  replan: procedureFor(replan),
  revaluation: procedureFor(showRevaluation),
  revalue: procedureFor(revaluePeriod),
});
