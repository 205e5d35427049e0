import { z } from 'zod';
import { TREATMENTS } from '@/core/revenue/modifications/modification';
import { CONTRACT_STATUSES } from '@/core/revenue/vocabulary';
import type { getContract } from '@/usecases/revenue/contracts/get-contract';
import { type OutputOf, shapeOf, value } from '../../../kit/shape';
import { asStored, optional, rowsOf, words } from '../../../kit/shape-parts';

type View = OutputOf<typeof getContract>;

/** How an obligation is fulfilled: the pattern, and the terms of its own that it was agreed with. */
const patternShape = shapeOf<View['obligations'][number]['pattern']>()({ kind: 'text' });

/** A fact: what all kinds have; the terms of its own kind are shown as they were recorded. */
const factShape = shapeOf<View['events'][number]['event']>()({
  id: 'id',
  effectiveDate: 'day',
  kind: 'text',
  evidence: optional(value('text')),
});

const commitmentShape = shapeOf<NonNullable<View['obligations'][number]['commitments']>[number]>()({
  start: 'day',
  end: 'day',
  minimum: 'decimal',
  carriedIn: 'decimal',
  used: 'decimal',
  beyond: 'decimal',
  unused: 'decimal',
  due: 'decimal',
  billed: 'decimal',
  toBill: 'decimal',
});

export const obligationShape = shapeOf<View['obligations'][number]>()({
  key: 'text',
  position: 'count',
  description: 'text?',
  itemId: 'id?',
  pattern: asStored(patternShape),
  ssp: 'decimal',
  allocated: 'decimal',
  measure: 'decimal?',
  held: 'flag',
  capacity: 'text',
  nature: 'text',
  timing: 'text',
  expedient: 'text',
  revenueAccountId: 'id',
  classId: 'id?',
  departmentId: 'id?',
  locationId: 'id?',
  projectId: 'id?',
  recognised: 'decimal',
  remaining: 'decimal',
  commitments: optional(rowsOf(commitmentShape)),
});

export const storedRowShape = shapeOf<View['schedule'][number]>()({
  seq: 'count',
  key: 'text',
  amount: 'decimal',
  period: 'text',
  naturalPeriod: 'text',
  start: 'day',
  end: 'day',
  source: 'text',
  eventId: 'id',
  causeId: 'id',
  catchUp: 'flag',
  late: 'flag',
  recordedAt: 'moment',
  runId: 'id?',
  entryId: 'id?',
  postedPeriod: 'text?',
});

const allocationShape = shapeOf<View['versions'][number]['allocations'][number]>()({
  key: 'text',
  allocated: 'decimal',
});

export const versionShape = shapeOf<View['versions'][number]>()({
  version: 'count',
  eventId: 'id',
  effectiveDate: 'day',
  treatment: z.enum(TREATMENTS).nullable(),
  allocations: rowsOf(allocationShape),
  transactionPrice: 'decimal',
  recordedAt: 'moment',
});

export const recordedEventShape = shapeOf<View['events'][number]>()({
  seq: 'count',
  event: asStored(factShape),
  sourceKind: 'text?',
  sourceId: 'text?',
  recordedAt: 'moment',
  recordedBy: 'id?',
});

export const openDecisionShape = shapeOf<View['openDecisions'][number]>()({
  eventId: 'id',
  effectiveDate: 'day',
  chosen: z.enum(TREATMENTS),
  decidedFor: z.enum(TREATMENTS),
  required: z.enum(TREATMENTS),
  paragraph: 'text',
  why: 'texts',
});

export const financingQuestionShape = shapeOf<NonNullable<View['financingQuestion']>>()({
  kind: z.enum(['ARREARS', 'ADVANCE']),
  from: 'day',
  to: 'text?',
  knownFrom: 'day',
  isContradicted: 'flag',
});

const costMonthRowShape = shapeOf<View['losses'][number]['months'][number]>()({
  item: 'text',
  kind: 'text',
  seq: 'count',
  period: 'text',
  naturalPeriod: 'text',
  amount: 'decimal',
  eventId: 'id?',
  causeId: 'id?',
  runId: 'id?',
  entryId: 'id?',
  postedPeriod: 'text?',
});

export const provisionShape = shapeOf<View['losses'][number]>()({
  item: 'text',
  key: 'text?',
  price: 'decimal',
  totalCost: 'decimal',
  expectedLoss: 'decimal',
  provision: 'decimal',
  posted: 'decimal',
  months: rowsOf(costMonthRowShape),
});

const impairmentShape = shapeOf<View['costs'][number]['impairments'][number]>()({
  eventId: 'id',
  on: 'day',
  amount: 'decimal',
});

export const contractCostShape = shapeOf<View['costs'][number]>()({
  key: 'id',
  eventId: 'id',
  on: 'day',
  decision: 'text',
  why: 'text',
  capitalized: 'decimal',
  impairments: rowsOf(impairmentShape),
  end: 'day',
  impaired: 'decimal',
  amortized: 'decimal',
  carrying: 'decimal',
  months: rowsOf(costMonthRowShape),
});

export const balancesShape = shapeOf<View['balances']>()({
  billed: 'decimal',
  paid: 'decimal',
  receivable: 'decimal',
  contractAsset: 'decimal',
  deferred: 'decimal',
  refundLiability: 'decimal',
  accruedInterest: 'decimal',
  unearnedInterest: 'decimal',
  advanceInterest: 'decimal',
  recognised: 'decimal',
  remaining: 'decimal',
});

export const movementRowShape = shapeOf<View['movements'][number]>()({
  id: 'id',
  kind: 'text',
  amount: 'decimal',
  postingDate: 'day',
  entryId: 'id',
  entryNumber: 'text?',
  runId: 'id?',
  eventId: 'id?',
  receivable: 'decimal',
  contractAsset: 'decimal',
  deferred: 'decimal',
  refund: 'decimal',
  revenue: 'decimal',
});

export const reversalOfContractShape = shapeOf<View['reversals'][number]>()({
  runId: 'id',
  runNumber: 'text',
  reversesRunId: 'id',
  reversesRunNumber: 'text',
  reason: 'text',
  amount: 'decimal',
  postingDate: 'day',
  recordedAt: 'moment',
});

export const contractSourceShape = shapeOf<View['sources'][number]>()({
  sourceKind: z.enum(['INVOICE_LINE', 'SUBSCRIPTION_ITEM']),
  sourceId: 'id',
  lineNumber: 'count',
  contractId: 'id',
  documentId: 'id',
  amount: 'decimal',
  obligationKeys: 'texts',
});

export const separatedFromShape = shapeOf<NonNullable<View['separatedFrom']>>()({
  id: 'id',
  contractNumber: 'text',
  eventId: 'id',
});

export const separateContractShape = shapeOf<View['separateContracts'][number]>()({
  id: 'id',
  contractNumber: 'text',
  name: 'text?',
  contractDate: 'day',
  currencyCode: 'text',
  contractStatus: z.enum(CONTRACT_STATUSES),
  transactionPrice: 'decimal',
  eventId: 'id',
  isVoid: 'flag',
});

export const billingDocumentShape = shapeOf<View['documents'][number]>()({
  id: 'id',
  kind: words(z.enum(['INVOICE', 'CREDIT_MEMO'])),
  transactionNumber: 'text',
  transactionDate: 'day',
  status: 'text',
  totalAmount: 'decimal',
  openAmount: 'decimal',
});
