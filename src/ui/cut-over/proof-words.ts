import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Proof = RouterOutputs['cutOver']['proof'];
export type ProvedAccount = Proof['accounts'][number];

/** Whether an amount as text is not zero. */
export const isSome = (amount: string) => /[1-9]/.test(amount);

/** Whether the difference of an account is left for a person to assign. */
export const isUnassigned = ({ controlFor, difference, assigned }: ProvedAccount) =>
  controlFor !== null && difference !== assigned;

/** Whether the account is used by contracts: their differences are assigned by one adjustment. */
export const isOfContracts = ({ controlFor }: ProvedAccount) =>
  controlFor === 'DEFERRED_REVENUE' || controlFor === 'CONTRACT_ASSET';

/** Whether figures may still be imported: not once an opening entry based on them is posted or proposed. */
export const takesFigures = ({ cutOver, opening }: Pick<Proof, 'cutOver' | 'opening'>) =>
  cutOver.openingTransactionId === null && !opening.isProposed;
