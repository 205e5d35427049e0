import { ITEM_TYPES, type ItemType } from '@/core/sales/item-types';

const LABELS: Readonly<Record<ItemType, string>> = {
  SERVICE: 'Service',
  GOODS: 'Goods',
  SUBSCRIPTION: 'Subscription',
  USAGE: 'Usage',
  DISCOUNT: 'Discount',
  SHIPPING: 'Shipping',
};

const typeOf = (text: string | undefined) => ITEM_TYPES.find((type) => type === text);

/** What an item is, and how its obligation is satisfied unless a template says otherwise. */
export const ITEM_TYPE_CHOICES = ITEM_TYPES.map((value) => ({ value, label: LABELS[value] }));

/** The chosen type as the API expects it; a service when nothing is chosen. */
export const itemTypeOf = (text: string | undefined): ItemType => typeOf(text) ?? 'SERVICE';

export function itemTypeWords(text: string): string {
  const type = typeOf(text);
  return type === undefined ? text : LABELS[type];
}
