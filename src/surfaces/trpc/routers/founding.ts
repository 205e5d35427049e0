import { dismissChecklist, skipFoundingStep } from '@/usecases/founding/close-step';
import { foundCalendar } from '@/usecases/founding/found-calendar';
import { foundChart } from '@/usecases/founding/found-chart';
import { foundCompany } from '@/usecases/founding/found-company';
import { foundNumbers } from '@/usecases/founding/found-numbers';
import { foundRevenue } from '@/usecases/founding/found-revenue';
import { foundRules } from '@/usecases/founding/found-rules';
import { foundTaxes } from '@/usecases/founding/found-taxes';
import { invitePeople } from '@/usecases/founding/invite-people';
import { proposeFounding, showFounding } from '@/usecases/founding/show-founding';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Founding real books step by step. `$call: { dryRun: true }` shows what a step would create. */
export const foundingRouter = createTrpcRouter({
  show: procedureFor(showFounding),
  proposals: procedureFor(proposeFounding),
  company: procedureFor(foundCompany),
  chart: procedureFor(foundChart),
  calendar: procedureFor(foundCalendar),
  taxes: procedureFor(foundTaxes),
  numbers: procedureFor(foundNumbers),
  rules: procedureFor(foundRules),
  revenue: procedureFor(foundRevenue),
  people: procedureFor(invitePeople),
  skip: procedureFor(skipFoundingStep),
  dismiss: procedureFor(dismissChecklist),
});
