import type { Price } from './price-dialog';

/** For each list, item and quantity, the newest price valid on the day, which is the one used. */
export function inEffect(prices: readonly Price[], day: string): ReadonlySet<string> {
  const taken = new Map<string, Price>();
  for (const price of prices) {
    const key = `${price.priceListId}/${price.itemId}/${price.minimumQuantity}`;
    const isValid = price.validFrom <= day && (price.validTo === null || price.validTo >= day);
    const before = taken.get(key);
    if (isValid && (before === undefined || before.validFrom < price.validFrom)) taken.set(key, price);
  }
  return new Set([...taken.values()].map(({ id }) => id));
}
