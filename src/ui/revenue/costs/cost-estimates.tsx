'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { dec } from '@/core/money/decimal';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { type ContractCost, costName } from './contract-costs';

interface Props {
  readonly view: Contract;
  readonly cost: ContractCost;
  readonly onClose: () => void;
}

/** Tests a cost asset for impairment on a day. */
export function TestCostDialog({ view, cost, onClose }: Props) {
  const books = useBooks();
  const currency = view.contract.currencyCode;
  const [date, setDate] = useState(books.today);
  const [expectedConsideration, setExpected] = useState('');
  const [remainingCosts, setRemaining] = useState('');
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
  return (
    <ConfirmDialog
      title={`Test ${costName(view, cost)} for impairment`}
      isOpen
      onClose={onClose}
      confirmLabel="Test"
      isPending={test.isPending}
      isDisabled={date === '' || expectedConsideration === ''}
      error={test.error ? sentenceOf(test.error) : undefined}
      onConfirm={() =>
        test.mutate({
          id: cost.key,
          date,
          expectedConsideration,
          ...(remainingCosts === '' ? {} : { remainingCosts }),
        })
      }
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
    </ConfirmDialog>
  );
}

/** Estimates again until when a cost asset is amortized. */
export function CostTermDialog({ view, cost, onClose }: Props) {
  const books = useBooks();
  const [date, setDate] = useState(books.today);
  const [end, setEnd] = useState(cost.end);
  const [evidence, setEvidence] = useState('');
  const revise = trpc.revenue.costs.revise.useMutation({
    onSuccess: () => {
      notifyDone(`${costName(view, cost)} is amortized to its new end.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Change the end of ${costName(view, cost)}`}
      isOpen
      onClose={onClose}
      confirmLabel="Change"
      isPending={revise.isPending}
      isDisabled={date === '' || end === '' || !isWords(evidence)}
      error={revise.error ? sentenceOf(revise.error) : undefined}
      onConfirm={() => revise.mutate({ id: cost.key, date, end, evidence: evidence.trim() })}
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
    </ConfirmDialog>
  );
}
