'use client';

import { type ReactNode, useState } from 'react';
import { cx } from '@/ui/kit/class-names';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import type { Conflict, Whose } from './conflict';

/** Both versions of a record that someone else saved in the meantime, to choose from field by field. */
export function ConflictDialog({
  name,
  conflicts,
  labelOf,
  textOf = (_field, text) => text,
  onChosen,
  onClose,
}: {
  /** What the record is called. */
  readonly name: string;
  readonly conflicts: readonly Conflict[];
  readonly labelOf: (field: string) => string;
  /** A value as a person reads it. */
  readonly textOf?: (field: string, text: string) => ReactNode;
  readonly onChosen: (choices: Readonly<Record<string, Whose>>) => void;
  readonly onClose: () => void;
}) {
  const [choices, setChoices] = useState<Readonly<Record<string, Whose>>>({});
  const all = (whose: Whose) => setChoices(Object.fromEntries(conflicts.map(({ field }) => [field, whose])));
  return (
    <ConfirmDialog
      title={`${name} was changed by someone else`}
      isOpen
      onClose={onClose}
      confirmLabel="Save what is chosen"
      onConfirm={() => onChosen(choices)}
    >
      <p className="text-ink-soft">
        Choose which version of each field to keep. Where you changed nothing, the saved version is proposed.
        Nothing is saved until you say so.
      </p>
      <div className="flex gap-4">
        <button type="button" className="text-accent underline" onClick={() => all('mine')}>
          Everything as I entered it
        </button>
        <button type="button" className="text-accent underline" onClick={() => all('theirs')}>
          Everything as it was saved
        </button>
      </div>
      {conflicts.map(({ field, mine, theirs, proposed }) => {
        const chosen = choices[field] ?? proposed;
        return (
          <fieldset key={field} className="flex flex-col gap-1.5">
            <legend className="mb-1 font-medium">{labelOf(field)}</legend>
            {(
              [
                ['mine', 'Yours', mine],
                ['theirs', 'Saved', theirs],
              ] as const
            ).map(([whose, words, text]) => (
              <label
                key={whose}
                className={cx(
                  'flex items-baseline gap-2 rounded border border-line px-3 py-1.5',
                  chosen === whose && 'border-accent bg-accent-soft',
                )}
              >
                <input
                  type="radio"
                  name={field}
                  className="accent-accent-solid"
                  checked={chosen === whose}
                  onChange={() => setChoices((before) => ({ ...before, [field]: whose }))}
                />
                <span className="w-14 shrink-0 text-ink-mute text-small">{words}</span>
                <span className="min-w-0 break-words">{text === '' ? '–' : textOf(field, text)}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </ConfirmDialog>
  );
}
