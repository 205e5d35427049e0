import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import type { BalanceEvent } from '@/core/revenue/balances';
import type { DateString } from '@/core/revenue/days';
import { type JournalLine, journal, movePosition, netPosition } from '@/core/revenue/journal';
import { reading } from '@/core/revenue/reading';

type ContractBalances = {
  receivable: DecimalString;
  contractAsset: DecimalString;
  /** Contract liability: deferred revenue. */
  deferred: DecimalString;
  refundLiability: DecimalString;
  cash: DecimalString;
  revenue: DecimalString;
};

type DatedEntry = { on: DateString; lines: JournalLine[] };

type State = {
  /** Paid or due, less recognized and refundable: positive a contract liability, negative a contract asset. */
  net: Decimal;
  receivable: Decimal;
  refund: Decimal;
  cash: Decimal;
  revenue: Decimal;
  /** Due but cancellable and not performed yet: becomes a receivable with performance. */
  pending: Decimal;
  /** What was paid of bills that waited for performance. */
  prepaid: Decimal;
  /** Paid into the position less paid out of it, and whether the contract has ended. */
  ahead: Decimal;
  hasEnded: boolean;
};

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

/** Applies one event to the balances and adds its entry to `entry`. */
function apply(state: State, event: BalanceEvent, entry: ReturnType<typeof journal>): State {
  const amount = dec(event.amount);
  const moveTo = (net: Decimal) => movePosition(entry, state.net, net);
  switch (event.kind) {
    case 'DUE': {
      // Cancellable and not yet performed: no right yet. Performed: the contract asset becomes a receivable.
      const asset = netPosition(state.net).asset;
      const due = event.unconditional ? amount : smaller(amount, asset);
      moveTo(state.net.plus(due));
      entry.debit('RECEIVABLE', due, 'right to consideration is unconditional');
      return {
        ...state,
        net: state.net.plus(due),
        receivable: state.receivable.plus(due),
        pending: state.pending.plus(amount).minus(due),
      };
    }
    case 'PAYMENT': {
      const settled = state.hasEnded ? amount : smaller(amount, state.receivable);
      const ahead = amount.minus(settled);
      const prepaid = smaller(ahead, state.pending);
      entry.debit('CASH', amount, 'payment received').credit('RECEIVABLE', settled, 'payment received');
      moveTo(state.net.plus(ahead));
      return {
        ...state,
        net: state.net.plus(ahead),
        receivable: state.receivable.minus(settled),
        cash: state.cash.plus(amount),
        pending: state.pending.minus(prepaid),
        prepaid: state.prepaid.plus(prepaid),
        ahead: state.ahead.plus(ahead),
      };
    }
    case 'REVENUE': {
      const earned = state.net.minus(amount);
      const due = smaller(state.pending, netPosition(earned).asset);
      moveTo(earned.plus(due));
      entry
        .debit('RECEIVABLE', due, 'right to consideration is unconditional')
        .credit('REVENUE', amount, 'revenue', event.key ?? null);
      return {
        ...state,
        net: earned.plus(due),
        revenue: state.revenue.plus(amount),
        receivable: state.receivable.plus(due),
        pending: state.pending.minus(due),
      };
    }
    case 'INTEREST':
      moveTo(state.net.plus(amount));
      entry.debit(amount.gte(ZERO) ? 'INTEREST_EXPENSE' : 'INTEREST_INCOME', amount, 'significant financing');
      return { ...state, net: state.net.plus(amount) };
    case 'PAYOUT': {
      const credit = state.hasEnded ? amount : smaller(amount, netPosition(state.receivable).asset);
      moveTo(state.net.minus(amount.minus(credit)));
      entry
        .credit('CASH', amount, 'paid to the customer')
        .debit('RECEIVABLE', credit, 'paid to the customer');
      return {
        ...state,
        net: state.net.minus(amount.minus(credit)),
        receivable: state.receivable.plus(credit),
        cash: state.cash.minus(amount),
        ahead: state.ahead.minus(amount).plus(credit),
      };
    }
    case 'SETTLE': {
      // A bill that was paid before it was due is due now. What the customer would have to its credit is first for what is not billed yet.
      const owed = sum([state.receivable, state.prepaid, state.pending]);
      const credit = netPosition(sum([state.ahead, amount, owed.negated()])).liability;
      const stays = smaller(credit, dec(event.unbilled));
      const moved = sum([state.ahead, amount, stays.negated(), state.prepaid.negated()]);
      moveTo(state.net.minus(moved));
      entry.credit('RECEIVABLE', moved, 'settled at the end');
      return {
        ...state,
        net: state.net.minus(moved),
        receivable: state.receivable.minus(moved),
        ahead: stays.minus(amount),
        prepaid: ZERO,
        hasEnded: true,
      };
    }
    case 'SUPPLIER':
      moveTo(state.net.minus(amount));
      entry.credit('SUPPLIER_PAYABLE', amount, 'collected for the supplier');
      return { ...state, net: state.net.minus(amount) };
    case 'REFUND':
      moveTo(state.net.minus(amount));
      entry.credit('REFUND_LIABILITY', amount, 'expected refund');
      return { ...state, net: state.net.minus(amount), refund: state.refund.plus(amount) };
    case 'CREDIT': {
      const fromRefund = event.keepRefund === true ? ZERO : smaller(amount, state.refund);
      const fromPosition = amount.minus(fromRefund);
      moveTo(state.net.minus(fromPosition));
      entry.debit('REFUND_LIABILITY', fromRefund, 'credit note').credit('RECEIVABLE', amount, 'credit note');
      return {
        ...state,
        net: state.net.minus(fromPosition),
        refund: state.refund.minus(fromRefund),
        receivable: state.receivable.minus(amount),
      };
    }
  }
}

/**
 * Folds the events of one contract into balances and one balanced entry per date (606-10-45-1 to 45-5; Examples 38 to
 * 40). The contract is one net position, an asset or a liability, never both; receivable and refund liability are
 * separate. Events of one date are netted into one entry, in the order given. An amount the customer could still cancel
 * becomes a receivable with performance. Refuses INVALID_INPUT.
 */
export function contractEntries(input: {
  currencyCode: string;
  events: readonly BalanceEvent[];
}): Outcome<{ entries: DatedEntry[]; balances: ContractBalances }> {
  const read = reading(input.currencyCode);
  input.events.forEach((event, index) => {
    read.date(['events', index, 'on'], event.on);
    const signed = ['REVENUE', 'REFUND', 'INTEREST', 'SUPPLIER'].includes(event.kind);
    read.money(['events', index, 'amount'], event.amount, signed ? 'NEGATIVE' : undefined);
  });
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  let state: State = {
    net: ZERO,
    receivable: ZERO,
    refund: ZERO,
    cash: ZERO,
    revenue: ZERO,
    pending: ZERO,
    prepaid: ZERO,
    ahead: ZERO,
    hasEnded: false,
  };
  const byDate = new Map<DateString, ReturnType<typeof journal>>();
  const ordered = [...input.events].sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  for (const event of ordered) {
    const entry = byDate.get(event.on) ?? journal(input.currencyCode);
    byDate.set(event.on, entry);
    state = apply(state, event, entry);
  }
  const text = (value: Decimal) => toAmountString(value, input.currencyCode);
  const position = netPosition(state.net);
  return granted({
    entries: [...byDate]
      .map(([on, entry]) => ({ on, lines: entry.lines() }))
      .filter(({ lines }) => lines.length > 0),
    balances: {
      receivable: text(state.receivable),
      contractAsset: text(position.asset),
      deferred: text(position.liability),
      refundLiability: text(state.refund),
      cash: text(state.cash),
      revenue: text(state.revenue),
    },
  });
}
