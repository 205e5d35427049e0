'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { DateField } from '@/ui/kit/input/date-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { Contract } from '../contracts/contract-months';
import { factFields, factWith } from './fact-fields';
import { WORDS } from './fact-words';
import { ReplacementReason, useReplacement } from './replacement';

type Recorded = Contract['events'][number]['event'];

/** Replaces a fact that no form records: its day, its figures and its texts, each in a field of its own. */
export function FieldsDialog({
  view,
  replaces,
  onClose,
}: {
  readonly view: Contract;
  readonly replaces: Recorded;
  readonly onClose: () => void;
}) {
  const [effectiveDate, setEffectiveDate] = useState<string>(replaces.effectiveDate);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  const event = factWith(replaces, effectiveDate, values);
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
        <DateField label="Effective" required value={effectiveDate} onValue={setEffectiveDate} />
        {factFields(replaces).map(({ path, label, value }) => (
          <TextField
            key={path}
            label={label}
            required
            value={values[path] ?? value}
            onChange={({ target }) => setValues({ ...values, [path]: target.value })}
          />
        ))}
      </div>
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
