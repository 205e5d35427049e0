import { dec, isPlainDecimal } from '@/core/money/decimal';
import type { ContractEvent } from './events';

/** Names and words are compared as they are written, also where they look like numbers. */
const WORDS: readonly string[] = ['kind', 'key', 'milestone', 'reason', 'memo', 'effectiveDate'];

/**
 * The fields in which two recordings of a fact differ, by name; none: they say the same. IDs do not count, an omitted field equals
 * an undefined one, and amounts are compared by value ("5" is "5.00").
 */
export function differingFields(one: ContractEvent, other: ContractEvent): string[] {
  const { id: _one, ...a } = one as Record<string, unknown>;
  const { id: _other, ...b } = other as Record<string, unknown>;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => !saysSame(name, a[name], b[name]))
    .sort();
}

function saysSame(name: string, a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a === b) return true;
    return !WORDS.includes(name) && isPlainDecimal(a) && isPlainDecimal(b) && dec(a).equals(b);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => saysSame(name, item, b[index]));
  }
  if (isRecord(a) && isRecord(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => saysSame(key, a[key], b[key]));
  }
  return (a ?? null) === (b ?? null);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
