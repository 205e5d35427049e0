'use client';

import { trpc } from '@/surfaces/trpc/react';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import type { Contract } from '../contracts/contract-months';

/** Records a fact in the place of another one, with a notice when it is done. */
export function useReplacement(view: Contract, onDone: () => void) {
  return trpc.revenue.events.replace.useMutation({
    onSuccess: () => {
      notifyDone(`Event of contract ${view.contract.contractNumber} replaced.`);
      onDone();
    },
  });
}

/** The effect of replacing a fact, and the reason for it. */
export function ReplacementReason({
  value,
  onValue,
}: {
  readonly value: string;
  readonly onValue: (reason: string) => void;
}) {
  return (
    <>
      <p className="text-ink-soft">
        The contract is recalculated with this event in place of the one recorded, which stays on this page,
        struck through. Differences are posted in their own months while those are open, otherwise in the
        first open month.
      </p>
      <TextAreaField
        label="Why it is replaced"
        required
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </>
  );
}
