import { dec, isPlainDecimal, sum, toPlainString } from '@/core/money/decimal';
import type { EntityType } from '@/core/transactions/kinds';
import type { Amounts, Payable } from './allocation';

/** A payment being entered. */
export type PaymentDraft = {
  readonly transactionTypeId: string;
  readonly subsidiaryId: string;
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly transactionDate: string;
  readonly currencyCode: string;
  readonly exchangeRate: string;
  /** As typed; empty: what is ticked. */
  readonly amount: string;
  readonly discount: string;
  readonly bankAccountId: string;
  readonly paymentMethod: string;
  readonly referenceNumber: string;
  readonly memo: string;
  readonly amounts: Amounts;
};

const TEXTS = [
  'transactionTypeId',
  'subsidiaryId',
  'entityType',
  'entityId',
  'transactionDate',
  'currencyCode',
  'exchangeRate',
  'amount',
  'discount',
  'bankAccountId',
  'paymentMethod',
  'referenceNumber',
  'memo',
] as const;

/** Reads what a browser kept, perhaps by an earlier version of the form; null when it is not a payment. */
export function readPayment(value: unknown): PaymentDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const kept = value as Readonly<Record<string, unknown>>;
  if (!TEXTS.every((name) => typeof kept[name] === 'string')) return null;
  const { amounts } = kept;
  if (typeof amounts !== 'object' || amounts === null || Array.isArray(amounts)) return null;
  return Object.values(amounts).every((amount) => typeof amount === 'string') ? (kept as PaymentDraft) : null;
}

/** Σ of what it pays. */
export function paidAmount(amounts: Amounts, payables: readonly Payable[]): string {
  const known = payables.map(({ id }) => amounts[id] ?? '').filter((amount) => isPlainDecimal(amount));
  return toPlainString(sum(known));
}

/** What was paid: the amount entered, or without one what is ticked less the discount taken. */
export function amountOf(
  draft: Pick<PaymentDraft, 'amount' | 'discount' | 'amounts'>,
  payables: readonly Payable[],
) {
  if (draft.amount !== '') return draft.amount;
  return toPlainString(dec(paidAmount(draft.amounts, payables)).minus(discountOf(draft)));
}

/** What can be settled with it: what was paid and the discount taken. */
export function settledAmount(
  draft: Pick<PaymentDraft, 'amount' | 'discount' | 'amounts'>,
  payables: readonly Payable[],
): string {
  return toPlainString(dec(amountOf(draft, payables)).plus(discountOf(draft)));
}

const discountOf = ({ discount }: Pick<PaymentDraft, 'discount'>) =>
  isPlainDecimal(discount) ? dec(discount) : dec('0');
