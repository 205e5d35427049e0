import { isWords } from '@/core/ledger/words';
import { isPlainDecimal } from '@/core/money/decimal';
import { isDate } from '@/core/periods/calendar';
import type { Contract } from '../contracts/contract-months';
import type { Fact } from './event-form';

type Recorded = Contract['events'][number]['event'];

/** One figure or text of a recorded fact that can be corrected, with its path in the fact. */
export type FactField = { readonly path: string; readonly label: string; readonly value: string };

/** The labels of the fields of facts without a form. */
const LABELS: Readonly<Record<string, string>> = {
  amount: 'Amount',
  probability: 'Probability',
  evidence: 'Evidence',
  memo: 'Memo',
  debit: 'Debit',
  credit: 'Credit',
  units: 'Units sold',
  unitPrice: 'Unit price',
  unitCost: 'Cost of a unit',
  expectedReturns: 'Units expected to be returned',
  recoveryCost: 'Cost of recovery of a unit',
  quantity: 'Quantity',
  expectedPrice: 'Expected price of a unit',
  included: 'Amount included',
  cap: 'Amount included at most',
  reason: 'Reason',
};

/** The figures and texts of a recorded fact, with their places; what is chosen from a list, and what names something, is kept. */
export function factFields(fact: Recorded): FactField[] {
  const { id: _id, kind: _kind, effectiveDate: _on, ...rest } = fact;
  return leavesOf(rest, []).flatMap(({ path, value }) => {
    const name = path.at(-1) ?? '';
    const label = LABELS[name];
    if (label === undefined) return [];
    const place = path.find((part) => /^[0-9]+$/.test(part));
    const numbered = place === undefined ? label : `${label} ${Number(place) + 1}`;
    return [{ path: path.join('.'), label: numbered, value }];
  });
}

/** The fact with other figures and texts; null while one of them is missing or invalid. */
export function factWith(
  fact: Recorded,
  effectiveDate: string,
  values: Readonly<Record<string, string>>,
): Fact | null {
  if (!isDate(effectiveDate)) return null;
  const { id: _id, ...rest } = structuredClone({ ...fact, effectiveDate });
  for (const { path, value: before } of factFields(fact)) {
    const value = (values[path] ?? before).trim();
    if (isPlainDecimal(before) ? !isPlainDecimal(value) : !isWords(value)) return null;
    const parts = path.split('.');
    let place: Record<string, unknown> = rest;
    for (const part of parts.slice(0, -1)) place = place[part] as Record<string, unknown>;
    place[parts.at(-1) ?? ''] = value;
  }
  return rest as unknown as Fact;
}

function leavesOf(value: unknown, path: readonly string[]): { path: readonly string[]; value: string }[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]));
}
