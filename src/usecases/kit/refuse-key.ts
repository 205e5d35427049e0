import { refuse } from '@/core/refusals';

/** Refuses an Idempotency-Key that is in flight, or was used for a different request (decisions.md, "Idempotency"). */
export function refuseKey(state: 'running' | 'mismatch', key: string): never {
  if (state === 'running') {
    refuse(
      'IDEMPOTENCY_RUNNING',
      'A request with this Idempotency-Key is still running. Try again shortly.',
      { key },
    );
  }
  refuse('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for a different request.', { key });
}
