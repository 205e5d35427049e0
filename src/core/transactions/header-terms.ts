import { OPEN_ITEM_KINDS, type TransactionKind } from './kinds';

/** What a term of a document's header says. */
type Says = 'DAY' | 'LINE' | 'TEXT' | 'ADDRESS' | 'ID';

interface HeaderTerm {
  readonly says: Says;
  /** As people read it. */
  readonly label: string;
  /** Looked through when somebody searches documents. */
  readonly isSearched: boolean;
  /** Goes along when a document is duplicated; what belongs to one document alone does not. */
  readonly isCopied: boolean;
  /** The documents whose form asks for it; null: every one. */
  readonly askedOf: readonly TransactionKind[] | null;
  /** Whether a document's page shows it among its facts. */
  readonly isShown: boolean;
}

/**
 * What a document's header may say beside who, when and how much (interface 2.6, and what invoices and payments add).
 * None of it decides amounts, and only the revenue contract decides accounts of the entry. The API's input, the stored columns, the search, duplicating, the form
 * and the page follow from this table: a new term is a line here, a column, and a line in the shape of each surface
 * that shows it.
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
/** The terms a form asks for: words or a day, which it holds as a text. */
export type FormTermName = {
  [Name in HeaderTermName]: Terms[Name]['says'] extends 'DAY' | 'LINE' | 'TEXT'
    ? Terms[Name]['askedOf'] extends readonly []
      ? never
      : Name
    : never;
}[HeaderTermName];

export const HEADER_TERM_NAMES = Object.keys(HEADER_TERMS) as readonly HeaderTermName[];
/** The columns a search looks through beside a document's number. */
export const SEARCHED_TERMS = HEADER_TERM_NAMES.filter((name) => HEADER_TERMS[name].isSearched);

/** The terms some form asks for. */
export const FORM_TERMS = HEADER_TERM_NAMES.filter(
  (name): name is FormTermName => HEADER_TERMS[name].askedOf?.length !== 0,
);

/** Whether the form of a kind asks for a term. */
export function isAskedOf(name: HeaderTermName, kind: TransactionKind): boolean {
  const kinds: readonly TransactionKind[] | null = HEADER_TERMS[name].askedOf;
  return kinds === null || kinds.includes(kind);
}

/** Every term, each with the value `of` says. */
export function eachTerm<Value>(of: (name: HeaderTermName) => Value): Record<HeaderTermName, Value> {
  return Object.fromEntries(HEADER_TERM_NAMES.map((name) => [name, of(name)])) as Record<
    HeaderTermName,
    Value
  >;
}
