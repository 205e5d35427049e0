import { priceListFields, priceListVerbs } from '@/usecases/price-lists/price-list-records';
import { shapeOf } from '../../kit/shape';
import { defineResource, type RowOf, TWO_STATES } from '../resource';

export const priceLists = defineResource({
  noun: 'price list',
  tag: 'Price lists',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof priceListVerbs>>()({
    code: 'text',
    name: 'text',
    description: 'text?',
    currencyCode: 'text',
    isDefault: 'flag',
    validFrom: 'day?',
    validTo: 'day?',
  }),
  takes: priceListFields.shape,
  verbs: priceListVerbs,
  examples: {
    create: { code: 'US-2027', name: 'US list 2027', currencyCode: 'USD', validFrom: '2027-01-01' },
  },
});
