import { z } from 'zod';
import { subscriptionFields, subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { bodyOf, date, defineResource, reference, TWO_STATES, text } from '../resource';

const { recordStatus: _status, ...own } = subscriptionFields.shape;

/** Subscriptions. `subscriptionStatus` moves on the console. */
export const subscriptions = defineResource({
  noun: 'subscription',
  tag: 'Subscriptions',
  statuses: TWO_STATES,
  own: {
    subscriptionNumber: z.string(),
    name: text,
    customerId: reference,
    subsidiaryId: z.guid(),
    currencyCode: z.string(),
    priceListId: reference,
    startDate: z.iso.date(),
    endDate: date,
    termMonths: z.int().nullable(),
    billingFrequency: z.string(),
    renewal: z.string(),
    subscriptionStatus: z.string(),
    cancelledOn: date,
    revenueContractId: reference,
  },
  create: bodyOf(own, TWO_STATES),
  update: bodyOf(own, TWO_STATES),
  verbs: subscriptionVerbs,
  examples: { create: { name: 'Platform, yearly', startDate: '2027-01-01', billingFrequency: 'ANNUAL' } },
});
