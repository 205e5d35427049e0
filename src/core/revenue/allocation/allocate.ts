import { allocateByWeight } from '@/core/money/allocate';
import { amountInFull, roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { type Candidate, candidatesOf } from './allocate-input';
import { residualRefusal, subsetRefusal } from './allocate-tests';
import type { Allocation, AllocationInput, DirectedAmount } from './allocation';

/**
 * From this share of its standalone price on, a variable amount counts as the whole price of an obligation, which then
 * takes no part of the rest (Example 35 Case A); below it, the rest is allocated as usual (32-41).
 */
const COVERS_SSP = '0.9';

/** Whether an obligation's own variable amounts count as its whole price. */
export function coversStandalonePrice(variable: Decimal, ssp: Decimal): boolean {
  return !variable.isZero() && variable.gte(ssp.times(COVERS_SSP));
}

/** Allocates each directed amount to its obligations by standalone price. */
function directedBy(list: readonly DirectedAmount[], candidates: readonly Candidate[]): Map<string, Decimal> {
  const result = new Map<string, Decimal>();
  for (const { amount, to } of list) {
    const targets = candidates.filter((candidate) => to.includes(candidate.key));
    const whole = sum(targets.map((target) => target.ssp));
    targets.forEach((target, index) => {
      const share = whole.isZero()
        ? index === 0
          ? dec(amount)
          : ZERO
        : dec(amount).times(target.ssp).div(whole);
      result.set(target.key, (result.get(target.key) ?? ZERO).plus(share));
    });
  }
  return result;
}

/**
 * Allocates a transaction price to performance obligations; the shares sum to it exactly, rounded once by largest
 * remainder. Order: variable amounts to their obligations (32-40), discounts to their subset (32-37) before any
 * residual (32-38), the residual (32-34(c)), and the rest by relative standalone selling price (32-31).
 *
 * Refuses with INVALID_INPUT (negative or missing price, unknown or repeated key, unknown currency) and REVENUE_RULE:
 * RESIDUAL_NOT_FAITHFUL, DISCOUNT_EXCEEDS_SSP, DISCOUNT_NOT_IN_CONTRACT, VARIABLE_EXCEEDS_PRICE, NO_SSP.
 * Source: ASC 606-10-32-28 to 32-41, 606-10-55-255 to 55-279.
 */
export function allocate(input: AllocationInput): Outcome<Allocation> {
  const read = candidatesOf(input);
  if (!read.ok) return read;
  const { price, candidates } = read.value;
  const currency = input.currencyCode;

  const variable = directedBy(input.variable ?? [], candidates);
  const discount = directedBy(input.discounts ?? [], candidates);
  const direct = (key: string) => variable.get(key) ?? ZERO;
  const relative = candidates.filter((candidate) => candidate.method === 'RELATIVE');
  const residual = candidates.filter((candidate) => candidate.method === 'RESIDUAL');

  // The rest must be allocated to something: if variable amounts cover every obligation, all of them take part.
  const uncovered = relative.filter(({ key, ssp }) => !coversStandalonePrice(direct(key), ssp));
  const sharing = uncovered.length === 0 && residual.length === 0 ? relative : uncovered;
  const gross = price.minus(sum(variable.values())).plus(sum(discount.values()));
  const sharedSsp = sum(sharing.map(({ ssp }) => ssp));
  const refusedSubset = subsetRefusal({ input, candidates, sharing, residual, discount, gross, sharedSsp });
  if (refusedSubset !== null) return { ok: false, refusal: refusedSubset };

  const left = residual.length === 0 ? ZERO : gross.minus(sharedSsp);
  if (residual.length > 0) {
    const suspicious = residualRefusal(residual, left, currency);
    if (suspicious !== null) return { ok: false, refusal: suspicious };
  }
  const residualSsp = sum(residual.map(({ ssp }) => ssp));

  const exact = candidates.map((candidate) => {
    let base = ZERO;
    if (candidate.method === 'RESIDUAL') {
      base = residual.length === 1 ? left : left.times(candidate.ssp).div(residualSsp);
    } else if (sharing.includes(candidate)) {
      // With a residual the others are at their standalone prices; without one they share what remains.
      if (residual.length > 0) base = candidate.ssp;
      else base = sharedSsp.isZero() ? gross : gross.times(candidate.ssp).div(sharedSsp);
    }
    return base.plus(direct(candidate.key)).minus(discount.get(candidate.key) ?? ZERO);
  });
  const negative = candidates.find((_, index) => (exact[index] ?? ZERO).lt(ZERO));
  if (negative !== undefined) {
    return refused(
      'REVENUE_RULE',
      `The discount to ${negative.key} exceeds its share of the price before that discount.`,
      { rule: 'DISCOUNT_EXCEEDS_SSP', paragraph: '606-10-32-37', key: negative.key },
    );
  }
  const shares = allocateByWeight(price, exact, currency);

  return granted({
    allocations: candidates.map((candidate, index) => ({
      key: candidate.key,
      amount: toAmountString(shares[index] ?? ZERO, currency),
      why: whyOf(candidate, {
        gross,
        sharedSsp,
        sharing: sharing.includes(candidate),
        withResidual: residual.length > 0,
        variable: direct(candidate.key),
        discount: discount.get(candidate.key) ?? ZERO,
        amount: toAmountString(shares[index] ?? ZERO, currency),
        currency,
      }),
    })),
    total: toAmountString(sum(shares), currency),
  });
}

type Facts = {
  gross: Decimal;
  sharedSsp: Decimal;
  sharing: boolean;
  withResidual: boolean;
  variable: Decimal;
  discount: Decimal;
  amount: DecimalString;
  currency: string;
};

/** One sentence a controller can paste into a memo: the formula with its figures, the result and the paragraph. */
function whyOf(candidate: Candidate, facts: Facts): string {
  const money = (value: Decimal) => amountInFull(value, facts.currency);
  const terms: string[] = [];
  if (candidate.method === 'RESIDUAL') {
    terms.push(
      `residual: ${money(facts.gross)} less the observable standalone selling prices ${money(facts.sharedSsp)} (606-10-32-34(c))`,
    );
  } else if (!facts.sharing) {
    terms.push(
      'no share of the remainder because its variable amount already covers its standalone selling price',
    );
  } else if (facts.withResidual) {
    terms.push(`its standalone selling price ${money(candidate.ssp)} (606-10-32-38)`);
  } else {
    terms.push(
      `relative standalone selling price: ${money(facts.gross)} × ${money(candidate.ssp)} / ${money(facts.sharedSsp)} (606-10-32-31)`,
    );
  }
  if (!facts.discount.isZero()) {
    // The share itself is not rounded, only the amount that is allocated in the end.
    const rounded = roundToCurrency(facts.discount, facts.currency);
    const about = rounded.equals(facts.discount) ? '' : 'about ';
    terms.push(`less its share ${about}${money(rounded)} of a discount allocated to a subset (606-10-32-37)`);
  }
  if (!facts.variable.isZero()) {
    terms.push(
      `plus variable consideration ${money(facts.variable)} allocated entirely to it (606-10-32-40)`,
    );
  }
  if (candidate.sspNote !== null) terms.push(candidate.sspNote);
  return `${facts.amount} = ${terms.join('; ')}.`;
}
