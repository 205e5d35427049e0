'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { dec } from '@/core/money/decimal';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { ReplacementReason, useReplacement } from '../facts/replacement';
import { type ContractCost, costName } from './contract-costs';

type Recorded = Contract['events'][number]['event'];

interface Props<Kind extends Recorded['kind']> {
  readonly view: Contract;
  readonly cost: Pick<ContractCost, 'key' | 'eventId' | 'end'>;
  readonly onClose: () => void;
  /** The fact that was recorded wrongly, in whose place it is. */
  readonly replaces?: Extract<Recorded, { kind: Kind }> | null;
}

/** Tests a cost asset for impairment on a day. */
export function TestCostDialog({ view, cost, onClose, replaces = null }: Props<'costTest'>) {
  const books = useBooks();
  const currency = view.contract.currencyCode;
  const [date, setDate] = useState(replaces?.effectiveDate ?? books.today);
  const [expectedConsideration, setExpected] = useState(replaces?.expectedConsideration ?? '');
  const [remainingCosts, setRemaining] = useState(replaces?.remainingCosts ?? '');
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  const test = trpc.revenue.costs.impair.useMutation({
    onSuccess: ({ loss }) => {
      const amount = `${currency} ${formatAmount(loss.replace('-', ''), currency, { zero: 'digits' })}`;
      const words = dec(loss).isZero()
        ? 'No loss.'
        : dec(loss).isNegative()
          ? `${amount} reversed.`
          : `Loss of ${amount}.`;
      notifyDone(`Tested for impairment. ${words}`);
      onClose();
    },
  });
  const said = { date, expectedConsideration, ...(remainingCosts === '' ? {} : { remainingCosts }) };
  const instead = {
    id: replaces?.id ?? '',
    reason: why.trim(),
    event: { kind: 'costTest' as const, ...said },
  };
  return (
    <ConfirmDialog
      title={`Test ${costName(view, cost)} for impairment`}
      isOpen
      onClose={onClose}
      confirmLabel={replaces === null ? 'Test' : 'Replace'}
      isPending={test.isPending || replace.isPending}
      isDisabled={date === '' || expectedConsideration === '' || (replaces !== null && !isWords(why))}
      error={test.error ? sentenceOf(test.error) : undefined}
      onConfirm={() => (replaces === null ? test.mutate({ id: cost.key, ...said }) : replace.mutate(instead))}
    >
      <p className="text-ink-soft">
        The asset may be carried at what is still to be received for the goods and services it relates to,
        less what they still cost. A loss is posted now.
      </p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField label="On" required value={date} onValue={setDate} />
        <AmountField
          label={`Still to be received (${currency})`}
          currency={currency}
          required
          value={expectedConsideration}
          onValue={setExpected}
        />
        <AmountField
          label={`Costs still to come (${currency})`}
          currency={currency}
          value={remainingCosts}
          onValue={setRemaining}
        />
      </div>
      {replaces === null ? null : <ReplacementReason value={why} onValue={setWhy} />}
      <ChangeProblem
        problem={replace.error}
        verb="revenue.events.replace"
        input={instead}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}

/** Reestimates the end of a cost asset's amortization. */
export function CostTermDialog({ view, cost, onClose, replaces = null }: Props<'costTerm'>) {
  const books = useBooks();
  const [date, setDate] = useState(replaces?.effectiveDate ?? books.today);
  const [end, setEnd] = useState(replaces?.end ?? cost.end);
  const [evidence, setEvidence] = useState(replaces?.evidence ?? '');
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  const revise = trpc.revenue.costs.revise.useMutation({
    onSuccess: () => {
      notifyDone(`${costName(view, cost)} is amortized to its new end.`);
      onClose();
    },
  });
  const said = { date, end, evidence: evidence.trim() };
  const instead = {
    id: replaces?.id ?? '',
    reason: why.trim(),
    event: { kind: 'costTerm' as const, ...said },
  };
  return (
    <ConfirmDialog
      title={`Change the end of ${costName(view, cost)}`}
      isOpen
      onClose={onClose}
      confirmLabel={replaces === null ? 'Change' : 'Replace'}
      isPending={revise.isPending || replace.isPending}
      isDisabled={date === '' || end === '' || !isWords(evidence) || (replaces !== null && !isWords(why))}
      error={revise.error ? sentenceOf(revise.error) : undefined}
      onConfirm={() =>
        replaces === null ? revise.mutate({ id: cost.key, ...said }) : replace.mutate(instead)
      }
    >
      <p className="text-ink-soft">
        The carrying amount is amortized from the month of the change to the new end. Earlier months do not
        change.
      </p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField label="From" required value={date} onValue={setDate} />
        <DateField label="Amortized until" required value={end} onValue={setEnd} />
      </div>
      <TextAreaField
        label="Evidence"
        required
        value={evidence}
        onChange={(event) => setEvidence(event.target.value)}
      />
      {replaces === null ? null : <ReplacementReason value={why} onValue={setWhy} />}
      <ChangeProblem
        problem={replace.error}
        verb="revenue.events.replace"
        input={instead}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}
