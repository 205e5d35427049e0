import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, sum, ZERO } from '@/core/money/decimal';

/** The account roles a revenue entry posts to; the posting rule resolves each to an account of the organization. */
export type AccountRole =
  | 'CASH'
  | 'RECEIVABLE'
  | 'CONTRACT_ASSET'
  | 'DEFERRED_REVENUE'
  | 'REFUND_LIABILITY'
  | 'RETURN_ASSET'
  | 'INVENTORY'
  | 'REVENUE'
  | 'COST_OF_SALES'
  | 'INTEREST_INCOME'
  | 'INTEREST_EXPENSE'
  | 'FINANCING_LIABILITY'
  | 'CONTRACT_COST_ASSET'
  | 'CONTRACT_COST_EXPENSE'
  | 'CONTRACT_COST_IMPAIRMENT'
  | 'LOSS_PROVISION'
  | 'SUPPLIER_PAYABLE';

/** One side of an entry in contract currency; exactly one of debit and credit is above zero. */
export type JournalLine = {
  account: AccountRole;
  debit: DecimalString;
  credit: DecimalString;
  /** The obligation or cost the line belongs to, if any. */
  key: string | null;
  memo: string;
};

export type Journal = {
  /** Adds a debit; a negative amount becomes a credit, zero adds nothing. */
  debit(account: AccountRole, amount: Decimal, memo: string, key?: string | null): Journal;
  credit(account: AccountRole, amount: Decimal, memo: string, key?: string | null): Journal;
  /** The lines, netted per account and key, debits first. Throws when unbalanced, which is a programming error. */
  lines(): JournalLine[];
};

/** Collects the lines of one entry in one currency. */
export function journal(currencyCode: string): Journal {
  const parts = new Map<
    string,
    { account: AccountRole; key: string | null; memo: string; amount: Decimal }
  >();
  const add = (account: AccountRole, amount: Decimal, memo: string, key: string | null) => {
    const id = `${account}\u0000${key ?? ''}`;
    const known = parts.get(id);
    if (known === undefined) parts.set(id, { account, key, memo, amount });
    else known.amount = known.amount.plus(amount);
  };
  const self: Journal = {
    debit(account, amount, memo, key = null) {
      add(account, amount, memo, key);
      return self;
    },
    credit(account, amount, memo, key = null) {
      add(account, amount.negated(), memo, key);
      return self;
    },
    lines() {
      const all = [...parts.values()];
      if (!sum(all.map((part) => part.amount)).isZero()) throw new Error('journal lines do not balance');
      return all
        .filter((part) => !part.amount.isZero())
        .sort((a, b) => Number(a.amount.lt(ZERO)) - Number(b.amount.lt(ZERO)))
        .map(({ account, key, memo, amount }) => ({
          account,
          debit: toAmountString(amount.gt(ZERO) ? amount : ZERO, currencyCode),
          credit: toAmountString(amount.lt(ZERO) ? amount.negated() : ZERO, currencyCode),
          key,
          memo,
        }));
    },
  };
  return self;
}

/** A position as a contract liability and a contract asset, at most one of which is above zero. */
export type NetPosition = { liability: Decimal; asset: Decimal };

/** A contract is one position: consideration received or due, less recognized (606-10-45-1). Positive is a liability. */
export function netPosition(net: Decimal): NetPosition {
  return net.gte(ZERO) ? { liability: net, asset: ZERO } : { liability: ZERO, asset: net.negated() };
}

/**
 * Moves a contract's net position from `before` to `after` (positive is a liability): the contract liability and the
 * contract asset change by what the net presentation asks, the other side is the caller's.
 * Owner: daybook_recognise, which moves the positions that are kept; held to it by e2e/revenue/recognition.test.ts.
 */
export function movePosition(entry: Journal, before: Decimal, after: Decimal): Journal {
  const from = netPosition(before);
  const to = netPosition(after);
  return entry
    .debit('DEFERRED_REVENUE', from.liability.minus(to.liability), 'contract liability')
    .debit('CONTRACT_ASSET', to.asset.minus(from.asset), 'contract asset');
}
