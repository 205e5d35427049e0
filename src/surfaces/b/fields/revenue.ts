import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { contractHeaderFields, contractHeaderVerbs } from '@/usecases/revenue/contracts/contract-headers';
import { shapeOf } from '../../kit/shape';
import { defineResource, type RowOf, TWO_STATES } from '../resource';

/** Revenue contract headers; the engine computes `transactionPrice` and sets `contractStatus`. */
export const revenue = defineResource({
  noun: 'revenue contract',
  tag: 'Revenue',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof contractHeaderVerbs>>()({
    contractNumber: 'text',
    name: 'text?',
    customerId: 'id?',
    subsidiaryId: 'id',
    currencyCode: 'text',
    contractDate: 'day',
    startDate: 'day?',
    endDate: 'day?',
    transactionPrice: ['figure', (row) => toAmountString(dec(row.transactionPrice), row.currencyCode)],
    contractStatus: 'text',
    subscriptionId: 'id?',
    notes: 'text?',
  }),
  takes: contractHeaderFields.shape,
  verbs: contractHeaderVerbs,
  examples: { create: { name: 'Platform and onboarding', contractDate: '2027-01-01' } },
});
