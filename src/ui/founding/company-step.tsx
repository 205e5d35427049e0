'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button, IconButton } from '@/ui/kit/button';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

type Row = {
  readonly code: string;
  readonly name: string;
  readonly countryCode: string;
  readonly baseCurrency: string;
  readonly parentCode: string;
  readonly ownershipPercent: string;
  readonly isElimination: boolean;
};

/** The parent company and its subsidiaries. */
export function CompanyStep({ founding, step, onNext }: StepProps) {
  const make = trpc.founding.company.useMutation();
  const named = trpc.welcome.choices.useQuery(undefined, { staleTime: 3_600_000 });
  const root = founding.rootSubsidiary;
  const said = step.answers as { subsidiaries?: Partial<Row>[] } | null;
  const [name, setName] = useState(founding.name);
  const [timeZone, setTimeZone] = useState(founding.timeZone);
  const [parent, setParent] = useState({
    code: root.code,
    name: root.name,
    countryCode: root.countryCode ?? 'US',
  });
  const [rows, setRows] = useState<readonly Row[]>(
    (said?.subsidiaries ?? []).map((one) => ({
      ...emptyRow(founding.baseCurrency),
      ...one,
      parentCode: one.parentCode ?? '',
      ownershipPercent: one.ownershipPercent ?? '100',
    })),
  );
  const set = (index: number, change: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const countries = (named.data?.countries ?? []).map(({ code, name: label }) => ({ value: code, label }));
  const currencies = (named.data?.currencies ?? []).map((one) => ({
    value: one.code,
    label: `${one.code} ${one.name}`,
  }));
  const answers = {
    name: name.trim(),
    timeZone: timeZone.trim(),
    root: parent,
    subsidiaries: rows.map(({ parentCode, ...row }) => ({
      ...row,
      parentCode: parentCode === '' ? null : parentCode,
    })),
  };
  return (
    <StepDesk
      step={step}
      answersKey={JSON.stringify(answers)}
      run={($call) => make.mutateAsync({ ...answers, $call })}
      onNext={onNext}
    >
      {(issue) => (
        <>
          {' '}
          <div className="grid gap-3.5 sm:grid-cols-2">
            <TextField
              label="Organization"
              hint="What the console and the reports of the whole group call it."
              required
              error={issue('name')}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <TextField
              label="Time zone"
              hint="Determines the current date, for example Europe/Berlin."
              required
              error={issue('timeZone')}
              value={timeZone}
              onChange={({ target }) => setTimeZone(target.value)}
            />
          </div>
          <fieldset className="grid gap-3.5 sm:grid-cols-[8rem_1fr_1fr_10rem]">
            <legend className="mb-2 font-semibold">Parent company</legend>
            <TextField
              label="Code"
              required
              error={issue('root.code')}
              value={parent.code}
              onChange={({ target }) => setParent({ ...parent, code: target.value })}
            />
            <TextField
              label="Legal name"
              required
              error={issue('root.name')}
              value={parent.name}
              onChange={({ target }) => setParent({ ...parent, name: target.value })}
            />
            <SelectField
              label="Country"
              choices={countries}
              value={parent.countryCode}
              onChange={({ target }) => setParent({ ...parent, countryCode: target.value })}
            />
            <TextField label="Base currency" value={founding.baseCurrency} disabled readOnly />
          </fieldset>
          {rows.map((row, index) => (
            // Rows have no ID until they are created.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are added and removed at the end or by their button
            <fieldset key={index} className="grid gap-3.5 rounded border border-line p-3.5 sm:grid-cols-4">
              <legend className="px-1 font-semibold">
                {row.name === '' ? `Subsidiary ${index + 1}` : row.name}
              </legend>
              <TextField
                label="Code"
                required
                error={issue(`subsidiaries.${index}.code`)}
                value={row.code}
                onChange={({ target }) => set(index, { code: target.value })}
              />
              <TextField
                label="Legal name"
                required
                error={issue(`subsidiaries.${index}.name`)}
                className="sm:col-span-2"
                value={row.name}
                onChange={({ target }) => set(index, { name: target.value })}
              />
              <SelectField
                label="Country"
                choices={countries}
                value={row.countryCode}
                onChange={({ target }) => set(index, { countryCode: target.value })}
              />
              <SelectField
                label="Base currency"
                choices={currencies}
                value={row.baseCurrency}
                onChange={({ target }) => set(index, { baseCurrency: target.value })}
              />
              <SelectField
                label="Owned by"
                empty="Parent company"
                choices={rows
                  .filter((other) => other !== row && other.code !== '')
                  .map((other) => ({ value: other.code, label: other.name || other.code }))}
                value={row.parentCode}
                onChange={({ target }) => set(index, { parentCode: target.value })}
              />
              <TextField
                label="Owned (%)"
                inputMode="decimal"
                error={issue(`subsidiaries.${index}.ownershipPercent`)}
                value={row.ownershipPercent}
                onChange={({ target }) => set(index, { ownershipPercent: target.value })}
              />
              <div className="flex items-end justify-between gap-2">
                <Checkbox
                  className="h-field"
                  label="For eliminations"
                  checked={row.isElimination}
                  onChange={({ target }) => set(index, { isElimination: target.checked })}
                />
                <IconButton
                  label={`Remove ${row.name === '' ? `subsidiary ${index + 1}` : row.name}`}
                  onPress={() => setRows(rows.filter((_, at) => at !== index))}
                >
                  <Trash2 aria-hidden="true" />
                </IconButton>
              </div>
            </fieldset>
          ))}
          <div>
            <Button onPress={() => setRows([...rows, emptyRow(founding.baseCurrency, parent.countryCode)])}>
              <Plus aria-hidden="true" />
              Add a subsidiary
            </Button>
          </div>
        </>
      )}
    </StepDesk>
  );
}

const emptyRow = (baseCurrency: string, countryCode = 'US'): Row => ({
  code: '',
  name: '',
  countryCode,
  baseCurrency,
  parentCode: '',
  ownershipPercent: '100',
  isElimination: false,
});
