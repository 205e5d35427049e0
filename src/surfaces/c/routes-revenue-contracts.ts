import { z } from 'zod';
import { CONTRACT_STATUSES } from '@/core/revenue/vocabulary';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract, activationFields } from '@/usecases/revenue/contracts/activate-contract';
import { contractCreateInput, contractUpdateInput } from '@/usecases/revenue/contracts/contract-input';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import { listContracts } from '@/usecases/revenue/contracts/list-contracts';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import {
  combinationFields,
  combineContracts,
} from '@/usecases/revenue/contracts/modifications/combine-contracts';
import { decideTreatment, decisionFields } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { modificationApplyInput } from '@/usecases/revenue/contracts/modifications/modification-input';
import { previewModification } from '@/usecases/revenue/contracts/modifications/preview-modification';
import {
  terminateContract,
  terminationFields,
} from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { updateContract } from '@/usecases/revenue/contracts/update-contract';
import { recordEventInput } from '@/usecases/revenue/events/event-input';
import { importEvents, importFields } from '@/usecases/revenue/events/import-events';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { replaceFact, replaceFields } from '@/usecases/revenue/events/replace-fact';
import { voidFact, voidFields } from '@/usecases/revenue/events/void-fact';
import { etagOf, json, shows, showsVersion } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import type { OutputOf } from '../kit/shape';
import { named, rowsOf } from '../kit/shape-parts';
import { recordedShape, viewShape } from './fields/revenue/contract-view';
import { contractShape } from './fields/revenue/contracts';
import { importedShape } from './fields/revenue/event-imports';
import { appliedShape, comparisonShape, modifiedSchema } from './fields/revenue/modifications';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Revenue, contracts', tag: 'Revenue contracts' } as const;
const PATH = '/api/v1/revenue/contracts';
const one = named('contract', contractShape);

type View = OutputOf<typeof getContract>;
const row = (status: number) => showsVersion(one, status);
const view = (status: number) => (shown: View) =>
  json(status, viewShape.present(shown), { etag: etagOf(shown.contract) });
const told = (shown: OutputOf<typeof recordEvent>) =>
  json(201, recordedShape.present(shown), { etag: etagOf(shown.contract) });
const criteria = ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'];

/** Revenue contracts: from draft to termination, with their events and modifications. */
export const revenueContractRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.create',
    method: 'POST',
    path: PATH,
    summary: 'Draft a revenue contract; its price is allocated immediately if it has obligations',
    params: none,
    query: none,
    body: contractCreateInput,
    success: { status: 201, schema: one.schema },
    example: {
      body: {
        name: 'Harbour Robotics, platform and onboarding',
        contractDate: '2026-11-01',
        startDate: '2026-11-01',
        endDate: '2027-10-31',
        price: { fixed: '100000.00' },
        obligations: [
          {
            key: 'platform',
            ssp: '90000.00',
            pattern: { kind: 'RATABLE', start: '2026-11-01', end: '2027-10-31' },
          },
          { key: 'onboarding', ssp: '15000.00', pattern: { kind: 'PROGRESS' } },
          { key: 'training', ssp: '15000.00', pattern: { kind: 'POINT' } },
        ],
        criteria: criteria.map((name) => ({ name, met: true, evidence: 'Signed order form of 1 November' })),
      },
    },
    handle: ({ call, body }) => perform(createContract, call, body, row(201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.list',
    method: 'GET',
    path: PATH,
    summary: 'List revenue contracts, newest first',
    params: none,
    query: z.object({
      ...pageFields({ limit: 20, max: 100 }),
      customerId: z.guid().optional(),
      subsidiaryId: z.guid().optional(),
      status: z.enum(CONTRACT_STATUSES).optional(),
      search: z.string().max(200).optional(),
      dateFrom: z.iso.date().optional(),
      dateTo: z.iso.date().optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(contractShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listContracts, call, query);
      const page = envelope(rowsOf(contractShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.get',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary:
      'Get a contract with obligations, schedule, versions, events and balances; knownAsOf for a past view',
    params: byId,
    query: z.object({ knownAsOf: z.string().max(40).optional() }),
    body: null,
    success: { status: 200, schema: viewShape.schema },
    handle: ({ call, params, query }) => perform(getContract, call, { ...params, ...query }, view(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.update',
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Change a draft; omitted fields keep their values',
    params: byId,
    query: none,
    body: contractUpdateInput,
    success: { status: 200, schema: one.schema },
    example: { body: { price: { fixed: '110000.00' } } },
    handle: ({ call, params, body }) => perform(updateContract, call, { ...params, data: body }, row(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.activate',
    method: 'POST',
    path: `${PATH}/{id}/activate`,
    summary: 'Activate a draft: the five criteria of 606-10-25-1 must be met',
    params: byId,
    query: none,
    body: activationFields.optional(),
    success: { status: 200, schema: viewShape.schema },
    handle: ({ call, params, body }) => perform(activateContract, call, { ...body, ...params }, view(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.terminate',
    method: 'POST',
    path: `${PATH}/{id}/terminate`,
    summary: 'Terminate a contract on a date; refund is the unearned amount returned to the customer',
    params: byId,
    query: none,
    body: terminationFields,
    success: { status: 200, schema: viewShape.schema },
    example: { body: { effectiveDate: '2027-03-31', refund: '0.00', reason: 'Customer closed the site' } },
    handle: ({ call, params, body }) => perform(terminateContract, call, { ...body, ...params }, view(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.combine',
    method: 'POST',
    path: `${PATH}/{id}/combine`,
    summary: 'Combine drafts made at or near the same time into one contract (606-10-25-9)',
    params: byId,
    query: none,
    body: combinationFields,
    success: { status: 201, schema: one.schema },
    example: {
      body: {
        with: ['0197f0e0-0000-7000-8000-000000000002'],
        reasons: { pricesInterdependent: true },
      },
    },
    handle: ({ call, params, body }) => perform(combineContracts, call, { ...body, ...params }, row(201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.event',
    method: 'POST',
    path: `${PATH}/{id}/events`,
    summary:
      'Record what happened: delivery, progress, costs, milestone, usage, royalty, redemption, return, a new estimate, interest, invoice, payment, payout, credit note; with post also its revenue, immediately',
    params: byId,
    query: none,
    body: recordEventInput.omit({ id: true }),
    success: { status: 201, schema: recordedShape.schema },
    example: {
      body: {
        event: { kind: 'delivery', effectiveDate: '2026-11-20', key: 'training' },
        reference: 'DN-1',
        post: true,
      },
    },
    handle: ({ call, params, body }) => perform(recordEvent, call, { ...body, ...params }, told),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueEvents.void',
    method: 'POST',
    path: '/api/v1/revenue/events/{id}/void',
    summary:
      'Void a fact that was recorded by mistake; it stays visible, and amounts posted for it are reversed',
    params: byId,
    query: none,
    body: voidFields,
    success: { status: 200, schema: viewShape.schema },
    example: { body: { reason: 'The delivery note belongs to another contract' } },
    handle: ({ call, params, body }) => perform(voidFact, call, { ...body, ...params }, view(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueEvents.replace',
    method: 'POST',
    path: '/api/v1/revenue/events/{id}/replace',
    summary: 'Replace a fact that was recorded wrongly, with the reason',
    params: byId,
    query: none,
    body: replaceFields,
    success: { status: 200, schema: viewShape.schema },
    example: {
      body: {
        event: { kind: 'progress', effectiveDate: '2026-11-30', key: 'onboarding', progress: '0.45' },
        reason: 'Typed 0.54',
      },
    },
    handle: ({ call, params, body }) => perform(replaceFact, call, { ...body, ...params }, view(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueModifications.decide',
    method: 'POST',
    path: '/api/v1/revenue/modifications/{id}/decide',
    summary:
      'Decide again how a modification is treated when facts recorded since then require a different treatment',
    params: byId,
    query: none,
    body: decisionFields,
    success: { status: 200, schema: viewShape.schema },
    example: { body: { treatment: 'prospective', reason: 'The project was finished before the change' } },
    handle: ({ call, params, body }) => perform(decideTreatment, call, { ...body, ...params }, view(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueEvents.import',
    method: 'POST',
    path: '/api/v1/revenue/events/import',
    summary: 'Record many events at once, as a list or as CSV text: a month of usage, deliveries, milestones',
    params: none,
    query: none,
    body: importFields,
    success: { status: 200, schema: importedShape.schema },
    example: {
      body: {
        csv: 'contract,key,date,amount,reference\nREV-00042,calls,2026-11-30,412.50,usage 2026-11\n',
        post: true,
        mode: 'each',
      },
    },
    handle: ({ call, body }) => perform(importEvents, call, body, shows(importedShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueContracts.modify',
    method: 'POST',
    path: `${PATH}/{id}/modifications`,
    summary:
      'With dryRun=true the four treatments side by side and the required one; without, apply one with its reason',
    params: byId,
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    body: modificationApplyInput.omit({ id: true }).partial({ reason: true }),
    success: { status: 200, schema: modifiedSchema },
    example: {
      body: {
        date: '2027-01-01',
        additions: [
          {
            key: 'storage',
            price: '2850.00',
            ssp: '2850.00',
            distinct: true,
            pattern: { kind: 'RATABLE', start: '2027-01-01', end: '2027-10-31' },
          },
        ],
        answers: { priceAtSsp: true },
        treatment: 'separate',
        reason: 'Storage added at list price',
      },
    },
    handle: ({ call, params, body, query }) =>
      query.dryRun === 'true'
        ? perform(
            previewModification,
            { ...call, dryRun: false, idempotency: undefined },
            { ...body, ...params },
            shows(comparisonShape),
          )
        : perform(applyModification, call, { ...body, ...params }, (applied) =>
            json(200, appliedShape.present(applied), { etag: etagOf(applied.contract.contract) }),
          ),
  }),
];
