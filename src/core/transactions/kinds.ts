/** The kinds of transaction; every transaction type of an organization is of one kind (decisions.md, "Additions on C"). */
export const TRANSACTION_KINDS = [
  'JOURNAL',
  'INVOICE',
  'CREDIT_MEMO',
  'CUSTOMER_PAYMENT',
  'VENDOR_BILL',
  'VENDOR_CREDIT',
  'VENDOR_PAYMENT',
  'EXPENSE_REPORT',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const LINE_TYPES = ['ITEM', 'SERVICE', 'DISCOUNT', 'TAX', 'SHIPPING'] as const;
export type LineType = (typeof LINE_TYPES)[number];

export const ENTITY_TYPES = ['CUSTOMER', 'VENDOR', 'EMPLOYEE'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export const SIDES = ['DEBIT', 'CREDIT'] as const;
export type Side = (typeof SIDES)[number];

export const SUBLEDGERS = ['RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE'] as const;

/** The subledger whose control account a kind posts to; null for journals, which may not post to one. */
export type ControlRole = (typeof SUBLEDGERS)[number];

/** The other side of the control account: the document's lines, or cash. */
export type Contra = 'LINES' | 'CASH';

export type KindFacts = {
  /** The type of counterparty a document names; null when it needs none. */
  readonly entityType: EntityType | null;
  readonly controlRole: ControlRole | null;
  /** Other counterparties the kind may have, and the subledger it then posts to. */
  readonly alsoFor?: Readonly<Partial<Record<EntityType, ControlRole>>>;
  /** The side of the control account that a positive total is posted to. */
  readonly controlSide: Side | null;
  readonly contra: Contra | null;
  /** +1 when a positive total increases what is owed by or to the entity, −1 when it settles it, 0 for journals. */
  readonly openItemSign: 1 | -1 | 0;
  /** Whether the document can be settled by applications and become PAID. */
  readonly settleable: boolean;
  readonly numberPrefix: string;
  readonly label: string;
};

/** The properties of every kind. A new kind does not compile until all of them are given. */
export const KIND_FACTS: Readonly<Record<TransactionKind, KindFacts>> = {
  JOURNAL: {
    entityType: null,
    controlRole: null,
    controlSide: null,
    contra: null,
    openItemSign: 0,
    settleable: false,
    numberPrefix: 'JE',
    label: 'Journal',
  },
  INVOICE: {
    entityType: 'CUSTOMER',
    controlRole: 'RECEIVABLE',
    controlSide: 'DEBIT',
    contra: 'LINES',
    openItemSign: 1,
    settleable: true,
    numberPrefix: 'INV',
    label: 'Invoice',
  },
  CREDIT_MEMO: {
    entityType: 'CUSTOMER',
    controlRole: 'RECEIVABLE',
    controlSide: 'CREDIT',
    contra: 'LINES',
    openItemSign: -1,
    settleable: false,
    numberPrefix: 'CM',
    label: 'Credit memo',
  },
  CUSTOMER_PAYMENT: {
    entityType: 'CUSTOMER',
    controlRole: 'RECEIVABLE',
    controlSide: 'CREDIT',
    contra: 'CASH',
    openItemSign: -1,
    settleable: false,
    numberPrefix: 'PMT',
    label: 'Customer payment',
  },
  VENDOR_BILL: {
    entityType: 'VENDOR',
    controlRole: 'PAYABLE',
    controlSide: 'CREDIT',
    contra: 'LINES',
    openItemSign: 1,
    settleable: true,
    numberPrefix: 'BILL',
    label: 'Vendor bill',
  },
  VENDOR_CREDIT: {
    entityType: 'VENDOR',
    controlRole: 'PAYABLE',
    controlSide: 'DEBIT',
    contra: 'LINES',
    openItemSign: -1,
    settleable: false,
    numberPrefix: 'VC',
    label: 'Vendor credit',
  },
  // Employees are reimbursed by the same kind of payment, which settles the employee payable.
  VENDOR_PAYMENT: {
    entityType: 'VENDOR',
    controlRole: 'PAYABLE',
    alsoFor: { EMPLOYEE: 'EMPLOYEE_PAYABLE' },
    controlSide: 'DEBIT',
    contra: 'CASH',
    openItemSign: -1,
    settleable: false,
    numberPrefix: 'VPMT',
    label: 'Vendor payment',
  },
  EXPENSE_REPORT: {
    entityType: 'EMPLOYEE',
    controlRole: 'EMPLOYEE_PAYABLE',
    controlSide: 'CREDIT',
    contra: 'LINES',
    openItemSign: 1,
    settleable: true,
    numberPrefix: 'EXP',
    label: 'Expense report',
  },
};

/** The counterparties a document of the kind may name, the usual one first; empty when it needs none. */
export function entityTypesOf(kind: TransactionKind): readonly EntityType[] {
  const { entityType, alsoFor } = KIND_FACTS[kind];
  return entityType === null ? [] : [entityType, ...(Object.keys(alsoFor ?? {}) as EntityType[])];
}

/** The subledger a document posts to: its kind's, or the one its counterparty belongs to. */
export function controlRoleOf(kind: TransactionKind, entityType: EntityType | null): ControlRole | null {
  const { controlRole, alsoFor } = KIND_FACTS[kind];
  return (entityType === null ? undefined : alsoFor?.[entityType]) ?? controlRole;
}

const kindsWith = (holds: (facts: KindFacts) => boolean) =>
  TRANSACTION_KINDS.filter((kind) => holds(KIND_FACTS[kind])) as [TransactionKind, ...TransactionKind[]];

/** Sales and their credits: the documents that bill a revenue contract. */
export const SALES_KINDS = kindsWith(
  ({ controlRole, contra }) => controlRole === 'RECEIVABLE' && contra === 'LINES',
);
/** Payments: what they clear is their total plus any discount taken. */
export const PAYMENT_KINDS = kindsWith(({ contra }) => contra === 'CASH');
/** Payments and credits: what can be applied to documents. */
export const SETTLING_KINDS = kindsWith(({ openItemSign }) => openItemSign === -1);
/** Documents that are owed until something is applied to them. */
export const OWED_KINDS = kindsWith(({ openItemSign }) => openItemSign === 1);
/** The documents with an amount owed to or by someone. */
export const OPEN_ITEM_KINDS = kindsWith(({ openItemSign }) => openItemSign !== 0);

/** True for one of the kind names. */
export function isTransactionKind(name: string): name is TransactionKind {
  return (TRANSACTION_KINDS as readonly string[]).includes(name);
}

/** The other side of an entry. */
export function oppositeSide(side: Side): Side {
  return side === 'DEBIT' ? 'CREDIT' : 'DEBIT';
}
