import type { AgingBucket } from '@/core/billing/aging';
import { isZeroDecimal } from '@/core/money/plain-decimal';

/**
 * Where a figure of an aging's row leads: to the documents of its counterparty; null where it has no page. A bucket in which nothing is left open
 * is a dash that leads nowhere: most figures of a page are such dashes, and each link costs the server as much as the rest of its cell.
 */
export function placeBehind(
  address: string | null,
  row: Readonly<Record<AgingBucket | 'total', string>>,
  figure: AgingBucket | 'total',
): string | null {
  return figure !== 'total' && isZeroDecimal(row[figure]) ? null : address;
}
