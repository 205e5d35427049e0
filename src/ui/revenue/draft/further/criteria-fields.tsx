'use client';

import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { CriterionRow } from '../price/price-form';

const NOT_JUDGED = { value: '', label: 'Not judged yet' } as const;
const ANSWERS = [NOT_JUDGED, { value: 'YES', label: 'Yes' }, { value: 'NO', label: 'No' }] as const;

/** The criteria under which an amount belongs to some obligations only: each with its answer and, once answered, its evidence. */
export function CriteriaFields<Name extends string>({
  label,
  known,
  rows,
  onRows,
  problem,
  newRow,
}: {
  readonly label: string;
  readonly known: readonly { readonly value: Name; readonly label: string }[];
  readonly rows: readonly CriterionRow<Name>[];
  readonly onRows: (rows: readonly CriterionRow<Name>[]) => void;
  readonly problem: (field: string) => string | undefined;
  readonly newRow: () => string;
}) {
  const answer = (criterion: Name, met: string) => {
    const others = rows.filter((row) => row.criterion !== criterion);
    const known = rows.find((row) => row.criterion === criterion);
    if (met !== 'YES' && met !== 'NO') return onRows(others);
    return onRows([
      ...others,
      { id: known?.id ?? newRow(), criterion, met, evidence: known?.evidence ?? '' },
    ]);
  };
  return (
    <fieldset className="col-span-full flex flex-col gap-3">
      <legend className="sr-only">{label}</legend>
      <p className="text-ink-mute text-small">
        All of these are judged, with their evidence, before the contract is activated.
      </p>
      {known.map(({ value, label: asks }) => {
        const row = rows.find(({ criterion }) => criterion === value);
        return (
          <div key={value} className="grid gap-3.5 sm:grid-cols-2">
            <SelectField
              label={asks}
              value={row?.met ?? ''}
              choices={ANSWERS}
              onChange={({ target }) => answer(value, target.value)}
            />
            {row === undefined ? null : (
              <TextField
                label="Evidence"
                required
                value={row.evidence}
                error={problem(`criteria/${row.id}/evidence`)}
                onChange={({ target }) =>
                  onRows(rows.map((one) => (one.id === row.id ? { ...one, evidence: target.value } : one)))
                }
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
