import { dec, toFixedString } from '@/core/money/decimal';
import type { Outcome } from '@/core/outcome';
import type { Refusal } from '@/core/refusals';

/** The value of a successful outcome; a refusal fails the test with its sentence. */
export function expectValue<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

/** The rule a refusal names, or its code. */
export function ruleOf(outcome: Outcome<unknown>): string {
  if (outcome.ok) throw new Error('was granted');
  return ruleName(outcome.refusal);
}

function ruleName(reason: Refusal): string {
  return reason.code === 'REVENUE_RULE' ? reason.data.rule : reason.code;
}

/** Rounded half-even to whole currency units, as the standard prints its figures. */
export function whole(amount: string): string {
  return toFixedString(dec(amount), 0);
}
