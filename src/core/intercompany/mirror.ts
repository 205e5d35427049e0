import { type DecimalString, dec, sum, toPlainString } from '../money/decimal';
import { type EntityType, KIND_FACTS, type LineType, type TransactionKind } from '../transactions/kinds';

/** The kind of document that mirrors a kind in the books of the other company; null for what is never between companies. */
export const MIRROR_KINDS = {
  JOURNAL: 'JOURNAL',
  INVOICE: 'VENDOR_BILL',
  CREDIT_MEMO: 'VENDOR_CREDIT',
  CUSTOMER_PAYMENT: 'VENDOR_PAYMENT',
  VENDOR_BILL: 'INVOICE',
  VENDOR_CREDIT: 'CREDIT_MEMO',
  VENDOR_PAYMENT: 'CUSTOMER_PAYMENT',
  EXPENSE_REPORT: null,
} as const satisfies Readonly<Record<TransactionKind, TransactionKind | null>>;

/** The accounts of one company with one sister. */
export type SisterAccounts = {
  /** What the sister owes the company. */
  readonly dueFromAccountId: string;
  /** What the company owes the sister. */
  readonly dueToAccountId: string;
  /** The lines of a mirrored sale, and what a mirrored journal credits against what the sister owes. */
  readonly incomeAccountId: string;
  /** The lines of a mirrored purchase, and what a mirrored journal debits against what is owed to the sister. */
  readonly chargeAccountId: string;
};

export type MirroredLine = {
  readonly lineNumber: number;
  readonly lineType: LineType;
  readonly description: string;
  readonly quantity: DecimalString;
  readonly unitPrice: DecimalString;
  readonly taxCodeId: string | null;
  readonly accountId: string | null;
};

/** A document as far as its mirror depends on it. */
export type MirrorSource = {
  readonly kind: TransactionKind;
  /** Its counterparty does not represent the sister: only its lines on the accounts between the two are mirrored, by a journal. */
  readonly byAccount: boolean;
  readonly lines: readonly MirroredLine[];
  /** The entry it makes; debits above zero. */
  readonly entry: readonly {
    readonly accountId: string | null;
    readonly description: string;
    readonly amount: DecimalString;
  }[];
};

/** The settings of both companies; null where none are recorded. */
export type MirrorSettings = {
  /** Those of the source's company with the sister. */
  readonly ours: SisterAccounts | null;
  /** Those of the sister with the source's company. */
  readonly theirs: SisterAccounts | null;
  /** Who represents the source's company. */
  readonly customerId: string | null;
  readonly vendorId: string | null;
};

export type Mirror = {
  readonly kind: TransactionKind;
  readonly entityType: EntityType | null;
  readonly entityId: string | null;
  readonly lines: readonly MirroredLine[];
};

/** A setting without which no mirror can be created; LINES: the accounts between the two are set, and the document has no line on them. */
export type MissingSetting = 'CUSTOMER' | 'VENDOR' | 'ACCOUNTS' | 'LINES';

/**
 * The document that a document between two companies makes in the books of the other (accounting.md 3, "Intercompany"): a bill
 * against an invoice with the same quantities, prices and taxes, on the account the other company charges such lines to; a
 * payment against a payment, through the other company's bank; of a journal, and of any document that is between the two by its
 * lines alone, a journal with what is due from against what is due to, the same amounts on the other side, and the rest on that
 * company's accounts until someone there assigns it. Dimensions and items belong to the company that named them and are left out.
 * Names the setting that is missing instead.
 */
export function mirrorOf(source: MirrorSource, settings: MirrorSettings): Mirror | MissingSetting | null {
  const kind = MIRROR_KINDS[source.kind];
  if (source.byAccount || kind === 'JOURNAL') return mirroredJournal(source, settings);
  if (kind === null) return null;
  const { entityType, contra } = KIND_FACTS[kind];
  const entityId = entityType === 'VENDOR' ? settings.vendorId : settings.customerId;
  if (entityId === null) return entityType === 'VENDOR' ? 'VENDOR' : 'CUSTOMER';
  const { ours, theirs } = settings;
  if (theirs === null) return 'ACCOUNTS';
  const { incomeAccountId, chargeAccountId } = theirs;
  const own = entityType === 'VENDOR' ? chargeAccountId : incomeAccountId;
  const lines = source.lines.map(
    ({ lineNumber, lineType, description, quantity, unitPrice, taxCodeId, accountId }): MirroredLine => ({
      ...{ lineNumber, lineType, description, quantity, unitPrice, taxCodeId },
      accountId:
        oppositeOf(accountId, ours, theirs) ?? (contra === 'CASH' || lineType === 'TAX' ? null : own),
    }),
  );
  return { kind, entityType, entityId, lines };
}

/** Where the other company has what stands on an account between the two; null for any other account. */
function oppositeOf(accountId: string | null, ours: SisterAccounts | null, theirs: SisterAccounts) {
  if (ours === null || accountId === null) return null;
  if (accountId === ours.dueFromAccountId) return theirs.dueToAccountId;
  return accountId === ours.dueToAccountId ? theirs.dueFromAccountId : null;
}

function mirroredJournal(source: MirrorSource, { ours, theirs }: MirrorSettings): Mirror | MissingSetting {
  if (ours === null || theirs === null) return 'ACCOUNTS';
  const due = source.entry.flatMap((line) => {
    const accountId = oppositeOf(line.accountId, ours, theirs);
    if (accountId === null) return [];
    return [{ description: line.description, amount: dec(line.amount).negated(), accountId }];
  });
  if (due.length === 0) return 'LINES';
  const isWhole = sum(due.map(({ amount }) => amount)).isZero();
  const rest = isWhole
    ? []
    : due.map((line) => {
        const amount = line.amount.negated();
        return {
          ...line,
          amount,
          accountId: amount.isNegative() ? theirs.incomeAccountId : theirs.chargeAccountId,
        };
      });
  return {
    kind: 'JOURNAL',
    entityType: null,
    entityId: null,
    lines: [...due, ...rest].map(({ description, amount, accountId }, index) => ({
      lineNumber: index + 1,
      lineType: 'SERVICE',
      description,
      quantity: '1',
      unitPrice: toPlainString(amount),
      taxCodeId: null,
      accountId,
    })),
  };
}
