/** What an item is, and how its obligation is satisfied unless a template says otherwise. */
export const ITEM_TYPES = [
  { value: 'SERVICE', label: 'Service' },
  { value: 'GOODS', label: 'Goods' },
  { value: 'SUBSCRIPTION', label: 'Subscription' },
  { value: 'USAGE', label: 'Usage' },
  { value: 'DISCOUNT', label: 'Discount' },
  { value: 'SHIPPING', label: 'Shipping' },
] as const;

export type ItemType = (typeof ITEM_TYPES)[number]['value'];

/** The chosen type as the API expects it; a service when nothing is chosen. */
export function itemTypeOf(text: string | undefined): ItemType {
  return ITEM_TYPES.find(({ value }) => value === text)?.value ?? 'SERVICE';
}

export const itemTypeWords = (type: string) => ITEM_TYPES.find(({ value }) => value === type)?.label ?? type;
