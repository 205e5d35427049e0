/** What an item is. */
export const ITEM_TYPES = ['SERVICE', 'GOODS', 'SUBSCRIPTION', 'USAGE', 'DISCOUNT', 'SHIPPING'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];
