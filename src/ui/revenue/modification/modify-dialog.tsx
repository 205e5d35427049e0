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
import { ReplacementReason, useReplacement } from '../facts/replacement';
import {
  type Asked,
  askedInstead,
  askedOf,
  type ChangeDraft,
  changeOf,
  emptyChange,
  obstacleOf,
  type RecordedChange,
  withoutChange,
} from './modification';
import { ModifyComparison, type Treatment } from './modify-comparison';
import { ModifyForm } from './modify-form';

/**
 * A contract modification: entered, compared under all four treatments, and applied with one of them and its reason. With `replaces`,
 * in the place of one that was recorded wrongly, compared as if that one had never been.
 */
export function ModifyDialog({
  view: recorded,
  onClose,
  replaces = null,
}: {
  readonly view: Contract;
  readonly onClose: () => void;
  readonly replaces?: RecordedChange | null;
}) {
  const books = useBooks();
  const router = useRouter();
  const view = replaces === null ? recorded : withoutChange(recorded, replaces);
  const { contract } = view;
  const [draft, setDraft] = useState(() =>
    replaces === null ? emptyChange(view, books.today) : changeOf(view, replaces),
  );
  const [asked, setAsked] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState<Treatment | null>(null);
  const [reason, setReason] = useState(replaces?.reason ?? '');
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  /** The treatment whose cut into earned revenue was confirmed. */
  const [confirmed, setConfirmed] = useState<Treatment | null>(null);
  /** A separate contract gets a record and balances of its own. */
  const [isOwn, setOwn] = useState(replaces?.treatment !== 'separate' || replaces.apart !== undefined);
  const compare = trpc.revenue.modifications.preview.useQuery(
    {
      id: contract.id,
      ...(asked ?? { date: draft.date }),
      ...(replaces !== null && { replaces: replaces.id }),
    },
    { enabled: asked !== null, placeholderData: keepPreviousData, retry: false },
  );
  const apply = trpc.revenue.modifications.choose.useMutation({
    onSuccess: ({ contract: { contract: made } }) => {
      onClose();
      if (made.id === contract.id) notifyDone(`${contract.contractNumber} is modified.`);
      else {
        notifyDone(`${made.contractNumber} is in force alongside ${contract.contractNumber}.`);
        router.push(books.path(`revenue/${made.id}`));
      }
    },
  });
  const obstacle = obstacleOf(draft);
  const comparison = asked === null ? undefined : compare.data;
  const treatment = chosen ?? comparison?.required.treatment ?? 'prospective';
  const cut = comparison ? cutBelowEarned(comparison.outcomes[treatment]) : ZERO;
  const problem = apply.error ?? replace.error ?? (asked === null ? null : compare.error);

  const applied = {
    id: contract.id,
    ...asked,
    treatment,
    ownContract: treatment === 'separate' && isOwn,
    reason: reason.trim(),
    confirm: cut.isZero() ? [] : ['CUT_BELOW_EARNED' as const],
  };

  const instead = {
    id: replaces?.id ?? '',
    reason: why.trim(),
    event: { kind: 'modification' as const, ...withoutId(applied) },
  };

  function change(part: Partial<ChangeDraft>) {
    setDraft({ ...draft, ...part });
    setAsked(null);
    setChosen(null);
    setConfirmed(null);
  }

  return (
    <Dialog
      title={
        replaces === null
          ? `Modify ${contract.contractNumber}`
          : `Replace a modification of ${contract.contractNumber}`
      }
      isOpen
      onClose={onClose}
      isDismissable={false}
      className="max-w-6xl"
    >
      <div className="flex flex-col gap-4">
        <ModifyForm view={view} draft={draft} onChange={change} />
        <ChangeProblem
          problem={problem}
          verb={replaces === null ? 'revenue.modifications.apply' : 'revenue.events.replace'}
          input={replaces === null ? applied : instead}
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
            {replaces === null ? null : <ReplacementReason value={why} onValue={setWhy} />}
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
          onPress={() =>
            setAsked(replaces === null ? askedOf(draft, view) : askedInstead(draft, recorded, replaces))
          }
        >
          Compare
        </Button>
        {comparison ? (
          <Button
            tone="primary"
            isDisabled={
              !isWords(reason) ||
              (replaces !== null && !isWords(why)) ||
              !comparison.outcomes[treatment].applicable ||
              !(cut.isZero() || confirmed === treatment)
            }
            isPending={apply.isPending || replace.isPending}
            onPress={() => {
              if (asked === null) return;
              if (replaces === null)
                apply.mutate({ ...applied, ...asked, $call: { expectedVersion: contract.version } });
              else replace.mutate({ ...instead, event: { ...instead.event, ...asked } });
            }}
          >
            {replaces === null ? 'Apply' : 'Replace'}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}

/** The modification, without the contract that it is applied to. */
function withoutId<Applied extends { readonly id: string }>({ id: _id, ...applied }: Applied) {
  return applied;
}
