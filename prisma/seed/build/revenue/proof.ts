import { systemPrincipal } from '@/auth/principal';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import type { Stage } from '../stage';

/** Verifies the ledger, so that a demo that does not balance is never shown. */
export async function proveBooks({ organizationId, clock }: Stage): Promise<void> {
  const verdict = await runForOutput(
    verifyBooks,
    { principal: systemPrincipal(organizationId), surface: 'job', requestId: newId(), clock },
    {},
  );
  if (!verdict.isSound) {
    throw new Error(
      `The books of ${verdict.organizationName} do not hold: ${verdict.breaches.map(({ message }) => message).join(' ')}`,
    );
  }
}
