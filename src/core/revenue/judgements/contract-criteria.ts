import { isWords } from '@/core/ledger/words';
import { granted, type Outcome, refused } from '@/core/outcome';
import { dayNumber } from '../../periods/calendar';
import type { DateString } from '../days';

/** The five criteria of 606-10-25-1, each with the evidence for its answer. */
export type CriterionName = 'APPROVED' | 'RIGHTS' | 'PAYMENT_TERMS' | 'SUBSTANCE' | 'COLLECTION_PROBABLE';
export type Criterion = { name: CriterionName; met: boolean; evidence: string };

export const CRITERIA: readonly CriterionName[] = [
  'APPROVED',
  'RIGHTS',
  'PAYMENT_TERMS',
  'SUBSTANCE',
  'COLLECTION_PROBABLE',
];

/**
 * Whether a contract exists (606-10-25-1). Refuses with REVENUE_RULE CRITERIA_NOT_MET, naming what is missing; until all
 * five criteria are met, what the customer paid is a liability (25-8), unless no obligations remain and the payment is
 * not refundable (25-7).
 */
export function contractExists(criteria: readonly Criterion[]): Outcome<true> {
  const missing = CRITERIA.filter((name) => !criteria.some((one) => one.name === name && one.met));
  const unproved = criteria.filter((one) => one.met && !isWords(one.evidence)).map((one) => one.name);
  if (missing.length === 0 && unproved.length === 0) return granted(true);
  const names = [...new Set([...missing, ...unproved])];
  return refused('REVENUE_RULE', `Not yet a contract for revenue recognition: ${names.join(', ')}.`, {
    rule: 'CRITERIA_NOT_MET',
    paragraph: '606-10-25-1',
    missing,
    unproved,
  });
}

export type CombinationCandidate = {
  contractId: string;
  customerId: string;
  currencyCode: string;
  inception: DateString;
};

/** The reasons to combine contracts (606-10-25-9): one is enough. */
export type CombinationReasons = {
  singleObjective: boolean;
  pricesInterdependent: boolean;
  singleObligation: boolean;
};

/**
 * Whether contracts may be combined (606-10-25-9): the same customer (or a related party, as the caller states), one
 * currency, made at or near the same time (`nearDays`, by policy), and one of the three reasons. Refuses with
 * REVENUE_RULE NOT_COMBINABLE and the condition that is not met.
 */
export function combinable(input: {
  contracts: readonly CombinationCandidate[];
  reasons: CombinationReasons;
  nearDays: number;
  relatedCustomers?: boolean | undefined;
}): Outcome<{ inception: DateString }> {
  const { contracts, reasons, nearDays } = input;
  const no = (failed: string, message: string) =>
    refused('REVENUE_RULE', message, { rule: 'NOT_COMBINABLE', paragraph: '606-10-25-9', failed });
  if (new Set(contracts.map(({ contractId }) => contractId)).size < 2) {
    return no('CONTRACTS', 'At least two contracts are needed for a combination.');
  }
  if (new Set(contracts.map(({ customerId }) => customerId)).size > 1 && input.relatedCustomers !== true) {
    return no('CUSTOMER', 'The contracts are with different, unrelated customers.');
  }
  if (new Set(contracts.map(({ currencyCode }) => currencyCode)).size > 1) {
    return no('CURRENCY', 'The contracts are in different currencies.');
  }
  const days = contracts.map(({ inception }) => inception).sort();
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  if (dayNumber(last) - dayNumber(first) > nearDays) {
    return no('TIME', `The contracts were made more than ${nearDays} days apart.`);
  }
  if (!reasons.singleObjective && !reasons.pricesInterdependent && !reasons.singleObligation) {
    return no('REASON', 'None of the three criteria for combining is met.');
  }
  return granted({ inception: first });
}
