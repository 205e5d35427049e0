import { IMPORTABLE } from '@/core/imports/importable';
import { DAY_STYLES } from '@/core/imports/written-day';
import { trpc } from '@/surfaces/trpc/react';
import { SelectField } from '@/ui/kit/input/select-field';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { nounOf, type StoredImport } from './import-words';

const SAMPLES = 3;
const DAY_WORDS = [
  { value: 'MDY', label: 'Month first (9/30/2026)' },
  { value: 'DMY', label: 'Day first (30/9/2026)' },
];

/** The meaning of each column of the file, with its first values. Required fields that are not mapped are listed. */
export function ImportColumns({
  one,
  mapping,
  missing,
  isDisabled,
  onMapping,
  days,
}: {
  readonly one: StoredImport;
  readonly mapping: StoredImport['mapping'];
  readonly missing: string | null;
  readonly isDisabled: boolean;
  readonly onMapping: (mapping: StoredImport['mapping']) => void;
  /** How dates with slashes are written; left out where the file shows it elsewhere or has no dates. */
  readonly days?: {
    readonly style: StoredImport['dayStyle'];
    readonly onStyle: (style: StoredImport['dayStyle']) => void;
  };
}) {
  const samples = trpc.imports.rows.useQuery(
    { id: one.id, page: 1, limit: SAMPLES },
    { staleTime: Infinity },
  );
  const choices = IMPORTABLE[nounOf(one)].fields.map(({ name, label, isRequired }) => ({
    value: name,
    label: isRequired ? `${label} (required)` : label,
  }));
  return (
    <Panel title="Columns">
      <div className="flex flex-col gap-4">
        {missing === null ? null : <Notice tone="caution">{missing}</Notice>}
        <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {one.columns.map((header, at) => (
            <SelectField
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
              key={at}
              label={header || `Column ${at + 1}`}
              hint={
                samples.data?.rows
                  .map(({ cells }) => (cells[at] ?? '').trim())
                  .filter((cell) => cell !== '')
                  .map((cell) => (cell.length > 24 ? `${cell.slice(0, 24)}…` : cell))
                  .join(' · ') || 'Empty in the first rows'
              }
              value={mapping[at] ?? ''}
              empty="Skip this column"
              choices={choices}
              disabled={isDisabled}
              onChange={({ target }) => {
                const name = target.value === '' ? null : target.value;
                // A field is mapped to one column: choosing it here removes it from the other column.
                onMapping(mapping.map((was, place) => (place === at ? name : was === name ? null : was)));
              }}
            />
          ))}
        </div>
        {days === undefined ? null : (
          <SelectField
            label="Dates with slashes"
            hint="Only for dates such as 3/4/2026. Other dates are understood as they are."
            className="max-w-80"
            value={days.style ?? ''}
            empty="As determined from the file’s dates"
            choices={DAY_WORDS}
            disabled={isDisabled}
            onChange={({ target }) => days.onStyle(DAY_STYLES.find((one) => one === target.value) ?? null)}
          />
        )}
      </div>
    </Panel>
  );
}
