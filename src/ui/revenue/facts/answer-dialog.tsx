'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { NO_FINANCING_REASONS } from '@/core/revenue/judgements/judged-answers';
import { ASKS, NO_FINANCING } from '@/core/revenue/judgements/judgement-words';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import {
  type Answered,
  answeredBy,
  judgementOf,
  needsReason,
  questionsAbout,
  type RecordedAnswers,
} from './answer-form';
import { ReplacementReason, useReplacement } from './replacement';

const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

/** Answers questions of the standard about an obligation or the price of a contract in force, with the evidence. */
export function AnswerDialog({
  view,
  about,
  onClose,
  replaces = null,
}: {
  readonly view: Contract;
  /** The obligation proposed; empty: the price. */
  readonly about: string;
  readonly onClose: () => void;
  /** The judgment that was recorded wrongly, in whose place it is. */
  readonly replaces?: RecordedAnswers | null;
}) {
  const books = useBooks();
  const { contract, obligations } = view;
  const [said, setSaid] = useState<Answered>(() =>
    replaces === null
      ? { about, effectiveDate: books.today, answers: {}, reason: '', evidence: '' }
      : answeredBy(replaces),
  );
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  const say = (more: Partial<Answered>) => setSaid((before) => ({ ...before, ...more }));
  const record = trpc.revenue.events.record.useMutation({
    onSuccess: () => {
      notifyDone(`Judgment about ${contract.contractNumber} recorded.`);
      onClose();
    },
  });
  const event = judgementOf(said);
  const asked =
    replaces === null ? { id: contract.id, event } : { id: replaces.id, event, reason: why.trim() };
  return (
    <ConfirmDialog
      title={
        replaces === null ? `Answer a question about ${contract.contractNumber}` : 'Replace this judgment'
      }
      isOpen
      onClose={onClose}
      confirmLabel={replaces === null ? 'Record' : 'Replace'}
      isPending={record.isPending || replace.isPending}
      isDisabled={event === null || (replaces !== null && !isWords(why))}
      onConfirm={() => {
        if (event === null) return;
        if (replaces === null) record.mutate({ id: contract.id, event });
        else replace.mutate({ id: replaces.id, event, reason: why.trim() });
      }}
    >
      <SelectField
        label="About"
        value={said.about}
        choices={[
          { value: '', label: 'The price' },
          ...obligations.map(({ key }) => ({ value: key, label: key })),
        ]}
        onChange={({ target }) => say({ about: target.value, answers: {}, reason: '' })}
      />
      {questionsAbout(said.about).map((question) => (
        <SelectField
          key={question}
          label={ASKS[question]}
          value={said.answers[question] ?? ''}
          empty="Not answered now"
          choices={YES_NO}
          onChange={({ target: { value } }) => {
            const { [question]: _before, ...others } = said.answers;
            say({ answers: value === 'yes' || value === 'no' ? { ...others, [question]: value } : others });
          }}
        />
      ))}
      {needsReason(said) ? (
        <SelectField
          label="Reason for no financing component"
          required
          value={said.reason}
          empty="Choose"
          choices={NO_FINANCING_REASONS.map((value) => ({ value, label: NO_FINANCING[value] ?? value }))}
          onChange={({ target }) =>
            say({ reason: NO_FINANCING_REASONS.find((one) => one === target.value) ?? '' })
          }
        />
      ) : null}
      <DateField
        label="Effective"
        required
        value={said.effectiveDate}
        onValue={(effectiveDate) => say({ effectiveDate })}
      />
      <TextAreaField
        label="Evidence"
        required
        value={said.evidence}
        onChange={({ target }) => say({ evidence: target.value })}
      />
      {replaces === null ? null : <ReplacementReason value={why} onValue={setWhy} />}
      <ChangeProblem
        problem={record.error ?? replace.error}
        verb={replaces === null ? 'revenue.events.record' : 'revenue.events.replace'}
        input={asked}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}
