'use client';

import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { dueDateBy } from '@/core/billing/payment-terms';
import { isAccountingDate } from '@/core/periods/calendar';
import { FORM_TERMS, HEADER_TERMS, isAskedOf } from '@/core/transactions/header-terms';
import {
  entityTypesOf,
  KIND_FACTS,
  TRANSACTION_KINDS,
  type TransactionKind,
} from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { ComboField } from '@/ui/kit/input/combo-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { type Counterparty, useCounterparties } from '@/ui/records/choices/use-counterparties';
import { useBooks } from '@/ui/shell/session';
import type { DocumentChoices } from '../document';
import { ContractField } from './contract-field';
import type { HeaderValues } from './form-header';

/** Bills and their credits, whose lines a percentage can be agreed for; not what employees spent. */
const hasAgreedDiscount = (kind: TransactionKind) =>
  KIND_FACTS[kind].contra === 'LINES' && KIND_FACTS[kind].entityType !== 'EMPLOYEE';

/** Counterparty, date, subsidiary and currency. */
export function FormHeaderFields({
  kind,
  choices,
  isNew,
  problems,
  onKind,
}: {
  readonly kind: TransactionKind;
  readonly choices: DocumentChoices;
  readonly isNew: boolean;
  readonly problems: Readonly<Record<string, string>>;
  /** Another kind is chosen: a new document only. */
  readonly onKind: (kind: TransactionKind) => void;
}) {
  const { register, control, setValue } = useFormContext<HeaderValues>();
  const currency = useWatch({ control, name: 'currencyCode' });
  const subsidiaryId = useWatch({ control, name: 'subsidiaryId' });
  const base = choices.subsidiaries.find(({ id }) => id === subsidiaryId)?.baseCurrency;
  const entityType = useWatch({ control, name: 'entityType' });
  const counterparties = entityTypesOf(kind);
  const asked = (says: 'DAY' | 'LINE' | 'TEXT') =>
    FORM_TERMS.filter((name) => HEADER_TERMS[name].says === says && isAskedOf(name, kind));
  /** What was agreed with a counterparty is taken over with it. */
  function agree(entity: Counterparty | undefined) {
    setValue('discountPercent', entity?.discountPercent ?? '');
    const agreed = entity?.currencyCode;
    if (agreed && choices.currencies.includes(agreed)) setValue('currencyCode', agreed);
  }
  const ofKind = choices.types.filter((type) => type.kind === kind);
  return (
    <div className="grid gap-3.5 rounded-card border border-line bg-surface p-4 shadow-raised sm:grid-cols-2 lg:grid-cols-4">
      {isNew ? (
        <SelectField
          label="Kind"
          value={kind}
          choices={TRANSACTION_KINDS.map((choice) => ({ value: choice, label: KIND_FACTS[choice].label }))}
          onChange={(event) => onKind(event.target.value as TransactionKind)}
        />
      ) : null}
      {ofKind.length > 1 ? (
        <SelectField
          label="Type"
          choices={ofKind.map(({ id, name }) => ({ value: id, label: name }))}
          {...register('transactionTypeId')}
        />
      ) : null}
      {counterparties.length > 1 ? (
        <SelectField
          label="Paid to"
          choices={counterparties.map((type) => ({ value: type, label: statusWords(type) }))}
          {...register('entityType', { onChange: () => setValue('entityId', '') })}
        />
      ) : null}
      {entityType ? (
        <EntityField kind={entityType} error={problems.entityId} onEntity={isNew ? agree : undefined} />
      ) : null}
      <SelectField
        label="Subsidiary"
        choices={choices.subsidiaries.map(({ id, name }) => ({ value: id, label: name }))}
        error={problems.subsidiaryId}
        {...register('subsidiaryId', {
          onChange: (event: { target: { value: string } }) => {
            const chosen = choices.subsidiaries.find(({ id }) => id === event.target.value);
            if (chosen) setValue('currencyCode', chosen.baseCurrency);
          },
        })}
      />
      <Controller
        control={control}
        name="transactionDate"
        render={({ field }) => (
          <DateField
            label="Date"
            required
            value={field.value}
            onValue={field.onChange}
            error={problems.transactionDate}
            hint={<PeriodState date={field.value} subsidiaryId={subsidiaryId} />}
          />
        )}
      />
      {asked('DAY').map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <DateField
              label={HEADER_TERMS[name].label}
              value={field.value}
              onValue={field.onChange}
              error={problems[name]}
              hint={isNew && name === 'dueDate' && field.value === '' ? <DueByTerms /> : undefined}
            />
          )}
        />
      ))}
      <SelectField
        label="Currency"
        choices={choices.currencies.map((code) => ({ value: code, label: code }))}
        error={problems.currencyCode}
        {...register('currencyCode')}
      />
      {base !== undefined && base !== currency ? (
        <TextField
          label={`${base} for one ${currency}`}
          inputMode="decimal"
          placeholder="Rate of the day"
          error={problems.exchangeRate}
          {...register('exchangeRate')}
        />
      ) : null}
      {isNew && hasAgreedDiscount(kind) ? (
        <TextField
          label="Discount in percent"
          inputMode="decimal"
          hint="Of items and services, as agreed"
          error={problems.discountPercent}
          {...register('discountPercent')}
        />
      ) : null}
      {asked('LINE').map((name) => (
        <TextField key={name} label={HEADER_TERMS[name].label} error={problems[name]} {...register(name)} />
      ))}
      <ContractField kind={kind} error={problems.revenueContractId} />
      {asked('TEXT').map((name) => (
        <TextField
          key={name}
          label={HEADER_TERMS[name].label}
          className="sm:col-span-2"
          error={problems[name]}
          {...register(name)}
        />
      ))}
      {kind === 'JOURNAL' ? (
        <Checkbox
          className="self-end pb-2"
          label="Post to the adjustment period"
          {...register('isAdjustment')}
        />
      ) : null}
    </div>
  );
}

function EntityField({
  kind,
  error,
  onEntity,
}: {
  readonly kind: 'CUSTOMER' | 'VENDOR' | 'EMPLOYEE';
  readonly error: string | undefined;
  readonly onEntity: ((entity: Counterparty | undefined) => void) | undefined;
}) {
  const { control } = useFormContext<HeaderValues>();
  const entities = useCounterparties(kind, useWatch({ control, name: 'entityId' }));
  return (
    <Controller
      control={control}
      name="entityId"
      render={({ field }) => (
        <ComboField
          label={statusWords(kind)}
          required
          choices={entities.choices}
          more={entities.more}
          value={field.value}
          onValue={(id) => {
            field.onChange(id);
            onEntity?.(entities.byId.get(id));
          }}
          placeholder="Name or code"
          error={error}
        />
      )}
    />
  );
}

/** The due date that an empty field stands for: that of the counterparty's payment terms. */
function DueByTerms() {
  const { control } = useFormContext<HeaderValues>();
  const [kind, entityId, date] = useWatch({ control, name: ['entityType', 'entityId', 'transactionDate'] });
  const entities = useCounterparties(kind === '' ? 'CUSTOMER' : kind, entityId, kind !== '');
  const terms = entities.byId.get(entityId)?.paymentTerms ?? null;
  if (terms === null || !isAccountingDate(date)) return null;
  const due = dueDateBy(terms, date);
  if (due === null) return <>Terms: {terms}. Enter the resulting due date.</>;
  return (
    <>
      <DateText value={due} /> by the terms {terms}
    </>
  );
}

/** Whether the date's period accepts postings, shown before posting. */
function PeriodState({ date, subsidiaryId }: { readonly date: string; readonly subsidiaryId: string }) {
  const books = useBooks();
  const listed = trpc.reports.periodStates.useQuery(
    { periods: 36 },
    { staleTime: 300_000, enabled: books.may('gl.report.read') },
  );
  const period = listed.data?.periods.find(
    (candidate) =>
      candidate.subsidiaryId === subsidiaryId && candidate.startDate <= date && date <= candidate.endDate,
  );
  if (period === undefined) return null;
  return (
    <span className="flex items-center gap-1.5">
      {period.label} <StatusPill status={period.status} />
    </span>
  );
}
