'use client';

import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { FormField, FormValues } from './form-field';
import { readValues } from './kept-form';
import { KeptNotice } from './kept-notice';
import { useKeptWork } from './use-kept-work';

/** Keeps what is typed into a record's form in this browser, and offers what an earlier visit left. */
export function KeptValues({
  name,
  form,
  fields,
  isSaved,
}: {
  readonly name: string;
  readonly form: UseFormReturn<FormValues>;
  readonly fields: readonly FormField[];
  readonly isSaved: boolean;
}) {
  const values = useWatch({ control: form.control }) as FormValues;
  const { isDirty } = form.formState;
  const names = fields.map((field) => field.name);
  const kept = useKeptWork<FormValues>(name, values, isDirty && !isSaved, (value) =>
    readValues(value, names),
  );
  if (kept.found === null) return null;
  const { at, value } = kept.found;
  return (
    <KeptNotice
      at={at}
      onTake={() => {
        for (const [field, text] of Object.entries(value)) form.setValue(field, text, { shouldDirty: true });
        kept.answered();
      }}
      onDrop={kept.forget}
    />
  );
}
