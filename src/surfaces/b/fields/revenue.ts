import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { contractHeaderFields, contractHeaderVerbs } from '@/usecases/revenue/contracts/contract-headers';
import { bodyOf, date, decimal, defineResource, reference, TWO_STATES, text } from '../resource';

const { recordStatus: _status, ...own } = contractHeaderFields.shape;

/** Revenue contracts by their headers; the engine works out `transactionPrice` and moves `contractStatus`. */
export const revenue = defineResource({
  noun: 'revenue contract',
  tag: 'Revenue',
  statuses: TWO_STATES,
  own: {
    contractNumber: z.string(),
    name: text,
    customerId: reference,
    subsidiaryId: z.guid(),
    currencyCode: z.string(),
    contractDate: z.iso.date(),
    startDate: date,
    endDate: date,
    transactionPrice: decimal,
    contractStatus: z.string(),
    subscriptionId: reference,
    notes: text,
  },
  values: (row) => ({ transactionPrice: toAmountString(dec(row.transactionPrice), row.currencyCode) }),
  create: bodyOf(own, TWO_STATES),
  update: bodyOf(own, TWO_STATES),
  verbs: contractHeaderVerbs,
  examples: { create: { name: 'Platform and onboarding', contractDate: '2027-01-01' } },
});
