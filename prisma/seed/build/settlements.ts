import { applyPayment } from '@/usecases/transactions/apply-payment';
import type { Actor, PlannedSettlement } from '../story/documents';
import { each, type Stage } from './stage';

/** Applies payments and credits to the documents they settle, oldest first; exchange differences are booked on the way. */
export async function settle(
  stage: Stage,
  settlements: readonly PlannedSettlement[],
  actor: Actor,
): Promise<void> {
  const ordered = [...settlements].sort((one, other) =>
    one.on === other.on ? 0 : one.on < other.on ? -1 : 1,
  );
  await each(ordered, 6, ({ source, on, amounts }) =>
    stage.run(actor, applyPayment, {
      paymentId: stage.ids.get('document', source),
      appliedOn: on,
      applications: amounts.map(({ document, amount }) => ({
        documentId: stage.ids.get('document', document),
        amount,
      })),
    }),
  );
}
