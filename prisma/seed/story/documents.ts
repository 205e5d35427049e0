import type { EntityType, LineType, TransactionKind } from '@/core/transactions/kinds';

/** The companies of the group, by the names the story uses. */
export type SubsidiaryKey = 'HOLD' | 'US' | 'DE' | 'JP' | 'ELIM';

/** The people in the demo who do the work; each has the role of that name. */
export type Actor =
  | 'admin'
  | 'controller'
  | 'accountant'
  | 'approver'
  | 'revenue'
  | 'sales'
  | 'auditor'
  | 'viewer';

/** A line of a planned document; accounts, items, dimensions and tax codes are given by code. */
export interface PlannedLine {
  readonly type: LineType;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly account?: string;
  readonly item?: string;
  readonly tax?: string;
  readonly class?: string;
  readonly department?: string;
  readonly location?: string;
  readonly project?: string;
}

/** A document of the story, before it has ids. `key` identifies it within the story. */
export interface PlannedDocument {
  readonly key: string;
  readonly kind: TransactionKind;
  readonly subsidiary: SubsidiaryKey;
  readonly entity?: { readonly type: EntityType; readonly key: string };
  readonly date: string;
  readonly dueDate?: string;
  readonly currency: string;
  readonly memo: string;
  readonly reference?: string;
  readonly paymentMethod?: string;
  readonly lines: readonly PlannedLine[];
}

/** A payment or credit that settles documents: each of `amounts` goes to the document with that key. */
export interface PlannedSettlement {
  readonly source: string;
  readonly on: string;
  readonly amounts: readonly { readonly document: string; readonly amount: string }[];
}

/** The base currency of each company. */
export const BASE_CURRENCY: Readonly<Record<SubsidiaryKey, string>> = {
  HOLD: 'USD',
  US: 'USD',
  DE: 'EUR',
  JP: 'JPY',
  ELIM: 'USD',
};

/** Each company's own bank account in the chart. */
export const BANK: Readonly<Record<SubsidiaryKey, string>> = {
  HOLD: '1110',
  US: '1110',
  DE: '1112',
  JP: '1113',
  ELIM: '1110',
};

/** A journal line: above zero a debit, below zero a credit. */
export function entry(
  account: string,
  amount: string,
  description: string,
  dimensions: Pick<PlannedLine, 'class' | 'department' | 'location' | 'project'> = {},
): PlannedLine {
  return { type: 'ITEM', description, quantity: '1', unitPrice: amount, account, ...dimensions };
}
