import { activateContract } from '@/usecases/revenue/activate-contract';
import { allocatePrice } from '@/usecases/revenue/allocate-price';
import { applyModification } from '@/usecases/revenue/apply-modification';
import { combineContracts } from '@/usecases/revenue/combine-contracts';
import { adjustCost, createCost, getCost, listCosts } from '@/usecases/revenue/cost-records';
import { createContract } from '@/usecases/revenue/create-contract';
import { createRun } from '@/usecases/revenue/create-run';
import { contractFromInvoice } from '@/usecases/revenue/draft-from-invoice';
import { contractFromSubscription } from '@/usecases/revenue/draft-from-subscription';
import { explainFigure } from '@/usecases/revenue/explain-figure';
import { getContract } from '@/usecases/revenue/get-contract';
import { getRun } from '@/usecases/revenue/get-run';
import { importEvents } from '@/usecases/revenue/import-events';
import { listContracts } from '@/usecases/revenue/list-contracts';
import { listEstimates } from '@/usecases/revenue/list-estimates';
import { listRuns } from '@/usecases/revenue/list-runs';
import { listExamples, loadExample } from '@/usecases/revenue/load-example';
import { listReclassified, reclassify } from '@/usecases/revenue/move-apart';
import {
  createPolicy,
  getPolicy,
  readPolicies,
  removePolicy,
  updatePolicy,
} from '@/usecases/revenue/policy-records';
import { postRun } from '@/usecases/revenue/post-run';
import { previewModification } from '@/usecases/revenue/preview-modification';
import { recordEvent } from '@/usecases/revenue/record-event';
import {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/report-balances';
import { behindFigure } from '@/usecases/revenue/report-behind';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/report-revenue';
import { scheduleAmount } from '@/usecases/revenue/schedule-amount';
import { createSsp, getSsp, listSsp, removeSsp, updateSsp } from '@/usecases/revenue/ssp-records';
import { listTemplates, templateVerbs } from '@/usecases/revenue/template-records';
import { terminateContract } from '@/usecases/revenue/terminate-contract';
import { updateContract } from '@/usecases/revenue/update-contract';
import { verifyRevenue } from '@/usecases/revenue/verify-revenue';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Revenue contracts from draft to disclosure. */
export const revenueRouter = createTrpcRouter({
  contracts: createTrpcRouter({
    create: procedureFor(createContract),
    update: procedureFor(updateContract),
    get: procedureFor(getContract),
    list: procedureFor(listContracts),
    activate: procedureFor(activateContract),
    terminate: procedureFor(terminateContract),
    combine: procedureFor(combineContracts),
    fromSubscription: procedureFor(contractFromSubscription),
    fromInvoice: procedureFor(contractFromInvoice),
  }),
  events: createTrpcRouter({
    record: procedureFor(recordEvent),
    import: procedureFor(importEvents),
  }),
  modifications: createTrpcRouter({
    preview: procedureFor(previewModification),
    choose: procedureFor(applyModification),
  }),
  runs: createTrpcRouter({
    create: procedureFor(createRun),
    get: procedureFor(getRun),
    list: procedureFor(listRuns),
    post: procedureFor(postRun),
  }),
  reports: createTrpcRouter({
    waterfall: procedureFor(waterfallReport),
    rollforward: procedureFor(rollforwardReport),
    rpo: procedureFor(rpoReport),
    contractBalances: procedureFor(contractBalancesReport),
    disaggregation: procedureFor(disaggregationReport),
    forecast: procedureFor(forecastReport),
    recurring: procedureFor(recurringRevenueReport),
    behind: procedureFor(behindFigure),
  }),
  reclassifications: createTrpcRouter({
    create: procedureFor(reclassify),
    list: procedureFor(listReclassified),
  }),
  policies: createTrpcRouter({
    create: procedureFor(createPolicy),
    update: procedureFor(updatePolicy),
    get: procedureFor(getPolicy),
    list: procedureFor(readPolicies),
    remove: procedureFor(removePolicy),
  }),
  ssp: createTrpcRouter({
    create: procedureFor(createSsp),
    update: procedureFor(updateSsp),
    get: procedureFor(getSsp),
    list: procedureFor(listSsp),
    remove: procedureFor(removeSsp),
  }),
  templates: createTrpcRouter({
    create: procedureFor(templateVerbs.create),
    update: procedureFor(templateVerbs.update),
    get: procedureFor(templateVerbs.get),
    list: procedureFor(listTemplates),
    remove: procedureFor(templateVerbs.remove),
  }),
  costs: createTrpcRouter({
    create: procedureFor(createCost),
    impair: procedureFor(adjustCost),
    get: procedureFor(getCost),
    list: procedureFor(listCosts),
  }),
  allocate: procedureFor(allocatePrice),
  schedule: procedureFor(scheduleAmount),
  examples: procedureFor(listExamples),
  loadExample: procedureFor(loadExample),
  estimates: createTrpcRouter({ due: procedureFor(listEstimates) }),
  explain: procedureFor(explainFigure),
  verify: procedureFor(verifyRevenue),
});
