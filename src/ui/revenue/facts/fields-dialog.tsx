'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { Contract } from '../contracts/contract-months';
import {
  editable,
  type FactField,
  factFields,
  factSaid,
  listOf,
  withoutLastRow,
  withRow,
  withValue,
} from './fact-fields';
import { WORDS } from './fact-words';
import { ReplacementReason, useReplacement } from './replacement';

type Recorded = Contract['events'][number]['event'];

/** Replaces a fact that no form records: its day, its figures, texts and choices, each in a field of its own. */
export function FieldsDialog({
  view,
  replaces,
  onClose,
}: {
  readonly view: Contract;
  readonly replaces: Recorded;
  readonly onClose: () => void;
}) {
  const [edited, setEdited] = useState(() => editable(replaces));
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  const event = factSaid(edited);
  const list = listOf(edited);
  return (
    <ConfirmDialog
      title="Replace this event"
      isOpen
      onClose={onClose}
      confirmLabel="Replace"
      isPending={replace.isPending}
      isDisabled={event === null || !isWords(why)}
      onConfirm={() => event !== null && replace.mutate({ id: replaces.id, event, reason: why.trim() })}
    >
      <p>{WORDS[replaces.kind]}</p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField
          label="Effective"
          required
          value={edited.effectiveDate}
          onValue={(effectiveDate) => setEdited({ ...edited, effectiveDate })}
        />
        {factFields(edited).map((field) => (
          <Field
            key={field.path}
            field={field}
            onValue={(value) => setEdited(withValue(edited, field.path, value))}
          />
        ))}
      </div>
      {list === null ? null : (
        <div className="flex gap-2">
          <Button size="small" onPress={() => setEdited(withRow(edited))}>
            {`Add another ${list.words}`}
          </Button>
          <Button size="small" isDisabled={list.isLeast} onPress={() => setEdited(withoutLastRow(edited))}>
            {`Remove ${list.words} ${list.count}`}
          </Button>
        </div>
      )}
      <ReplacementReason value={why} onValue={setWhy} />
      <ChangeProblem
        problem={replace.error}
        verb="revenue.events.replace"
        input={{ id: replaces.id, event, reason: why.trim() }}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}

function Field({
  field: { label, value, choices, isOptional = false },
  onValue,
}: {
  readonly field: FactField;
  readonly onValue: (value: string) => void;
}) {
  if (choices === undefined) {
    return (
      <TextField
        label={label}
        required={!isOptional}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    );
  }
  return (
    <SelectField
      label={label}
      required
      value={value}
      choices={choices}
      // A choice that was not made when it was recorded is not proposed.
      {...(choices.some((choice) => choice.value === value) ? {} : { empty: 'Choose' })}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}
