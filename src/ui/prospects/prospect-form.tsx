'use client';

import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Button } from '@/ui/kit/button';
import { DialogActions } from '@/ui/kit/dialogs/dialog';
import { AmountField } from '@/ui/kit/input/amount-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField, TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { issuesOf, sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

export type ProspectValues = {
  name: string;
  company: string;
  email: string;
  phone: string;
  industry: string;
  estimatedRevenue: string;
  employeeCount: string;
  notes: string;
};

export const EMPTY_PROSPECT: ProspectValues = {
  name: '',
  company: '',
  email: '',
  phone: '',
  industry: '',
  estimatedRevenue: '',
  employeeCount: '',
  notes: '',
};

const INDUSTRIES = [
  'Technology',
  'Healthcare',
  'Financial Services',
  'Manufacturing',
  'Retail',
  'Education',
  'Government',
  'Non-profit',
] as const;

/** The form's values as the API expects them; empty values are null. */
export function writtenProspect(values: ProspectValues) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: values.name.trim(),
    company: orNull(values.company),
    email: orNull(values.email),
    phone: orNull(values.phone),
    industry: orNull(values.industry),
    estimatedRevenue: orNull(values.estimatedRevenue),
    employeeCount: values.employeeCount.trim() === '' ? null : Number(values.employeeCount),
    notes: orNull(values.notes),
  };
}

/** The fields of a prospect. Server refusals appear next to the field they concern. */
export function ProspectForm({
  initial,
  saveLabel,
  isSaving,
  error,
  onSave,
  onCancel,
}: {
  readonly initial: ProspectValues;
  readonly saveLabel: string;
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly onSave: (values: ProspectValues) => void;
  readonly onCancel: () => void;
}) {
  const books = useBooks();
  const form = useForm<ProspectValues>({ defaultValues: initial });
  const { errors } = form.formState;
  const { setError } = form;
  useEffect(() => {
    for (const issue of issuesOf(error)) {
      const field = issue.path.at(-1);
      if (field !== undefined && field in EMPTY_PROSPECT) {
        setError(field as keyof ProspectValues, { message: issue.message });
      }
    }
  }, [error, setError]);
  return (
    <form noValidate onSubmit={form.handleSubmit(onSave)} className="flex flex-col gap-3.5">
      {error ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(error)}
        </Notice>
      ) : null}
      <TextField
        label="Name"
        required
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || 'Enter a name' })}
      />
      <div className="grid grid-cols-2 gap-3.5">
        <TextField label="Company" error={errors.company?.message} {...form.register('company')} />
        <SelectField
          label="Industry"
          empty="Not known"
          choices={choicesOf(initial.industry)}
          error={errors.industry?.message}
          {...form.register('industry')}
        />
        <TextField label="Email" type="email" error={errors.email?.message} {...form.register('email')} />
        <TextField label="Phone" type="tel" error={errors.phone?.message} {...form.register('phone')} />
        <Controller
          control={form.control}
          name="estimatedRevenue"
          render={({ field }) => (
            <AmountField
              label={`Estimated revenue (${books.organization.baseCurrency})`}
              currency={books.organization.baseCurrency}
              value={field.value}
              onValue={field.onChange}
              error={errors.estimatedRevenue?.message}
            />
          )}
        />
        <TextField
          label="Employees"
          inputMode="numeric"
          error={errors.employeeCount?.message}
          {...form.register('employeeCount', {
            pattern: { value: /^\d*$/, message: 'Enter a whole number' },
          })}
        />
      </div>
      <TextAreaField label="Notes" error={errors.notes?.message} {...form.register('notes')} />
      <DialogActions>
        <Button onPress={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" isPending={isSaving}>
          {saveLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

function choicesOf(present: string) {
  const known: readonly string[] = INDUSTRIES;
  const all = present === '' || known.includes(present) ? known : [...known, present];
  return all.map((industry) => ({ value: industry, label: industry }));
}
