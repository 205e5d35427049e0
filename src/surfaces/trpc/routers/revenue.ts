import { approveRequest, rejectRequest } from '@/usecases/revenue/approvals/approve-request';
import { listApprovals } from '@/usecases/revenue/approvals/list-approvals';
import { requestApproval } from '@/usecases/revenue/approvals/request-approval';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { allocatePrice } from '@/usecases/revenue/contracts/allocate-price';
import {
  createCost,
  getCost,
  impairCost,
  listCosts,
  reviseCostTerm,
} from '@/usecases/revenue/contracts/costs/cost-records';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { contractFromInvoice } from '@/usecases/revenue/contracts/drafts/draft-from-invoice';
import { contractFromSubscription } from '@/usecases/revenue/contracts/drafts/draft-from-subscription';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import { listContracts } from '@/usecases/revenue/contracts/list-contracts';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import { combineContracts } from '@/usecases/revenue/contracts/modifications/combine-contracts';
import { decideTreatment } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { previewModification } from '@/usecases/revenue/contracts/modifications/preview-modification';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { previewFinancing } from '@/usecases/revenue/contracts/preview-financing';
import { updateContract } from '@/usecases/revenue/contracts/update-contract';
import { importEvents } from '@/usecases/revenue/events/import-events';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { scheduleAmount } from '@/usecases/revenue/events/schedule-amount';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { explainFigure } from '@/usecases/revenue/reports/explain-figure';
import { listEstimates } from '@/usecases/revenue/reports/list-estimates';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/reports/report-balances';
import { behindFigure } from '@/usecases/revenue/reports/report-behind';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import { customersReport } from '@/usecases/revenue/reports/report-customers';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import { contractJudgements } from '@/usecases/revenue/reports/show-judgements';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { discardRun } from '@/usecases/revenue/runs/discard-run';
import { getRun } from '@/usecases/revenue/runs/get-run';
import { listRunContracts } from '@/usecases/revenue/runs/list-run-contracts';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { listReclassified, reclassifyBalances } from '@/usecases/revenue/runs/reclassify-balances';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { listExamples, loadExample } from '@/usecases/revenue/setup/load-example';
import {
  createPolicy,
  getPolicy,
  readPolicies,
  removePolicy,
  updatePolicy,
} from '@/usecases/revenue/setup/policy-records';
import { analyzeSsp, sspSales } from '@/usecases/revenue/setup/report-own-sales';
import { createSsp, getSsp, listSsp, removeSsp, updateSsp } from '@/usecases/revenue/setup/ssp-records';
import { listTemplates, templateVerbs } from '@/usecases/revenue/setup/template-records';
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
    void: procedureFor(voidFact),
    replace: procedureFor(replaceFact),
    import: procedureFor(importEvents),
  }),
  modifications: createTrpcRouter({
    preview: procedureFor(previewModification),
    choose: procedureFor(applyModification),
    decide: procedureFor(decideTreatment),
  }),
  runs: createTrpcRouter({
    create: procedureFor(createRun),
    get: procedureFor(getRun),
    list: procedureFor(listRuns),
    post: procedureFor(postRun),
    reverse: procedureFor(reverseRun),
    discard: procedureFor(discardRun),
    contracts: procedureFor(listRunContracts),
  }),
  reports: createTrpcRouter({
    waterfall: procedureFor(waterfallReport),
    rollforward: procedureFor(rollforwardReport),
    rpo: procedureFor(rpoReport),
    contractBalances: procedureFor(contractBalancesReport),
    disaggregation: procedureFor(disaggregationReport),
    forecast: procedureFor(forecastReport),
    recurring: procedureFor(recurringRevenueReport),
    changed: procedureFor(changedReport),
    customers: procedureFor(customersReport),
    behind: procedureFor(behindFigure),
  }),
  reclassifications: createTrpcRouter({
    create: procedureFor(reclassifyBalances),
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
    analyze: procedureFor(analyzeSsp),
    sales: procedureFor(sspSales),
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
    impair: procedureFor(impairCost),
    revise: procedureFor(reviseCostTerm),
    get: procedureFor(getCost),
    list: procedureFor(listCosts),
  }),
  allocate: procedureFor(allocatePrice),
  schedule: procedureFor(scheduleAmount),
  financing: procedureFor(previewFinancing),
  examples: procedureFor(listExamples),
  loadExample: procedureFor(loadExample),
  estimates: createTrpcRouter({ due: procedureFor(listEstimates) }),
  approvals: createTrpcRouter({
    request: procedureFor(requestApproval),
    list: procedureFor(listApprovals),
    approve: procedureFor(approveRequest),
    reject: procedureFor(rejectRequest),
  }),
  judgements: createTrpcRouter({
    get: procedureFor(contractJudgements),
    list: procedureFor(listJudgements),
  }),
  explain: procedureFor(explainFigure),
  verify: procedureFor(verifyRevenue),
});
