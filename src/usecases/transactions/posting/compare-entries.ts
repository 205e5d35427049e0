import { dec } from '@/core/money/decimal';
import { IMPACT_DECIMALS } from '@/db/stores/documents/approvals';
import type { NewImpactLine } from '@/db/stores/documents/transactions';

const DECIMALS: ReadonlySet<string> = new Set(IMPACT_DECIMALS);

/**
 * Whether an entry is the one that is stored, both by line number: as many lines, and every column of each the same, amounts by their value,
 * since a stored one has all the digits of its column.
 */
export function isSameEntry(stored: readonly NewImpactLine[], made: readonly NewImpactLine[]): boolean {
  return (
    stored.length === made.length &&
    stored.every((line, at) => {
      const other: Readonly<Record<string, unknown>> = { ...made[at] };
      return Object.entries(line).every(([field, value]) => isSame(field, value, other[field] ?? null));
    })
  );
}

const isSame = (field: string, one: unknown, other: unknown): boolean =>
  one === other || (DECIMALS.has(field) && dec(String(one)).equals(dec(String(other))));
