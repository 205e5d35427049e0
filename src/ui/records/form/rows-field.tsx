'use client';

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/ui/kit/button';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { type FormRow, type RowColumn, rowsIn } from './form-rows';

/** The lines of a record in its form: each line its fields, and a button that adds one. Its value is text, see form-rows. */
export function RowsField({
  label,
  columns,
  value,
  onValue,
}: {
  readonly label: string;
  readonly columns: readonly RowColumn[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  // Keys that stay with their line when another one is removed.
  const [keys, setKeys] = useState(() => rowsIn(value).map((_, index) => index));
  const rows = rowsIn(value);
  const write = (next: readonly FormRow[]) => onValue(JSON.stringify(next));
  const add = () => {
    setKeys([...keys, Math.max(-1, ...keys) + 1]);
    write([...rows, {}]);
  };
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="mb-1 font-medium text-ink-soft text-small">{label}</legend>
      {rows.map((row, at) => (
        <div key={keys[at] ?? at} className="flex items-end gap-2 rounded border border-line p-2">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 sm:grid-cols-4">
            {columns.map((column) => {
              const set = (text: string) =>
                write(rows.map((one, index) => (index === at ? { ...one, [column.name]: text } : one)));
              const shared = {
                label: column.label,
                value: row[column.name] ?? '',
                ...(column.required ? { required: true } : {}),
                ...(column.wide ? { className: 'col-span-2' } : {}),
              };
              return column.choices === undefined ? (
                <TextField
                  key={column.name}
                  {...shared}
                  {...(column.isNumber ? { inputMode: 'decimal' as const } : {})}
                  onChange={(event) => set(event.target.value)}
                />
              ) : (
                <SelectField
                  key={column.name}
                  {...shared}
                  empty="Choose"
                  choices={column.choices}
                  onChange={(event) => set(event.target.value)}
                />
              );
            })}
          </div>
          <IconButton
            label={`Remove line ${at + 1}`}
            onPress={() => {
              setKeys(keys.filter((_, index) => index !== at));
              write(rows.filter((_, index) => index !== at));
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <span>
        <Button size="small" onPress={add}>
          <Plus aria-hidden="true" />
          Add a line
        </Button>
      </span>
    </fieldset>
  );
}
