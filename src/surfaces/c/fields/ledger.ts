import { z } from 'zod';
import { PERIOD_STATUSES } from '@/core/periods/period-status';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import { RATE_TYPES } from '@/usecases/fx/exchange-rates';

/** What the doors of the ledger's reports and setup return; amounts are decimal strings at the scale of their currency. */
const amount = z.string().regex(/^-?\d+(\.\d+)?$/);
const day = z.iso.date();
const status = z.enum(PERIOD_STATUSES);

export const periodSchema = z.looseObject({
  id: z.guid(),
  subsidiaryId: z.guid(),
  fiscalYear: z.int(),
  periodNumber: z.int(),
  label: z.string(),
  startDate: day,
  endDate: day,
  isAdjustment: z.boolean(),
  status,
});

export const blockerSchema = z.looseObject({
  blocker: z.string(),
  message: z.string(),
  count: z.int(),
  examples: z.array(z.string()),
});

export const revaluationSchema = z.looseObject({
  periodId: z.guid(),
  date: day,
  baseCurrencyCode: z.string(),
  balances: z.array(
    z.looseObject({ accountId: z.guid(), currencyCode: z.string(), amount, carrying: amount }),
  ),
});

export const rateSchema = z.looseObject({
  id: z.guid(),
  fromCurrency: z.string(),
  toCurrency: z.string(),
  rateType: z.enum(RATE_TYPES),
  rateDate: day,
  rate: amount,
});

export const correctionSchema = z.looseObject({
  id: z.guid(),
  subsidiaryId: z.guid(),
  currencyCode: z.string(),
  baseCurrencyCode: z.string(),
  items: z.array(
    z.looseObject({ kind: z.string(), label: z.string(), originOn: day, postedOn: day, difference: amount }),
  ),
  /** Documents left alone because they state a rate of their own: the first 1,000 of `leftCount`. */
  left: z.array(
    z.object({
      id: z.guid(),
      label: z.string(),
      date: day,
      rate: amount,
      tableRate: amount.nullable(),
      reason: z.literal('OWN_RATE'),
    }),
  ),
  leftCount: z.int(),
});

export const taxCodeSchema = z.looseObject({
  id: z.guid(),
  code: z.string(),
  name: z.string(),
  accountId: z.guid().nullable(),
  rates: z.array(z.looseObject({ ratePercent: amount, validFrom: day, validTo: day.nullable() })),
});

export const itemSchema = z.looseObject({
  id: z.guid(),
  code: z.string(),
  name: z.string(),
  itemType: z.string(),
});

const section = z.looseObject({
  title: z.string(),
  rows: z.array(z.looseObject({ code: z.string(), name: z.string(), amount })),
  total: amount,
});
export const statementSchema = z.looseObject({ currencyCode: z.string(), sections: z.array(section) });
const byPeriod = { amounts: z.array(amount), total: amount };
/** What the periods of a report are, where some books in it have others than calendar months. */
export const periodBasisSchema = z.object({
  basis: z.enum(['FISCAL_PERIODS', 'MONTH_OF_PERIOD_END']),
  words: z.string(),
  subsidiaries: z.array(z.object({ id: z.guid(), name: z.string() })),
  periods: z.array(z.object({ key: z.string(), label: z.string(), startDate: day, endDate: day })),
});
export const incomeByPeriodSchema = z.object({
  currencyCode: z.string(),
  periods: z.array(z.string()),
  periodBasis: periodBasisSchema.optional(),
  sections: z.array(
    z.looseObject({
      type: z.string(),
      title: z.string(),
      rows: z.array(z.object({ accountId: z.guid(), code: z.string(), name: z.string(), ...byPeriod })),
      ...byPeriod,
    }),
  ),
  grossProfit: z.object(byPeriod),
  operatingIncome: z.object(byPeriod),
  netIncome: z.object(byPeriod),
});
export const trialBalanceSchema = z.looseObject({
  asOf: day,
  currencyCode: z.string(),
  rows: z.array(z.looseObject({})),
});
export const consolidationSchema = z.looseObject({
  asOf: day,
  currencyCode: z.string(),
  incomeFrom: day.nullable(),
  openingProblem: z.string().nullable(),
  columns: z.array(z.looseObject({ subsidiaryId: z.guid(), groupPercent: amount })),
});

const buckets = {
  CURRENT: amount,
  DAYS_1_30: amount,
  DAYS_31_60: amount,
  DAYS_61_90: amount,
  OVER_90: amount,
  total: amount,
};
const tied = z.object({
  control: z.string(),
  subsidiaryId: z.guid(),
  currencyCode: z.string(),
  subledger: amount,
  ledger: amount,
  difference: amount,
  baseCurrencyCode: z.string(),
  subledgerBase: amount,
  unrealizedBase: amount,
  ledgerBase: amount,
  differenceBase: amount,
  lines: z.array(
    z.object({
      kind: z.enum(['ENTRY', 'LATER_CORRECTION', 'REVERSED_SIDE', 'NOT_EXPLAINED']),
      entryId: z.guid().nullable(),
      entryNumber: z.string().nullable(),
      postingDate: day.nullable(),
      sourceKind: z.string().nullable(),
      transactionId: z.guid().nullable(),
      memo: z.string().nullable(),
      amount,
      base: amount,
    }),
  ),
});
const side = z.enum(SUBLEDGERS);

export const agingSchema = z.object({
  asOf: day,
  side,
  rows: z.array(
    z.object({
      origin: z.enum(['OWED', 'REVALUATION']),
      entityId: z.guid().nullable(),
      entityName: z.string(),
      currencyCode: z.string(),
      ...buckets,
      base: amount,
    }),
  ),
  totals: z.array(z.object({ currencyCode: z.string(), ...buckets, base: amount })),
  base: z.object({ currencyCode: z.string(), ...buckets }),
  control: z.object({ agrees: z.boolean(), rows: z.array(tied) }).nullable(),
});

export const openItemsSchema = z.object({
  asOf: day,
  side,
  items: z.array(
    z.object({
      id: z.guid(),
      origin: z.enum(['DOCUMENT', 'CONTRACT', 'REVALUATION']),
      contractId: z.guid().nullable(),
      transactionNumber: z.string(),
      kind: z.string(),
      entityId: z.guid().nullable(),
      entityName: z.string(),
      subsidiaryId: z.guid(),
      transactionDate: day,
      dueDate: day.nullable(),
      currencyCode: z.string(),
      totalAmount: amount,
      settlesAmount: amount,
      appliedAmount: amount,
      openAmount: amount,
      baseCurrencyCode: z.string(),
      openBase: amount,
      bucket: z.string(),
      ledgerEntryId: z.guid().nullable(),
    }),
  ),
});

/** What two subsidiaries have on the accounts between them; debits above zero. */
export const sisterBalanceSchema = z.object({
  subsidiaryId: z.guid(),
  sisterId: z.guid().nullable(),
  currencyCode: z.string(),
  ours: amount,
  theirs: amount,
  difference: amount,
  ourBase: amount,
  ourBaseCurrency: z.string(),
  theirBase: amount,
  theirBaseCurrency: z.string().nullable(),
});

export const tieOutSchema = z.object({
  asOf: day,
  holds: z.boolean(),
  controls: z.array(tied),
  intercompany: z.array(sisterBalanceSchema),
});

const head = z.object({ sequence: z.string(), hash: z.string() });

export const verdictSchema = z.object({
  isSound: z.boolean(),
  checkedAt: z.iso.datetime(),
  breaches: z.array(z.object({ check: z.string(), message: z.string() })),
  read: z.object({
    entries: z.string(),
    lines: z.string(),
    auditSealed: z.string(),
    entriesSealed: z.string(),
  }),
  /** The ends of the chains, to be kept elsewhere. */
  heads: z.object({ audit: head, ledger: head, security: head.optional() }),
  checks: z.array(
    z.object({ check: z.string(), says: z.string(), place: z.string(), breaches: z.array(z.string()) }),
  ),
});
