import { FORM_TERMS, type FormTermName } from '@/core/transactions/header-terms';
import { type EntityType, entityTypesOf, type TransactionKind } from '@/core/transactions/kinds';
import type { Document, DocumentChoices } from '../document';

/** The header of the form: texts, and one choice. */
export type HeaderValues = { [Name in FormTermName]: string } & {
  transactionTypeId: string;
  subsidiaryId: string;
  /** Customer, vendor or employee; empty for a kind without a counterparty. */
  entityType: EntityType | '';
  entityId: string;
  transactionDate: string;
  currencyCode: string;
  exchangeRate: string;
  /** The revenue contract an invoice or credit memo bills. */
  revenueContractId: string;
  /** Of a new document: what was agreed with the counterparty, in percent, taken off as lines of their own. */
  discountPercent: string;
  /** A journal for the year's adjustment period. */
  isAdjustment: boolean;
};

/** The initial values of a new document: the first subsidiary of the organization's currency, that currency, today. */
export function headerOf(
  kind: TransactionKind,
  draft: Document | null,
  choices: DocumentChoices,
  today: string,
  currency: string,
): HeaderValues {
  const subsidiary =
    choices.subsidiaries.find(({ baseCurrency }) => baseCurrency === currency) ?? choices.subsidiaries[0];
  if (draft === null) {
    return {
      transactionTypeId: choices.types.find((type) => type.kind === kind)?.id ?? '',
      subsidiaryId: subsidiary?.id ?? '',
      entityType: entityTypesOf(kind)[0] ?? '',
      entityId: '',
      transactionDate: today,
      currencyCode: subsidiary?.baseCurrency ?? 'USD',
      exchangeRate: '',
      revenueContractId: '',
      discountPercent: '',
      ...termsOf(null),
      isAdjustment: false,
    };
  }
  return {
    transactionTypeId: draft.transactionTypeId,
    subsidiaryId: draft.subsidiaryId,
    entityType: draft.entityType ?? entityTypesOf(kind)[0] ?? '',
    entityId: draft.entityId ?? '',
    transactionDate: draft.transactionDate,
    currencyCode: draft.currencyCode,
    exchangeRate: draft.exchangeRateGiven ? draft.exchangeRate : '',
    revenueContractId: draft.revenueContractId ?? '',
    discountPercent: '',
    ...termsOf(draft),
    isAdjustment: draft.isAdjustment,
  };
}

/** The terms of the form as a document has them; those it lacks are empty. */
export function termsOf(draft: Partial<Record<FormTermName, string | null>> | null) {
  return Object.fromEntries(FORM_TERMS.map((name) => [name, draft?.[name] ?? ''])) as {
    [Name in FormTermName]: string;
  };
}

/**
 * The header as the API expects it; empty values are null, and without an entered rate the dated rate applies. A new
 * document without a due date gets that of its counterparty's terms.
 */
export function writtenHeader(values: HeaderValues, isNew: boolean) {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const { dueDate, ...terms } = Object.fromEntries(FORM_TERMS.map((name) => [name, orNull(values[name])]));
  return {
    transactionTypeId: values.transactionTypeId,
    subsidiaryId: values.subsidiaryId,
    entityId: orNull(values.entityId),
    entityType: values.entityId === '' || values.entityType === '' ? null : values.entityType,
    transactionDate: values.transactionDate,
    currencyCode: values.currencyCode,
    exchangeRate: orNull(values.exchangeRate),
    revenueContractId: orNull(values.revenueContractId),
    ...terms,
    ...(isNew && dueDate === null ? {} : { dueDate }),
    isAdjustment: values.isAdjustment,
  };
}
