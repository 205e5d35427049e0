import { subscriptionFields, subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { shapeOf } from '../../kit/shape';
import { defineResource, type RowOf, TWO_STATES } from '../resource';

/** Subscriptions. `subscriptionStatus` changes on the console. */
export const subscriptions = defineResource({
  noun: 'subscription',
  tag: 'Subscriptions',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof subscriptionVerbs>>()({
    subscriptionNumber: 'text',
    name: 'text?',
    customerId: 'id?',
    subsidiaryId: 'id',
    currencyCode: 'text',
    priceListId: 'id?',
    startDate: 'day',
    endDate: 'day?',
    termMonths: 'count?',
    billingFrequency: 'text',
    renewal: 'text',
    subscriptionStatus: 'text',
    cancelledOn: 'day?',
    revenueContractId: 'id?',
  }),
  takes: subscriptionFields.shape,
  verbs: subscriptionVerbs,
  examples: { create: { name: 'Platform, yearly', startDate: '2027-01-01', billingFrequency: 'ANNUAL' } },
});
