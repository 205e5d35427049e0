'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField, TextField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { useBooks } from '@/ui/shell/session';
import { billedChoices } from '../contracts/billed-text';
import type { Contract } from '../contracts/contract-months';
import {
  amountLabel,
  CREDIT_MODES,
  factOf,
  isCounted,
  isEstimate,
  isKind,
  KINDS,
  kindsFor,
  ofContract,
  type Said,
  SCOPES,
  saidOf,
} from './event-form';

type Recorded = Contract['events'][number]['event'];

/**
 * Records a contract event: kind, date, obligation and amount. With `replaces`, the form is filled with that event, and what is
 * recorded takes its place, with the reason.
 */
export function EventDialog({
  view,
  onClose,
  replaces = null,
}: {
  readonly view: Contract;
  readonly onClose: () => void;
  readonly replaces?: Recorded | null;
}) {
  const books = useBooks();
  const { contract, obligations } = view;
  const currency = contract.currencyCode;
  const [said, setSaid] = useState<Said>(() => {
    const filled = replaces === null ? null : saidOf(replaces);
    if (filled !== null) return filled;
    const [first] = obligations;
    return {
      kind: kindsFor(contract.contractStatus, first?.pattern)[0] ?? 'payment',
      key: first?.key ?? '',
      effectiveDate: books.today,
      amount: '',
      total: '',
      words: '',
      mode: 'CONCESSION',
      evidence: '',
      scope: '',
      billed: '',
    };
  });
  const [reason, setReason] = useState('');
  const pattern = obligations.find((one) => one.key === said.key)?.pattern;
  const offered = kindsFor(contract.contractStatus, pattern);
  const kinds = replaces === null || offered.includes(said.kind) ? offered : [said.kind, ...offered];
  const say = (more: Partial<Said>) => setSaid((before) => ({ ...before, ...more }));
  const chooseKey = (key: string) => {
    const allowed = kindsFor(contract.contractStatus, obligations.find((one) => one.key === key)?.pattern);
    say({ key, kind: allowed.includes(said.kind) ? said.kind : (allowed[0] ?? 'payment') });
  };
  const counted = isCounted(pattern, replaces);
  const label = amountLabel(said.kind, { currency, pattern, counted });
  const milestones = pattern?.kind === 'MILESTONES' ? pattern.milestones.map((one) => one.key) : [];
  const fact = factOf(said, { pattern, original: replaces });
  const done = (words: string) => {
    notifyDone(words);
    onClose();
  };
  const record = trpc.revenue.events.record.useMutation({
    onSuccess: () => done(`Recorded: ${KINDS[said.kind].toLowerCase()}.`),
  });
  const replace = trpc.revenue.events.replace.useMutation({
    onSuccess: () => done(`Event of contract ${contract.contractNumber} replaced.`),
  });
  const problem = record.error ?? replace.error;
  const submit = () => {
    if (fact === null) return;
    if (replaces === null) record.mutate({ id: contract.id, event: fact });
    else replace.mutate({ id: replaces.id, event: fact, reason: reason.trim() });
  };
  return (
    <Dialog
      title={replaces === null ? `Record for ${contract.contractNumber}` : 'Replace this event'}
      isOpen
      onClose={onClose}
      isDismissable={false}
    >
      <form
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ChangeProblem
          problem={problem}
          verb={replaces === null ? 'revenue.events.record' : 'revenue.events.replace'}
          input={
            replaces === null
              ? { id: contract.id, event: fact }
              : { id: replaces.id, event: fact, reason: reason.trim() }
          }
          onRequested={onClose}
        />
        {replaces === null ? null : (
          <p className="text-ink-soft">
            The contract is recalculated with this event in place of the one recorded, which stays on this
            page, struck through. Differences are posted in their own months while those are open, otherwise
            in the first open month.
          </p>
        )}
        <div className="grid gap-3.5 sm:grid-cols-2">
          {ofContract(said.kind) && replaces !== null ? null : (
            <SelectField
              label="Obligation"
              value={said.key}
              choices={[
                ...(obligations.some((one) => one.key === said.key)
                  ? []
                  : [{ value: said.key, label: 'All' }]),
                ...obligations.map((one) => ({ value: one.key, label: one.description ?? one.key })),
              ]}
              onChange={(event) => chooseKey(event.target.value)}
            />
          )}
          <SelectField
            label="What happened"
            value={said.kind}
            choices={kinds.map((value) => ({ value, label: KINDS[value] }))}
            onChange={(event) => {
              if (isKind(event.target.value)) say({ kind: event.target.value });
            }}
          />
          <DateField
            label="On"
            required
            value={said.effectiveDate}
            onValue={(effectiveDate) => say({ effectiveDate })}
          />
          {label === '' ? null : (
            <AmountField
              label={label}
              currency={currency}
              required
              value={said.amount}
              onValue={(amount) => say({ amount })}
            />
          )}
          {said.kind === 'costs' ? (
            <AmountField
              label={`Costs expected in total (${currency})`}
              currency={currency}
              required
              value={said.total}
              onValue={(total) => say({ total })}
            />
          ) : null}
          {said.kind === 'costs' || said.kind === 'costEstimate' ? (
            <SelectField
              label="Kind of work"
              value={said.scope}
              choices={Object.entries(SCOPES).map(([value, words]) => ({ value, label: words }))}
              onChange={(event) => say({ scope: event.target.value as Said['scope'] })}
            />
          ) : null}
          {said.kind === 'invoice' ? (
            <SelectField
              label="For"
              value={said.billed}
              empty="No obligation in particular"
              choices={billedChoices(obligations).map(({ id, label: text, note }) => ({
                value: id,
                label: note === undefined ? text : `${text} (${note})`,
              }))}
              onChange={(event) => say({ billed: event.target.value })}
            />
          ) : null}
          {said.kind === 'milestone' ? (
            <SelectField
              label="Milestone"
              value={said.words === '' ? (milestones[0] ?? '') : said.words}
              choices={milestones.map((value) => ({ value, label: value }))}
              onChange={(event) => say({ words: event.target.value })}
            />
          ) : null}
          {said.kind === 'creditNote' ? (
            <SelectField
              label="Effect"
              value={said.mode}
              choices={Object.entries(CREDIT_MODES).map(([value, words]) => ({ value, label: words }))}
              onChange={(event) => say({ mode: event.target.value as Said['mode'] })}
            />
          ) : null}
          {isEstimate(said.kind) ? (
            <TextField
              label="Evidence for the estimate"
              className="sm:col-span-2"
              value={said.evidence}
              onChange={(event) => say({ evidence: event.target.value })}
            />
          ) : null}
          {said.kind === 'costEstimate' || said.kind === 'useEstimate' ? (
            <TextField
              label="Evidence"
              required
              className="sm:col-span-2"
              value={said.words}
              onChange={(event) => say({ words: event.target.value })}
            />
          ) : null}
          {said.kind === 'hold' ? (
            <TextField
              label={replaces === null ? 'Reason' : 'Reason for the hold'}
              required
              className="sm:col-span-2"
              value={said.words}
              onChange={(event) => say({ words: event.target.value })}
            />
          ) : null}
        </div>
        {replaces === null ? null : (
          <TextAreaField
            label="Reason"
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            tone="primary"
            isPending={record.isPending || replace.isPending}
            isDisabled={fact === null || (replaces !== null && !isWords(reason))}
          >
            {replaces === null ? 'Record' : 'Replace'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
