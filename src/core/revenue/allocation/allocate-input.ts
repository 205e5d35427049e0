import { amountInFull } from '@/core/money/currency';
import { type Decimal, dec, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { type Reader, reading } from '../reading';
import type { AllocationInput, AllocationObligation, SspRange } from './allocation';

/** An obligation whose standalone selling price has been decided. */
export type Candidate = {
  key: string;
  method: 'RELATIVE' | 'RESIDUAL';
  ssp: Decimal;
  range: { low: Decimal; high: Decimal } | null;
  /** How the standalone price was taken from a range, or null when it was given. */
  sspNote: string | null;
};

/**
 * The standalone price of one obligation. With a range: the contract's own price (or else the listed one) when it is
 * inside the range, otherwise the midpoint, so that an outlier does not decide its own allocation (32-33: maximize
 * observable inputs). Without a range: the listed price.
 */
function candidateOf(
  read: Reader,
  obligation: AllocationObligation,
  index: number,
  currencyCode: string,
): Candidate {
  const money = (value: Decimal) => amountInFull(value, currencyCode);
  const at = (field: string) => ['obligations', index, field];
  const method = obligation.method ?? 'RELATIVE';
  if (method !== 'RELATIVE' && method !== 'RESIDUAL') {
    read.problem(at('method'), 'must be RELATIVE or RESIDUAL');
  }
  const range = rangeOf(read, obligation.sspRange, index);
  const optional = method === 'RESIDUAL' || range !== null;
  const listed =
    obligation.ssp === undefined && optional ? null : read.number(at('ssp'), obligation.ssp, { min: '0' });
  const stated =
    obligation.contractPrice === undefined
      ? null
      : read.number(at('contractPrice'), obligation.contractPrice, { min: '0' });
  const base = { key: obligation.key, method, range };
  if (range === null) return { ...base, ssp: listed ?? ZERO, sspNote: null };

  const offered = stated ?? listed;
  const band = `${money(range.low)} to ${money(range.high)}`;
  if (offered?.gte(range.low) && offered.lte(range.high)) {
    return {
      ...base,
      ssp: offered,
      sspNote: `standalone selling price ${money(offered)} is within its range ${band}`,
    };
  }
  const midpoint = range.low.plus(range.high).div('2');
  const reason = offered === null ? 'midpoint of its range' : `${money(offered)} is outside; midpoint of`;
  return {
    ...base,
    ssp: midpoint,
    sspNote: `standalone selling price ${money(midpoint)}: ${reason} ${band}`,
  };
}

function rangeOf(read: Reader, range: SspRange | undefined, index: number): Candidate['range'] {
  if (range === undefined) return null;
  const low = read.number(['obligations', index, 'sspRange', 'low'], range.low, { min: '0' });
  const high = read.number(['obligations', index, 'sspRange', 'high'], range.high, { min: '0' });
  if (high.lt(low)) read.problem(['obligations', index, 'sspRange', 'high'], 'must not be below low');
  return { low, high };
}

/** Reads and checks an allocation; all problems of the input are in one INVALID_INPUT. */
export function candidatesOf(input: AllocationInput): Outcome<{ price: Decimal; candidates: Candidate[] }> {
  const read = reading(input.currencyCode);
  const price = read.money(['transactionPrice'], input.transactionPrice);
  if (input.obligations.length === 0) read.problem(['obligations'], 'must contain at least one obligation');
  const keys = new Set<string>();
  input.obligations.forEach(({ key }, index) => {
    if (key === '') read.problem(['obligations', index, 'key'], 'is required');
    else if (keys.has(key)) read.problem(['obligations', index, 'key'], `${key} is used twice`);
    keys.add(key);
  });
  const candidates = input.obligations.map((obligation, index) =>
    candidateOf(read, obligation, index, input.currencyCode),
  );
  for (const field of ['discounts', 'variable'] as const) {
    (input[field] ?? []).forEach(({ amount, to }, index) => {
      read.money([field, index, 'amount'], amount);
      if (to.length === 0) read.problem([field, index, 'to'], 'must contain at least one obligation');
      if (new Set(to).size !== to.length) read.problem([field, index, 'to'], 'names an obligation twice');
      for (const key of to)
        if (!keys.has(key)) read.problem([field, index, 'to'], `${key} is not an obligation`);
    });
  }
  const problems = read.refusal();
  return problems === null ? granted({ price: dec(price), candidates }) : { ok: false, refusal: problems };
}
