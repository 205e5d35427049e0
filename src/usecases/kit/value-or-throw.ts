import type { Outcome } from '@/core/outcome';
import { RefusalError } from '@/core/refusals';

/** The value a core function returned; throws its refusal, so that the transaction rolls back. */
export function valueOrThrow<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new RefusalError(outcome.refusal);
  return outcome.value;
}
