'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { toAmountString } from '@/core/money/currency';
import { ZERO } from '@/core/money/decimal';
import { cutBelowEarned } from '@/core/revenue/modifications/earned-cut';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextField } from '@/ui/kit/input/text-field';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { type Asked, askedOf, type ChangeDraft, emptyChange, obstacleOf } from './modification';
import { ModifyComparison, type Treatment } from './modify-comparison';
import { ModifyForm } from './modify-form';

/**
 * A contract modification: entered, compared under all four treatments, and applied with one of them and its reason.
 */
export function ModifyDialog({ view, onClose }: { readonly view: Contract; readonly onClose: () => void }) {
  const books = useBooks();
  const router = useRouter();
  const { contract } = view;
  const [draft, setDraft] = useState(() => emptyChange(view, books.today));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState<Treatment | null>(null);
  const [reason, setReason] = useState('');
  /** The treatment whose cut into earned revenue was confirmed. */
  const [confirmed, setConfirmed] = useState<Treatment | null>(null);
  /** A separate contract gets a record and balances of its own. */
  const [isOwn, setOwn] = useState(true);
  const compare = trpc.revenue.modifications.preview.useQuery(
    { id: contract.id, ...(asked ?? { date: draft.date }) },
    { enabled: asked !== null, placeholderData: keepPreviousData, retry: false },
  );
  const apply = trpc.revenue.modifications.choose.useMutation({
    onSuccess: ({ contract: { contract: made } }) => {
      onClose();
      if (made.id === contract.id) notifyDone(`${contract.contractNumber} is modified.`);
      else {
        notifyDone(`${made.contractNumber} is in force beside ${contract.contractNumber}.`);
        router.push(books.path(`revenue/${made.id}`));
      }
    },
  });
  const obstacle = obstacleOf(draft);
  const comparison = asked === null ? undefined : compare.data;
  const treatment = chosen ?? comparison?.required.treatment ?? 'prospective';
  const cut = comparison ? cutBelowEarned(comparison.outcomes[treatment]) : ZERO;
  const problem = apply.error ?? (asked === null ? null : compare.error);

  const applied = {
    id: contract.id,
    ...asked,
    treatment,
    ownContract: treatment === 'separate' && isOwn,
    reason: reason.trim(),
    confirm: cut.isZero() ? [] : ['CUT_BELOW_EARNED' as const],
  };

  function change(part: Partial<ChangeDraft>) {
    setDraft({ ...draft, ...part });
    setAsked(null);
    setChosen(null);
    setConfirmed(null);
  }

  return (
    <Dialog
      title={`Modify ${contract.contractNumber}`}
      isOpen
      onClose={onClose}
      isDismissable={false}
      className="max-w-6xl"
    >
      <div className="flex flex-col gap-4">
        <ModifyForm view={view} draft={draft} onChange={change} />
        <ChangeProblem
          problem={problem}
          verb="revenue.modifications.apply"
          input={applied}
          onRequested={onClose}
        />
        {asked !== null && compare.isPending ? <Skeleton className="h-40" /> : null}
        {comparison ? (
          <>
            <p className="text-ink-soft">
              <span className="font-medium text-ink">{comparison.required.paragraph}</span>{' '}
              {comparison.required.why.join(' ')}
            </p>
            <ModifyComparison
              comparison={comparison}
              currency={contract.currencyCode}
              chosen={treatment}
              onChoose={setChosen}
            />
            {treatment === 'separate' ? (
              <Checkbox
                label="As a contract of its own, with its own balances (606-10-25-12)"
                checked={isOwn}
                onChange={({ target }) => setOwn(target.checked)}
              />
            ) : null}
            {cut.isZero() ? null : (
              <Checkbox
                label={`This reverses ${contract.currencyCode} ${toAmountString(cut, contract.currencyCode)} of revenue that is already earned. It was agreed.`}
                checked={confirmed === treatment}
                onChange={({ target }) => setConfirmed(target.checked ? treatment : null)}
              />
            )}
            <TextField
              label="Reason"
              required
              hint={
                treatment === comparison.required.treatment
                  ? undefined
                  : 'This treatment differs from what the answers require. Give the reason.'
              }
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        ) : null}
      </div>
      <DialogActions>
        {obstacle && comparison === undefined ? <p className="mr-auto text-ink-mute">{obstacle}</p> : null}
        <Button onPress={onClose}>Cancel</Button>
        <Button
          tone={comparison ? 'plain' : 'primary'}
          isDisabled={obstacle !== null}
          isPending={compare.isFetching}
          onPress={() => setAsked(askedOf(draft, view))}
        >
          Compare
        </Button>
        {comparison ? (
          <Button
            tone="primary"
            isDisabled={
              !isWords(reason) ||
              !comparison.outcomes[treatment].applicable ||
              !(cut.isZero() || confirmed === treatment)
            }
            isPending={apply.isPending}
            onPress={() =>
              asked && apply.mutate({ ...applied, ...asked, $call: { expectedVersion: contract.version } })
            }
          >
            Apply
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
