import { dec, isPlainDecimal, ZERO } from '@/core/money/decimal';
import { isCurrency } from '@/core/money/minor-units';
import { type Outcome, refused } from '@/core/outcome';
import { isDate } from '../../periods/calendar';
import { minimumOf, minimumProblem } from '../minimum';
import { termsProblem } from './drafts/terms';
import type { ContractEvent } from './events';

const PRICES = ['sales', 'expectedUsed', 'expectedPrice', 'expected'] as const;

/** Facts in which nothing is malformed: a fact never changes, and each is in every later fold of its contract. */
const sound = new WeakSet<ContractEvent>();

/** The refusal of an event with malformed amounts or dates, checked before any rule. */
export function malformed(event: ContractEvent): Outcome<never> | null {
  if (sound.has(event)) return null;
  const refusal = malformedPart(event);
  if (refusal === null) sound.add(event);
  return refusal;
}

function malformedPart(event: ContractEvent): Outcome<never> | null {
  const bad = (path: string, message: string) =>
    refused('INVALID_INPUT', `${path} ${message}.`, { issues: [{ path: [path], message }] });
  if (!isDate(event.effectiveDate)) return bad('effectiveDate', 'must be a date YYYY-MM-DD');
  for (const field of [
    'amount',
    'quantity',
    'progress',
    'change',
    'liability',
    'refund',
    'totalCost',
    'exitCost',
    ...PRICES,
  ] as const) {
    const value = (event as Record<string, unknown>)[field];
    if (typeof value !== 'string') continue;
    if (!isPlainDecimal(value)) return bad(field, 'must be a plain decimal');
    const signed = field === 'change' || event.kind === 'interest';
    if (!signed && dec(value).lt(ZERO)) return bad(field, 'must not be negative');
  }
  if (event.kind === 'created' && !isCurrency(event.currencyCode)) {
    return bad('currencyCode', 'is not an ISO 4217 currency code');
  }
  if (event.kind === 'redemption' && dec(event.expectedUsed ?? '1').isZero()) {
    return bad('expectedUsed', 'must be above zero');
  }
  if (event.kind === 'useEstimate' && dec(event.expected).isZero()) {
    return bad('expected', 'must be above zero');
  }
  if (event.kind === 'invoice' || event.kind === 'invoiceReversed' || event.kind === 'creditNote') {
    for (const { amount, from } of event.items ?? []) {
      if (!isPlainDecimal(amount) || dec(amount).lte(ZERO))
        return bad('items', 'must have amounts above zero');
      if (from !== undefined && !isDate(from)) return bad('items', 'must have dates YYYY-MM-DD');
    }
  }
  if (event.kind === 'journal') {
    for (const { debit, credit } of event.lines) {
      const sides = [debit, credit];
      if (!sides.every((side) => isPlainDecimal(side) && dec(side).gte(ZERO))) {
        return bad('lines', 'must contain plain decimals that are not negative');
      }
    }
  }
  const terms =
    event.kind === 'created'
      ? (event.obligations ?? [])
      : event.kind === 'modification'
        ? (event.additions ?? []).map(({ price, ...terms }) => ({ ...terms, allocated: price }))
        : [];
  for (const one of terms) {
    const problem = termsProblem(one);
    if (problem !== null) return bad(`obligations.${one.key}`, problem);
  }
  if (event.kind === 'modification') {
    const { royalties = [], obligations = [] } = event;
    if (!royalties.every(({ rate }) => isPlainDecimal(rate))) return bad('terms', 'must have plain decimals');
    for (const { key, supplierShare = '0', pattern } of obligations) {
      if (!isPlainDecimal(supplierShare)) return bad(`obligations.${key}`, 'must have plain decimals');
      const minimum = pattern === undefined ? null : minimumOf(pattern);
      const problem = minimum === null ? null : minimumProblem(minimum);
      if (problem !== null) return bad(`obligations.${key}`, problem);
    }
  }
  return null;
}
