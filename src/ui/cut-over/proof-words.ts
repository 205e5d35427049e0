import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Proof = RouterOutputs['cutOver']['proof'];
export type ProvedAccount = Proof['accounts'][number];

/** Whether an amount as text is not zero. */
export const isSome = (amount: string) => /[1-9]/.test(amount);

/** Whether the difference of an account is left for a person to assign. */
export const isUnassigned = ({ controlFor, difference, assigned }: ProvedAccount) =>
  controlFor !== null && difference !== assigned;

/** Whether contracts stand on the account: what they differ by is one adjustment. */
export const isOfContracts = ({ controlFor }: ProvedAccount) =>
  controlFor === 'DEFERRED_REVENUE' || controlFor === 'CONTRACT_ASSET';
