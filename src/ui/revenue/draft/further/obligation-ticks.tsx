'use client';

import { useId } from 'react';
import { Checkbox } from '@/ui/kit/input/checkbox';
import type { ObligationDraft } from '../obligations/promise-form';
import { GroupProblem } from './term-rows';

/** The obligations something applies to. */
export function ObligationTicks({
  label,
  hint,
  obligations,
  value,
  onValue,
  error,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly obligations: readonly ObligationDraft[];
  readonly value: readonly string[];
  readonly onValue: (value: readonly string[]) => void;
  readonly error: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset className="relative min-w-0 sm:col-span-full" aria-describedby={hint ? id : undefined}>
      <legend className="mb-1 font-medium text-ink-soft text-small">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {obligations.map((one, index) => (
          <Checkbox
            key={one.id}
            label={one.key.trim() || `Obligation ${index + 1}`}
            checked={value.includes(one.id)}
            onChange={({ target }) =>
              onValue(target.checked ? [...value, one.id] : value.filter((card) => card !== one.id))
            }
          />
        ))}
        {obligations.length === 0 ? <p className="text-ink-mute">No obligations yet.</p> : null}
      </div>
      {hint ? (
        <p id={id} className="mt-1 text-ink-mute text-small">
          {hint}
        </p>
      ) : null}
      <GroupProblem>{error}</GroupProblem>
    </fieldset>
  );
}
