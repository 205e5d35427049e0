'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Money } from '@/ui/kit/figures/money';
import { ComboField } from '@/ui/kit/input/combo-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { useAccounts } from '@/ui/records/use-names';
import { sentenceOf } from '@/ui/shell/refusal';
import { isOfContracts, type Proof, type ProvedAccount } from './proof-words';

/** Assigns the rest of an account's difference to another account, by an entry that is proposed for approval. */
export function AssignDialog({
  proof,
  account,
  onClose,
}: {
  readonly proof: Proof;
  readonly account: ProvedAccount;
  readonly onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const [toAccountId, setTo] = useState('');
  const [reason, setReason] = useState('');
  const accounts = useAccounts();
  const assign = trpc.cutOver.assign.useMutation({
    onSuccess: () => {
      notifyDone('The entry is proposed. It counts once it is approved and posted.');
      onClose();
    },
    onSettled: () => utils.cutOver.invalidate(),
  });
  // The clearing account has the difference now.
  const choices = accounts.choices.filter((one) => one.id !== proof.cutOver.clearingAccountId);
  return (
    <ConfirmDialog
      title={`Assign the difference of ${account.code}`}
      isOpen
      onClose={onClose}
      onConfirm={() =>
        assign.mutate({ id: proof.cutOver.id, accountId: account.accountId, toAccountId, reason })
      }
      confirmLabel="Propose the entry"
      isDisabled={toAccountId === '' || reason.trim() === ''}
      isPending={assign.isPending}
      error={assign.error ? sentenceOf(assign.error) : undefined}
    >
      <p className="text-ink-soft">
        {isOfContracts(account)
          ? 'Deferred revenue and contract assets are assigned together, with a line for each contract that differs and its explanation. '
          : null}
        The trial balance has{' '}
        <Money value={account.difference} currency={proof.cutOver.baseCurrency} showCurrency /> on{' '}
        {account.code} {account.name} that no document or contract explains. It moves from the clearing
        account to the account you choose.
      </p>
      <ComboField label="To account" required value={toAccountId} choices={choices} onValue={setTo} />
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
