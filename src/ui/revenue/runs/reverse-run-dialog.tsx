'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { type Run, runTotalWords } from './run-proposal';

/** The most contracts the dialog lists; more are reversed with the whole run, or through the API. */
const LISTED = 100;

/** Reverses a posted run, whole or for the contracts selected, with the reason. */
export function ReverseRunDialog({
  run,
  onClose,
  onDone,
}: {
  readonly run: Run;
  readonly onClose: () => void;
  readonly onDone: (reversalId: string) => void;
}) {
  const [reason, setReason] = useState('');
  const [isPart, setIsPart] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const contracts = trpc.revenue.runs.contracts.useQuery({ id: run.id, limit: LISTED }, { enabled: isPart });
  const reverse = trpc.revenue.runs.reverse.useMutation({
    onSuccess: (reversal) => {
      notifyDone(`${run.runNumber} is reversed by ${reversal.runNumber}.`);
      onDone(reversal.id);
    },
  });
  const toggle = (id: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <ConfirmDialog
      title={`Reverse ${run.runNumber}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Reverse"
      isPending={reverse.isPending}
      isDisabled={!isWords(reason) || (isPart && chosen.size === 0)}
      error={reverse.error ? sentenceOf(reverse.error) : undefined}
      onConfirm={() =>
        reverse.mutate({
          id: run.id,
          reason: reason.trim(),
          ...(isPart ? { contractIds: [...chosen] } : {}),
        })
      }
    >
      <p className="text-ink-soft">
        {isPart
          ? 'The amounts this run posted for the contracts selected are reversed'
          : `${runTotalWords(run)} is reversed, with contract costs and accrued interest,`}{' '}
        on {formatDate(run.postingDate)} while that period is open, otherwise on the first open day. The
        amounts are due again, and the next run posts them as the contracts then are.
      </p>
      <Checkbox
        label="Only some contracts"
        checked={isPart}
        onChange={(event) => setIsPart(event.target.checked)}
      />
      {isPart ? (
        <fieldset className="flex max-h-60 flex-col gap-1.5 overflow-y-auto">
          <legend className="sr-only">Contracts</legend>
          {(contracts.data?.rows ?? []).map((one) => (
            <Checkbox
              key={one.contractId}
              label={`${one.contractNumber}${one.name ? `, ${one.name}` : ''}: ${one.currencyCode} ${formatAmount(one.amount, one.currencyCode, { zero: 'digits' })}${one.isReversed ? ' (reversed)' : ''}`}
              checked={chosen.has(one.contractId)}
              disabled={one.isReversed}
              onChange={() => toggle(one.contractId)}
            />
          ))}
          {(contracts.data?.total ?? 0) > LISTED ? (
            <p className="text-ink-mute">
              The first {LISTED} of {contracts.data?.total.toLocaleString('en-US')} contracts are listed.
            </p>
          ) : null}
        </fieldset>
      ) : null}
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
