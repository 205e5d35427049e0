import { applyPayments } from '@/usecases/transactions/payments/apply-payment';
import type { Actor, PlannedSettlement } from '../story/documents';
import type { Stage } from './stage';

/** Payments applied in one call. */
const TOGETHER = 250;

/** Applies payments and credits to the documents they settle, oldest first; exchange differences are posted along with them. */
export async function settle(
  stage: Stage,
  settlements: readonly PlannedSettlement[],
  actor: Actor,
): Promise<void> {
  const ordered = [...settlements].sort((one, other) =>
    one.on === other.on ? 0 : one.on < other.on ? -1 : 1,
  );
  const payments = ordered.map(({ source, on, amounts }) => ({
    paymentId: stage.ids.get('document', source),
    appliedOn: on,
    applications: amounts.map(({ document, amount }) => ({
      documentId: stage.ids.get('document', document),
      amount,
    })),
  }));
  for (let start = 0; start < payments.length; start += TOGETHER) {
    await stage.run(actor, applyPayments, { payments: payments.slice(start, start + TOGETHER) });
  }
}
