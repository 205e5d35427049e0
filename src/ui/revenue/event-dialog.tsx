'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { dec, toPlainString } from '@/core/money/decimal';
import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { AmountField } from '@/ui/kit/amount-field';
import { Button } from '@/ui/kit/button';
import { DateField } from '@/ui/kit/date-field';
import { Dialog, DialogActions } from '@/ui/kit/dialog';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { SelectField } from '@/ui/kit/select-field';
import { TextField } from '@/ui/kit/text-field';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from './contract-months';

type Fact = RouterInputs['revenue']['events']['record']['event'];
type Kind =
  | 'delivery'
  | 'progress'
  | 'costs'
  | 'milestone'
  | 'usage'
  | 'redemption'
  | 'lapse'
  | 'return'
  | 'estimateChange'
  | 'payment'
  | 'hold'
  | 'release';

const KINDS: Readonly<Record<Kind, string>> = {
  delivery: 'A delivery',
  progress: 'Progress, as a percentage',
  costs: 'Progress, by costs incurred',
  milestone: 'A milestone',
  usage: 'Use',
  redemption: 'Rights were exercised',
  lapse: 'Rights expired',
  return: 'A return',
  estimateChange: 'A new price estimate',
  payment: 'A payment received',
  hold: 'A hold',
  release: 'Release of a hold',
};

/** The events an obligation accepts, depending on its pattern. */
const BY_PATTERN: Readonly<Record<Contract['obligations'][number]['pattern']['kind'], readonly Kind[]>> = {
  POINT: ['delivery'],
  UNITS: ['delivery'],
  PROGRESS: ['progress', 'costs'],
  MILESTONES: ['milestone'],
  RATABLE: [],
  USAGE: ['usage'],
  RIGHTS: ['redemption', 'lapse'],
};
const ALWAYS: readonly Kind[] = ['return', 'estimateChange', 'payment', 'hold', 'release'];

/** Records a contract event: kind, date, obligation and amount. */
export function EventDialog({ view, onClose }: { readonly view: Contract; readonly onClose: () => void }) {
  const books = useBooks();
  const { contract, obligations } = view;
  const currency = contract.currencyCode;
  const [key, setKey] = useState(obligations[0]?.key ?? '');
  const pattern = obligations.find((one) => one.key === key)?.pattern;
  const kinds = [...(pattern ? BY_PATTERN[pattern.kind] : []), ...ALWAYS];
  const [asked, setAsked] = useState<Kind | null>(null);
  const kind = asked !== null && kinds.includes(asked) ? asked : (kinds[0] ?? 'payment');
  const [effectiveDate, setEffectiveDate] = useState(books.today);
  const [amount, setAmount] = useState('');
  const [total, setTotal] = useState('');
  const [words, setWords] = useState('');
  const record = trpc.revenue.events.record.useMutation({
    onSuccess: () => {
      notifyDone(`Recorded: ${KINDS[kind].toLowerCase()}.`);
      onClose();
    },
  });
  const milestones = pattern?.kind === 'MILESTONES' ? pattern.milestones.map((one) => one.key) : [];
  const fact = factOf();

  function factOf(): Fact | null {
    const on = { effectiveDate, key };
    if (effectiveDate === '') return null;
    switch (kind) {
      case 'delivery':
        return { kind, ...on, ...(amount === '' ? {} : { quantity: amount }) };
      case 'progress':
        return amount === '' ? null : { kind, ...on, progress: toPlainString(dec(amount).div('100')) };
      case 'costs':
        return amount === '' || total === '' ? null : { kind, ...on, costToDate: amount, totalCost: total };
      case 'milestone':
        return { kind, ...on, milestone: words === '' ? (milestones[0] ?? '') : words };
      case 'usage':
      case 'return':
        return amount === '' ? null : { kind, ...on, amount };
      case 'redemption':
        return amount === '' ? null : { kind, ...on, quantity: amount };
      case 'estimateChange':
        return amount === '' ? null : { kind, effectiveDate, change: amount };
      case 'payment':
        return amount === '' ? null : { kind, effectiveDate, amount };
      case 'hold':
        return !isWords(words) ? null : { kind, ...on, reason: words.trim() };
      case 'lapse':
      case 'release':
        return { kind, ...on };
    }
  }

  const amountLabel: Partial<Record<Kind, string>> = {
    delivery: pattern?.kind === 'UNITS' ? 'Quantity' : '',
    progress: 'Satisfied so far (percent)',
    costs: `Costs to date (${currency})`,
    redemption: 'Quantity',
    usage: `Amount (${currency})`,
    return: `Amount (${currency})`,
    estimateChange: `Change of the price (${currency})`,
    payment: `Amount (${currency})`,
  };
  const label = amountLabel[kind] ?? '';
  return (
    <Dialog title={`Record for ${contract.contractNumber}`} isOpen onClose={onClose} isDismissable={false}>
      <form
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (fact) record.mutate({ id: contract.id, event: fact });
        }}
      >
        {record.error ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(record.error)}
          </Notice>
        ) : null}
        <div className="grid gap-3.5 sm:grid-cols-2">
          <SelectField
            label="Obligation"
            value={key}
            choices={obligations.map((one) => ({ value: one.key, label: one.description ?? one.key }))}
            onChange={(event) => setKey(event.target.value)}
          />
          <SelectField
            label="What happened"
            value={kind}
            choices={kinds.map((value) => ({ value, label: KINDS[value] }))}
            onChange={(event) => setAsked(kinds.find((known) => known === event.target.value) ?? null)}
          />
          <DateField label="On" required value={effectiveDate} onValue={setEffectiveDate} />
          {label === '' ? null : (
            <AmountField label={label} currency={currency} required value={amount} onValue={setAmount} />
          )}
          {kind === 'costs' ? (
            <AmountField
              label={`Costs expected in total (${currency})`}
              currency={currency}
              required
              value={total}
              onValue={setTotal}
            />
          ) : null}
          {kind === 'milestone' ? (
            <SelectField
              label="Milestone"
              value={words === '' ? (milestones[0] ?? '') : words}
              choices={milestones.map((value) => ({ value, label: value }))}
              onChange={(event) => setWords(event.target.value)}
            />
          ) : null}
          {kind === 'hold' ? (
            <TextField
              label="Reason"
              required
              className="sm:col-span-2"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          ) : null}
        </div>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isPending={record.isPending} isDisabled={fact === null}>
            Record
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
