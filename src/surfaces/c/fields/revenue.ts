import { z } from 'zod';
import { TREATMENTS } from '@/core/revenue/modifications/modification';
import { CONTRACT_STATUSES, RUN_STATUSES } from '@/core/revenue/vocabulary';
import { periodBasisSchema } from './ledger';

/** Shapes of surface C's revenue answers; amounts are decimal strings at the currency's minor unit. */

const money = z.string();
const day = z.string();
const moment = z.iso.datetime({ offset: true });
const id = z.guid();

export const contractSchema = z.looseObject({
  id,
  contractNumber: z.string(),
  name: z.string().nullable(),
  customerId: id.nullable(),
  subsidiaryId: id,
  currencyCode: z.string(),
  contractDate: day,
  startDate: day.nullable(),
  endDate: day.nullable(),
  transactionPrice: money,
  contractStatus: z.enum(CONTRACT_STATUSES),
  policyId: id.nullable(),
  /** The contract it was agreed with as a separate one (606-10-25-12), and the modification that made it. */
  separatedFromId: id.nullable(),
  separatedById: id.nullable(),
  version: z.int(),
});

export const contractViewSchema = z.looseObject({
  contract: contractSchema,
  obligations: z.array(
    z.looseObject({
      key: z.string(),
      ssp: money,
      allocated: money,
      recognised: money,
      remaining: money,
      held: z.boolean(),
      /** The commitment periods of a committed minimum, and what the customer owes for each. */
      commitments: z
        .array(
          z.object({
            start: day,
            end: day,
            minimum: money,
            carriedIn: money,
            used: money,
            beyond: money,
            unused: money,
            due: money,
            billed: money,
            toBill: money,
          }),
        )
        .optional(),
    }),
  ),
  schedule: z.array(
    z.looseObject({
      seq: z.int(),
      key: z.string(),
      period: z.string(),
      amount: money,
      source: z.string(),
      catchUp: z.boolean(),
      late: z.boolean(),
      runId: id.nullable(),
      entryId: id.nullable(),
    }),
  ),
  versions: z.array(z.looseObject({ version: z.int(), effectiveDate: day, transactionPrice: money })),
  events: z.array(z.looseObject({ seq: z.int(), recordedAt: z.string(), recordedBy: id.nullable() })),
  separatedFrom: z.object({ id, contractNumber: z.string(), eventId: id }).nullable(),
  /** The contracts of their own that its modifications are (606-10-25-12). */
  separateContracts: z.array(
    z.looseObject({
      id,
      contractNumber: z.string(),
      contractDate: day,
      contractStatus: z.enum(CONTRACT_STATUSES),
      transactionPrice: money,
      eventId: id,
      isVoid: z.boolean(),
    }),
  ),
  financingQuestion: z
    .object({
      kind: z.enum(['ADVANCE', 'ARREARS']),
      from: day,
      to: day.nullable(),
      knownFrom: day,
      isContradicted: z.boolean(),
    })
    .nullable(),
  openDecisions: z.array(
    z.looseObject({
      eventId: id,
      effectiveDate: day,
      chosen: z.string(),
      decidedFor: z.string(),
      required: z.string(),
      paragraph: z.string(),
    }),
  ),
  costs: z.array(
    z.looseObject({
      key: id,
      decision: z.string(),
      capitalized: money,
      amortized: money,
      impaired: money,
      carrying: money,
      end: day,
      months: z.array(z.looseObject({ period: z.string(), kind: z.string(), amount: money })),
    }),
  ),
  losses: z.array(
    z.looseObject({
      key: z.string().nullable(),
      price: money,
      totalCost: money,
      expectedLoss: money,
      provision: money,
      posted: money,
      months: z.array(z.looseObject({ period: z.string(), naturalPeriod: z.string(), amount: money })),
    }),
  ),
  sources: z.array(
    z.object({
      sourceKind: z.enum(['SUBSCRIPTION_ITEM', 'INVOICE_LINE']),
      sourceId: id,
      lineNumber: z.int(),
      contractId: id,
      documentId: id,
      amount: money,
      obligationKeys: z.array(z.string()),
    }),
  ),
  documents: z.array(
    z.object({
      id,
      kind: z.enum(['INVOICE', 'CREDIT_MEMO']),
      transactionNumber: z.string(),
      transactionDate: day,
      status: z.string(),
      totalAmount: money,
      openAmount: money,
    }),
  ),
  balances: z.object({
    billed: money,
    paid: money,
    receivable: money,
    contractAsset: money,
    deferred: money,
    refundLiability: money,
    accruedInterest: money,
    unearnedInterest: money,
    advanceInterest: money,
    recognised: money,
    remaining: money,
  }),
});

/** A contract after an event, with the entries the event posted. */
export const toldSchema = contractViewSchema.extend({
  eventId: id,
  runId: id.nullable(),
  entries: z.array(
    z.object({
      id,
      entryNumber: z.string(),
      postingDate: day,
      currencyCode: z.string(),
      lines: z.array(
        z.object({
          accountId: id,
          accountCode: z.string(),
          accountName: z.string(),
          debit: money,
          credit: money,
          memo: z.string().nullable(),
        }),
      ),
    }),
  ),
});

export const importedSchema = z.object({
  results: z.array(
    z.looseObject({
      line: z.int(),
      contractId: id.nullable(),
      eventId: id.nullable(),
      outcome: z.enum(['RECORDED', 'REPEATED', 'REFUSED']),
      posted: z.boolean(),
    }),
  ),
  recorded: z.int(),
  repeated: z.int(),
  refused: z.int(),
});

export const allocationSchema = z.object({
  allocations: z.array(z.object({ key: z.string(), amount: money, why: z.string() })),
  total: money,
});

const dated = z.object({ on: day, amount: money });
/** The interest of a financing component: what it is, by period, by month. */
export const financingPreviewSchema = z.object({
  ratePerPeriod: z.string(),
  interest: money,
  price: money,
  rows: z.array(dated),
  installments: z.array(dated),
  periods: z.array(
    z.object({
      period: z.int(),
      end: day,
      opening: money,
      interest: money,
      payment: money,
      closing: money,
    }),
  ),
});

export const scheduleSchema = z.object({
  slices: z.array(z.object({ period: z.string(), start: day, end: day, amount: money })),
  total: money,
});

/**
 * What the contract’s page shows once the change is applied and the runs through `period` are posted. Null: not applicable, or facts
 * recorded for later days contradict it.
 */
const afterRunSchema = z
  .object({
    period: z.string(),
    transactionPrice: money,
    billed: money,
    paid: money,
    receivable: money,
    contractAsset: money,
    deferred: money,
    refundLiability: money,
    accruedInterest: money,
    unearnedInterest: money,
    advanceInterest: money,
    recognised: money,
    remaining: money,
    provision: money,
    costs: money,
    obligations: z.array(
      z.object({ key: z.string(), allocated: money, recognised: money, remaining: money }),
    ),
  })
  .nullable();

const outcomeSchema = z.looseObject({
  applicable: z.boolean(),
  why: z.string(),
  allocation: z.array(z.looseObject({ key: z.string(), before: money, after: money, catchUp: money })),
  revenueByMonth: z.array(z.object({ period: z.string(), amount: money, catchUp: money })),
  catchUp: money,
  /** On the day of the change, before the rest of its period is earned. */
  deferred: money,
  contractAsset: money,
  /** What of bills the customer can still cancel falls due by what is performed by the day: a receivable, not a contract asset. */
  due: money,
  rpo: money,
  /**
   * Variable elements and royalties added by the modification, with the obligations each is
   * allocated to; null: those still open.
   */
  terms: z.array(z.object({ key: z.string(), to: z.array(z.string()).nullable() })),
  entries: z.array(
    z.object({
      account: z.string(),
      debit: money,
      credit: money,
      key: z.string().nullable(),
      memo: z.string(),
    }),
  ),
  afterRun: afterRunSchema,
});

export const comparisonSchema = z.looseObject({
  outcomes: z.object({
    separate: outcomeSchema,
    prospective: outcomeSchema,
    catchUp: outcomeSchema,
    mixed: outcomeSchema,
  }),
  required: z.object({
    treatment: z.enum(TREATMENTS),
    paragraph: z.string(),
    why: z.array(z.string()),
  }),
});

export const runSchema = z.looseObject({
  id,
  runNumber: z.string(),
  period: z.string(),
  subsidiaryId: id,
  postingDate: day,
  runStatus: z.enum(RUN_STATUSES),
  proposal: z.looseObject({
    lines: z.array(z.looseObject({ currencyCode: z.string(), amount: money })),
    totals: z.array(z.object({ currencyCode: z.string(), amount: money, rows: z.int() })),
  }),
  progress: z.object({ done: z.int(), of: z.int() }),
});

export const explainedSchema = z.object({
  data: z.looseObject({
    figure: z.object({ label: z.string(), amount: money, currencyCode: z.string() }),
    formula: z.string(),
  }),
  text: z.string(),
});

export const reportSchema = z.looseObject({
  currencyCode: z.string(),
  asOf: z.string(),
  periodBasis: periodBasisSchema.optional(),
});
export const reclassifiedSchema = z.looseObject({
  id,
  subsidiaryId: id,
  period: z.string(),
  currencyCode: z.string(),
  liability: money,
  current: money,
  nonCurrent: money,
  entryId: id,
  reversalEntryId: id,
});
export const policySchema = z.looseObject({
  id,
  code: z.string(),
  policyVersion: z.int(),
  validFrom: day,
  createdAt: moment,
});
export const sspSchema = z.looseObject({
  id,
  productCode: z.string(),
  currencyCode: z.string(),
  ssp: money,
  createdAt: moment,
});
export const costSchema = z.looseObject({
  cost: z.looseObject({ id, amount: money, decision: z.string() }),
  carrying: money,
  plan: z.array(z.looseObject({ period: z.string(), amount: money })),
});
export const templateSchema = z.looseObject({
  id,
  itemId: id,
  key: z.string(),
  description: z.string().nullable(),
  pattern: z.looseObject({ kind: z.string() }),
  productCode: z.string().nullable(),
  weight: z.string(),
  revenueAccountId: id.nullable(),
  capacity: z.string(),
  nature: z.string(),
  version: z.int(),
});
export const costRowSchema = z.looseObject({ id, amount: money, decision: z.string() });
