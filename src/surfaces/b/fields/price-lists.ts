import { z } from 'zod';
import { priceListFields, priceListVerbs } from '@/usecases/price-lists/price-list-records';
import { bodyOf, date, defineResource, TWO_STATES, text } from '../resource';

const { recordStatus: _status, ...own } = priceListFields.shape;

export const priceLists = defineResource({
  noun: 'price list',
  tag: 'Price lists',
  statuses: TWO_STATES,
  own: {
    code: z.string(),
    name: z.string(),
    description: text,
    currencyCode: z.string(),
    isDefault: z.boolean(),
    validFrom: date,
    validTo: date,
  },
  create: bodyOf(own, TWO_STATES),
  update: bodyOf(own, TWO_STATES),
  verbs: priceListVerbs,
  examples: {
    create: { code: 'US-2027', name: 'US list 2027', currencyCode: 'USD', validFrom: '2027-01-01' },
  },
});
