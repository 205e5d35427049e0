'use client';

import { methodWords } from '@/core/sheets/status-words';
import {
  entityTypesOf,
  KIND_FACTS,
  PAYMENT_KINDS,
  TRANSACTION_KINDS,
  type TransactionKind,
} from '@/core/transactions/kinds';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { AmountField } from '@/ui/kit/input/amount-field';
import { ComboField } from '@/ui/kit/input/combo-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import type { DocumentChoices } from '@/ui/transactions/document';
import type { PaymentDraft } from './payment-draft';

const METHODS = ['BANK_TRANSFER', 'ACH', 'SEPA', 'WIRE', 'CARD', 'CHECK', 'CASH', 'DIRECT_DEBIT'];

/** Who paid or is paid, when, how much, and through which bank. */
export function PaymentFields({
  kind,
  choices,
  draft,
  amount,
  isNew,
  onChange,
  onKind,
}: {
  readonly kind: TransactionKind;
  readonly choices: DocumentChoices;
  readonly draft: PaymentDraft;
  /** What is paid while no amount is entered. */
  readonly amount: string;
  readonly isNew: boolean;
  readonly onChange: (part: Partial<PaymentDraft>) => void;
  readonly onKind: (kind: TransactionKind) => void;
}) {
  const { entityType, currencyCode: currency } = draft;
  const entities = useCounterparties(entityType, draft.entityId);
  const base = choices.subsidiaries.find(({ id }) => id === draft.subsidiaryId)?.baseCurrency;
  const counterparties = entityTypesOf(kind);
  const other = (part: Partial<PaymentDraft>) => onChange({ ...part, amounts: {} });
  return (
    <div className="grid gap-3.5 rounded-card border border-line bg-surface p-4 shadow-raised sm:grid-cols-2 lg:grid-cols-4">
      {isNew ? (
        <SelectField
          label="Kind"
          value={kind}
          choices={TRANSACTION_KINDS.map((one) => ({ value: one, label: KIND_FACTS[one].label }))}
          onChange={(event) => onKind(event.target.value as TransactionKind)}
        />
      ) : null}
      {counterparties.length > 1 ? (
        <SelectField
          label="Paid to"
          value={entityType}
          choices={counterparties.map((type) => ({ value: type, label: statusWords(type) }))}
          onChange={(event) =>
            other({ entityType: event.target.value as PaymentDraft['entityType'], entityId: '' })
          }
        />
      ) : null}
      <ComboField
        label={statusWords(entityType)}
        required
        choices={entities.choices}
        more={entities.more}
        value={draft.entityId}
        onValue={(entityId) => other({ entityId })}
        placeholder="Name or code"
      />
      <SelectField
        label="Subsidiary"
        value={draft.subsidiaryId}
        choices={choices.subsidiaries.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => {
          const chosen = choices.subsidiaries.find(({ id }) => id === event.target.value);
          if (chosen) other({ subsidiaryId: chosen.id, currencyCode: chosen.baseCurrency });
        }}
      />
      <DateField
        label="Date"
        required
        value={draft.transactionDate}
        onValue={(transactionDate) => onChange({ transactionDate })}
      />
      <AmountField
        label={PAYMENT_KINDS[0] === kind ? 'Amount received' : 'Amount paid'}
        currency={currency}
        value={draft.amount}
        hint={draft.amount === '' && amount !== '0' ? 'What is selected below' : undefined}
        onValue={(typed) => onChange({ amount: typed })}
      />
      <SelectField
        label="Currency"
        value={currency}
        choices={choices.currencies.map((code) => ({ value: code, label: code }))}
        onChange={(event) => other({ currencyCode: event.target.value })}
      />
      {base !== undefined && base !== currency ? (
        <TextField
          label={`${base} for one ${currency}`}
          inputMode="decimal"
          placeholder="Rate of the day"
          value={draft.exchangeRate}
          onChange={(event) => onChange({ exchangeRate: event.target.value })}
        />
      ) : null}
      <ComboField
        label="Bank account"
        required
        choices={choices.accounts
          .filter(({ type, isControl }) => !isControl && (type === 'ASSET' || type === 'LIABILITY'))
          .map(({ id, code, name }) => ({ id, label: name, ...(code ? { code } : {}) }))}
        value={draft.bankAccountId}
        onValue={(bankAccountId) => onChange({ bankAccountId })}
      />
      <AmountField
        label="Early-payment discount"
        currency={currency}
        value={draft.discount}
        onValue={(discount) => onChange({ discount })}
      />
      <SelectField
        label="Method"
        empty="Not stated"
        value={draft.paymentMethod}
        choices={METHODS.map((method) => ({ value: method, label: methodWords(method) }))}
        onChange={(event) => onChange({ paymentMethod: event.target.value })}
      />
      <TextField
        label="Reference"
        value={draft.referenceNumber}
        onChange={(event) => onChange({ referenceNumber: event.target.value })}
      />
      <TextField
        label="Memo"
        className="sm:col-span-2"
        value={draft.memo}
        onChange={(event) => onChange({ memo: event.target.value })}
      />
    </div>
  );
}
