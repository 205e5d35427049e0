'use client';

import { useEffect, useState } from 'react';
import { type Control, Controller, type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { AmountField } from '@/ui/kit/input/amount-field';
import { ComboField } from '@/ui/kit/input/combo-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField, TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { fieldIssuesOf, refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { RemoveDialog } from '../remove-record';
import type { FormField, FormValues, RecordDialogProps } from './form-field';
import { KeptValues } from './kept-values';
import { RecordConflict } from './record-conflict';
import { RowsField } from './rows-field';
import { mayClose, useLeaveGuard } from './use-leave-guard';

/** A dialog with a record's fields; server refusals appear next to the field they concern. */
export function RecordForm({
  title,
  fields,
  initial,
  saveLabel,
  isSaving,
  error,
  isSaved = false,
  kept,
  onTakeLatest,
  removal,
  onSave,
  onClose,
}: RecordDialogProps) {
  const [base] = useState(() => textsOf(fields, initial));
  const form = useForm<FormValues>({ defaultValues: base });
  const { setError } = form;
  // What was asked to be saved when someone else's version was found; null while no choice is needed.
  const [mine, setMine] = useState<FormValues | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  // What is kept in this browser comes back, so nothing is lost by closing.
  const isAtRisk = form.formState.isDirty && !isSaved && kept === undefined;
  useLeaveGuard(isAtRisk);
  const isStale = refusalOf(error)?.code === 'STALE_VERSION';
  const asksMore = fields.some(({ when }) => when !== undefined);
  const values = asksMore ? form.watch() : {};
  const shown = fields.filter(({ when }) => when === undefined || when(values));
  const names = shown.map(({ name }) => name).join(' ');
  useEffect(() => {
    const asked = names.split(' ');
    for (const { field, message } of fieldIssuesOf(error)) {
      // An error for a field that is not on the form could never be corrected and would block it.
      if (asked.includes(field)) setError(field, { message });
    }
  }, [error, setError, names]);
  useEffect(() => keepFocusOnPage, []);
  return (
    <Dialog title={title} isOpen onClose={() => mayClose(isAtRisk) && onClose()} isDismissable={false}>
      <form
        noValidate
        onSubmit={form.handleSubmit((given) => {
          setMine(given);
          onSave(given);
        })}
        className="flex flex-col gap-3.5"
      >
        {kept === undefined ? null : <KeptValues name={kept} form={form} fields={fields} isSaved={isSaved} />}
        {error ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(error)}
            {isStale && onTakeLatest === undefined ? ' Cancel and open it again.' : null}
          </Notice>
        ) : null}
        <div className="grid gap-3.5 sm:grid-cols-2">
          {shown.map((field) => (
            <OneField
              key={field.name}
              field={field}
              register={form.register}
              control={form.control}
              errors={form.formState.errors}
            />
          ))}
        </div>
        <DialogActions>
          {removal === undefined ? null : (
            <Button tone="quiet" className="mr-auto" onPress={() => setRemoving(true)}>
              Delete…
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isPending={isSaving}>
            {saveLabel}
          </Button>
        </DialogActions>
      </form>
      {isStale && !isSaving && onTakeLatest !== undefined && mine !== null ? (
        <RecordConflict
          fields={shown}
          base={base}
          mine={mine}
          theirs={textsOf(fields, initial)}
          onClose={() => setMine(null)}
          onChosen={(chosen) => {
            onTakeLatest();
            setMine(chosen);
            form.reset(chosen, { keepDefaultValues: true });
            onSave(chosen);
          }}
        />
      ) : null}
      {removal !== undefined && isRemoving ? (
        <RemoveDialog {...removal} onRemoved={onClose} onClose={() => setRemoving(false)} />
      ) : null}
    </Dialog>
  );
}

/** A record as the texts of these fields. */
const textsOf = (fields: readonly FormField[], record: RecordDialogProps['initial']): FormValues =>
  Object.fromEntries(fields.map(({ name }) => [name, record[name] ?? '']));

/**
 * Focus returns to the button that opened the form, or to the page if its row is no longer in the list. The dialog gives it back in the frame
 * after it closed, however late that frame comes, and to nothing that took it in the meantime: so the page waits one frame more.
 */
function keepFocusOnPage() {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus();
    }),
  );
}

function OneField({
  field,
  register,
  control,
  errors,
}: {
  readonly field: FormField;
  readonly register: UseFormRegister<FormValues>;
  readonly control: Control<FormValues>;
  readonly errors: FieldErrors<FormValues>;
}) {
  const shared = {
    label: field.label,
    error: errors[field.name]?.message?.toString(),
    ...(field.required ? { required: true } : {}),
    ...('hint' in field && field.hint ? { hint: field.hint } : {}),
    ...(field.wide || field.kind === 'long' ? { className: 'sm:col-span-2' } : {}),
  };
  const rules = field.required
    ? { validate: (text: string) => text.trim() !== '' || `${field.label} is required` }
    : {};
  switch (field.kind) {
    case 'long':
      return <TextAreaField {...shared} {...register(field.name, rules)} />;
    case 'select':
      return (
        <SelectField
          {...shared}
          choices={field.choices}
          {...(field.empty === undefined ? {} : { empty: field.empty })}
          {...register(field.name, rules)}
        />
      );
    case 'amount':
    case 'date':
    case 'combo':
    case 'rows':
      return (
        <Controller
          control={control}
          name={field.name}
          rules={rules}
          render={({ field: { value, onChange } }) => {
            const controlled = { ...shared, value: value ?? '', onValue: onChange };
            if (field.kind === 'amount') return <AmountField {...controlled} currency={field.currency} />;
            if (field.kind === 'rows') {
              return (
                <RowsField
                  label={field.label}
                  columns={field.columns}
                  value={value ?? ''}
                  onValue={onChange}
                />
              );
            }
            if (field.kind === 'combo') {
              return <ComboField {...controlled} choices={field.choices} more={field.more} />;
            }
            return <DateField {...controlled} />;
          }}
        />
      );
    default:
      return (
        <TextField
          {...shared}
          type={field.kind === 'number' ? 'text' : field.kind}
          {...(field.kind === 'number' ? { inputMode: 'numeric' as const } : {})}
          {...register(field.name, rules)}
        />
      );
  }
}
