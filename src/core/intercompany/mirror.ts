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
  readonly lines: readonly (MirroredLine & {
    /** quantity × unitPrice, rounded. */
    readonly lineAmount: DecimalString;
  })[];
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

/** A setting without which no mirror can be created. */
export type MissingSetting = 'CUSTOMER' | 'VENDOR' | 'ACCOUNTS';

/**
 * The document that a document between two companies makes in the books of the other (accounting.md 3, "Intercompany"): a bill
 * against an invoice with the same quantities, prices and taxes, on the account the other company charges such lines to; a
 * payment against a payment, through the other company's bank; of a journal, what is due from against what is due to, with the
 * same amounts on the other side, and the rest on that company's accounts until someone there assigns it. Dimensions
 * and items belong to the company that named them and are left out. Names the setting that is missing instead.
 */
export function mirrorOf(source: MirrorSource, settings: MirrorSettings): Mirror | MissingSetting | null {
  const kind = MIRROR_KINDS[source.kind];
  if (kind === null) return null;
  if (kind === 'JOURNAL') return mirroredJournal(source, settings);
  const { entityType, contra } = KIND_FACTS[kind];
  const entityId = entityType === 'VENDOR' ? settings.vendorId : settings.customerId;
  if (entityId === null) return entityType === 'VENDOR' ? 'VENDOR' : 'CUSTOMER';
  if (settings.theirs === null) return 'ACCOUNTS';
  const { incomeAccountId, chargeAccountId } = settings.theirs;
  const own = entityType === 'VENDOR' ? chargeAccountId : incomeAccountId;
  const lines = source.lines.map(
    ({ lineNumber, lineType, description, quantity, unitPrice, taxCodeId }): MirroredLine => ({
      ...{ lineNumber, lineType, description, quantity, unitPrice, taxCodeId },
      accountId: contra === 'CASH' || lineType === 'TAX' ? null : own,
    }),
  );
  return { kind, entityType, entityId, lines };
}

function mirroredJournal(source: MirrorSource, { ours, theirs }: MirrorSettings): Mirror | MissingSetting {
  if (ours === null || theirs === null) return 'ACCOUNTS';
  const due = source.lines.flatMap((line) => {
    const isFrom = line.accountId === ours.dueFromAccountId;
    if (!isFrom && line.accountId !== ours.dueToAccountId) return [];
    const accountId = isFrom ? theirs.dueToAccountId : theirs.dueFromAccountId;
    return [{ description: line.description, amount: dec(line.lineAmount).negated(), accountId }];
  });
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
