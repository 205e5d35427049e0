import { showRevaluation } from '@/usecases/fx/revaluations';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { addAdjustmentPeriod } from '@/usecases/periods/add-adjustment-period';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { createFiscalYear } from '@/usecases/periods/create-fiscal-year';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { reopenPeriod } from '@/usecases/periods/reopen-period';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Fiscal periods: the calendar, closing step by step, reopening. */
export const periodsRouter = createTrpcRouter({
  list: procedureFor(listPeriods),
  blockers: procedureFor(periodBlockers),
  softClose: procedureFor(softClosePeriod),
  close: procedureFor(closePeriod),
  lock: procedureFor(lockPeriod),
  reopen: procedureFor(reopenPeriod),
  addAdjustment: procedureFor(addAdjustmentPeriod),
  createYear: procedureFor(createFiscalYear),
  revaluation: procedureFor(showRevaluation),
  revalue: procedureFor(revaluePeriod),
});
