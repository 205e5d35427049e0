import { amountInFull } from '@/core/money/currency';
import { sum, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ObligationPattern } from '@/core/revenue/contracts/agreed/promised-terms';
import {
  type MinimumTerms,
  minimumOf,
  minimumProblem,
  type RoyaltyMethod,
  totalOf,
  unearnableShare,
} from '@/core/revenue/minimum';
import type { ScheduleMethod } from '@/core/revenue/schedules/schedule-methods';
import type { Tenant } from '@/db/tenancy';
import { policyInForce } from '../setup/ensure-policy';
import type { ContractTerms } from './contract-input';
import type { ResolvedPromise } from './resolve-promise';

/** How the policy of a day earns the guaranteed minimum of a license that does not state it; looked up only where one does not. */
export async function royaltyMethodFor(
  tenant: Tenant,
  day: string,
  { obligations }: ContractTerms,
): Promise<RoyaltyMethod> {
  const asks = obligations.some(({ pattern }) => pattern.kind === 'LICENCE' && pattern.minimum !== undefined);
  return (asks ? (await policyInForce(tenant, day))?.royaltyMinimum : undefined) ?? 'OVER_TIME';
}

/**
 * A committed minimum is a fixed part of the price that is disclosed as remaining (606-10-32-2, 50-14A). Refuses INVALID_INPUT of
 * core, REVENUE_RULE MINIMUM_NOT_IN_PRICE where the fixed price is less than the minimums, and MINIMUM_DISCLOSED.
 */
export function demandMinimums(
  { price, obligations }: ContractTerms,
  promises: readonly ResolvedPromise[],
  currencyCode: string,
): void {
  const minimums = obligations.flatMap(({ key, expedient }, index) => {
    const minimum = minimumIn(promises[index]);
    return minimum === null ? [] : [{ key, expedient, minimum }];
  });
  for (const { key, expedient, minimum } of minimums) {
    const problem = minimumProblem(minimum);
    if (problem !== null) {
      refuse('INVALID_INPUT', `obligations.${key}: ${problem}`, {
        issues: [{ path: ['obligations', key, 'pattern', 'minimum'], message: problem }],
      });
    }
    if (expedient === undefined) continue;
    refuse(
      'REVENUE_RULE',
      `The minimum of ${key} is fixed and cannot be left out of the remaining obligations.`,
      {
        rule: 'MINIMUM_DISCLOSED',
        key,
        paragraph: '606-10-50-14A',
      },
    );
  }
  demandInPrice(
    price.fixed,
    minimums.map(({ minimum }) => minimum),
    currencyCode,
  );
}

/** Refuses MINIMUM_NOT_IN_PRICE where a fixed price is less than the minimums it has to contain. */
export function demandInPrice(fixed: string, minimums: readonly MinimumTerms[], currencyCode: string): void {
  const whole = sum(minimums.map(totalOf));
  if (whole.lte(fixed)) return;
  const words = amountInFull(whole, currencyCode);
  refuse('REVENUE_RULE', `The fixed price is less than the committed minimums of ${words}.`, {
    rule: 'MINIMUM_NOT_IN_PRICE',
    minimums: toPlainString(whole),
    fixed,
    paragraph: '606-10-32-2',
  });
}

/** Refuses a share of the price on what is priced as used (unearnableShare) with REVENUE_RULE NOT_EARNABLE. */
export function demandEarnable(
  shares: readonly { readonly key: string; readonly amount: string; readonly pattern: ObligationPattern }[],
): void {
  for (const { key, amount, pattern } of shares) {
    const why = unearnableShare({
      key,
      amount,
      isPricedAsUsed: pattern.kind === 'USAGE',
      hasMinimum: minimumOf(pattern) !== null,
    });
    if (why !== null) {
      refuse('REVENUE_RULE', why, { rule: 'NOT_EARNABLE', key, amount, paragraph: '606-10-32-40' });
    }
  }
}

const minimumIn = (promise: ResolvedPromise | undefined) =>
  promise === undefined ? null : minimumOf(promise.pattern);

/** A minimum that goes with time spreads by the policy's convention unless it states one. */
export function withSpread(pattern: ObligationPattern, spread: ScheduleMethod): ObligationPattern {
  const minimum = minimumOf(pattern);
  return pattern.kind !== 'USAGE' || minimum === null
    ? pattern
    : { ...pattern, minimum: { ...minimum, spread: minimum.spread ?? spread } };
}
