import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { each, type Stage } from './stage';

/** A posted document of the story that is reversed. */
export interface PlannedReversal {
  readonly document: string;
  readonly on: string;
  readonly reason: string;
}

/** Reverses documents, oldest reversal first, so that the journals' numbers follow time. */
export async function buildReversals(stage: Stage, reversals: readonly PlannedReversal[]): Promise<void> {
  const ordered = [...reversals].sort((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
  await each(ordered, 2, ({ document, on, reason }) =>
    stage.run('accountant', reverseTransaction, {
      id: stage.ids.get('document', document),
      reversalReason: reason,
      reversalDate: on,
    }),
  );
}
