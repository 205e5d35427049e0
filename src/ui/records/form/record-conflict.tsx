'use client';

import { chosenOf, conflictsOf } from './conflict';
import { ConflictDialog } from './conflict-dialog';
import type { FormField, FormValues } from './form-field';

/** Both versions of a record that someone else saved while its form was open, to choose from field by field. */
export function RecordConflict({
  fields,
  base,
  mine,
  theirs,
  onChosen,
  onClose,
}: {
  readonly fields: readonly FormField[];
  /** What the form began with, what was entered, and what is saved now. */
  readonly base: FormValues;
  readonly mine: FormValues;
  readonly theirs: FormValues;
  readonly onChosen: (values: FormValues) => void;
  readonly onClose: () => void;
}) {
  const conflicts = conflictsOf(base, mine, theirs);
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  return (
    <ConflictDialog
      name="The record"
      conflicts={conflicts}
      labelOf={(name) => fieldOf(name)?.label ?? name}
      textOf={(name, text) => wordsOf(fieldOf(name), text)}
      onChosen={(choices) => onChosen(chosenOf(mine, conflicts, choices))}
      onClose={onClose}
    />
  );
}

/** A value as its field shows it: the name of a choice, else the text. */
function wordsOf(field: FormField | undefined, text: string): string {
  if (field?.kind === 'select') return field.choices.find(({ value }) => value === text)?.label ?? text;
  if (field?.kind === 'combo') return field.choices.find(({ id }) => id === text)?.label ?? text;
  return text;
}
