import { OPEN_ITEM_KINDS, type TransactionKind } from './kinds';

/** The type of a term in a document's header. */
type Says = 'DAY' | 'LINE' | 'TEXT' | 'ADDRESS' | 'ID';

interface HeaderTerm {
  readonly says: Says;
  /** The name shown to people. */
  readonly label: string;
  /** Included in the search of documents. */
  readonly isSearched: boolean;
  /** Copied when a document is duplicated, unlike terms that belong to one document alone. */
  readonly isCopied: boolean;
  /** The kinds of document whose form has it; null for all of them. */
  readonly askedOf: readonly TransactionKind[] | null;
  /** Whether a document's page shows it. */
  readonly isShown: boolean;
}

/**
 * The terms a document's header may have besides the counterparty, dates and amounts (interface 2.6, and what invoices and
 * payments add). None of them affects amounts, and only the revenue contract affects the accounts of the entry. The API's
 * input, the stored columns, the search, duplicating, the form and the page follow from this table: a new term is a line
 * here, a column, and a line in the shape of each surface that shows it.
 */
export const HEADER_TERMS = {
  dueDate: {
    says: 'DAY',
    label: 'Due',
    isSearched: false,
    isCopied: false,
    askedOf: ['INVOICE', 'VENDOR_BILL'],
    isShown: true,
  },
  memo: { says: 'TEXT', label: 'Memo', isSearched: true, isCopied: true, askedOf: null, isShown: false },
  // The other party's number for one document.
  referenceNumber: {
    says: 'LINE',
    label: 'Reference',
    isSearched: true,
    isCopied: false,
    askedOf: OPEN_ITEM_KINDS,
    isShown: true,
  },
  paymentMethod: {
    says: 'LINE',
    label: 'Method',
    isSearched: false,
    isCopied: true,
    askedOf: [],
    isShown: false,
  },
  paymentTerms: {
    says: 'LINE',
    label: 'Terms',
    isSearched: false,
    isCopied: true,
    askedOf: [],
    isShown: true,
  },
  billingAddress: {
    says: 'ADDRESS',
    label: 'Billing address',
    isSearched: false,
    isCopied: true,
    askedOf: [],
    isShown: false,
  },
  projectId: {
    says: 'ID',
    label: 'Project',
    isSearched: false,
    isCopied: true,
    askedOf: [],
    isShown: false,
  },
  subscriptionId: {
    says: 'ID',
    label: 'Subscription',
    isSearched: false,
    isCopied: true,
    askedOf: [],
    isShown: false,
  },
  revenueContractId: {
    says: 'ID',
    label: 'Revenue contract',
    isSearched: false,
    isCopied: true,
    askedOf: [],
    isShown: false,
  },
} as const satisfies Readonly<Record<string, HeaderTerm>>;

type Terms = typeof HEADER_TERMS;
export type HeaderTermName = keyof Terms;
/** The terms a form can have: text or a day, which the form holds as text. */
export type FormTermName = {
  [Name in HeaderTermName]: Terms[Name]['says'] extends 'DAY' | 'LINE' | 'TEXT'
    ? Terms[Name]['askedOf'] extends readonly []
      ? never
      : Name
    : never;
}[HeaderTermName];

export const HEADER_TERM_NAMES = Object.keys(HEADER_TERMS) as readonly HeaderTermName[];
/** The columns searched in addition to a document's number. */
export const SEARCHED_TERMS = HEADER_TERM_NAMES.filter((name) => HEADER_TERMS[name].isSearched);

/** The terms that appear in at least one form. */
export const FORM_TERMS = HEADER_TERM_NAMES.filter(
  (name): name is FormTermName => HEADER_TERMS[name].askedOf?.length !== 0,
);

/** Whether the form for a kind has a term. */
export function isAskedOf(name: HeaderTermName, kind: TransactionKind): boolean {
  const kinds: readonly TransactionKind[] | null = HEADER_TERMS[name].askedOf;
  return kinds === null || kinds.includes(kind);
}

/** Every term with its value from `of`. */
export function eachTerm<Value>(of: (name: HeaderTermName) => Value): Record<HeaderTermName, Value> {
  return Object.fromEntries(HEADER_TERM_NAMES.map((name) => [name, of(name)])) as Record<
    HeaderTermName,
    Value
  >;
}
