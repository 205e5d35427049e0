import {
  type Fraction,
  halfEven,
  isNothing,
  largest,
  minus,
  NOTHING,
  negative,
  plus,
  signOf,
  smallest,
  times,
  total,
} from '../../support/exact';
import { carried, type Measure, presented, type Standing } from './recognition';

/** A standing with the refund liability and the cash received. */
export interface FullStanding extends Standing {
  readonly refund: Fraction;
  readonly refundBase: Fraction;
  readonly cash: Fraction;
}

export interface Fact {
  readonly kind: 'DUE' | 'PAYMENT' | 'REFUND' | 'CREDIT' | 'DOCUMENT' | 'FINANCING' | 'INTEREST';
  readonly amount: Fraction;
  readonly unconditional: boolean;
  readonly keepRefund: boolean;
  /** What the document credited to the contract liability in base currency, or what moves from or to an interest account. */
  readonly documentBase: Fraction;
}

export interface MoveLine {
  readonly memo: string;
  readonly amount: Fraction;
  readonly base: Fraction;
}

interface Parts {
  readonly net?: Fraction;
  readonly receivable?: Fraction;
  readonly refund?: Fraction;
  readonly cash?: Fraction;
  readonly pending?: Fraction;
  readonly document?: Fraction;
}

/** The effect of a fact on each part of a standing, in the contract's currency. */
function partsOf(stands: FullStanding, fact: Fact): Parts {
  const { kind, amount } = fact;
  const isBack = signOf(amount) < 0;
  switch (kind) {
    case 'DUE': {
      if (fact.unconditional) return { net: amount, receivable: amount };
      // No right before performance: only what is already earned is due. A reversal is taken from what was waiting first.
      const due = isBack
        ? smallest(plus(amount, stands.pending), NOTHING)
        : smallest(amount, largest(negative(stands.net), NOTHING));
      return { net: due, receivable: due, pending: minus(amount, due) };
    }
    case 'PAYMENT': {
      // Money paid back settles the credit balance among the receivables.
      if (isBack) return { cash: amount, receivable: negative(amount) };
      const settled = smallest(amount, stands.receivable);
      const ahead = minus(amount, settled);
      return {
        cash: amount,
        receivable: negative(settled),
        net: ahead,
        pending: negative(smallest(ahead, stands.pending)),
      };
    }
    case 'REFUND':
      return { net: negative(amount), refund: amount };
    case 'CREDIT': {
      const settled = fact.keepRefund ? NOTHING : smallest(amount, stands.refund);
      return { net: minus(settled, amount), receivable: negative(amount), refund: negative(settled) };
    }
    case 'DOCUMENT':
    case 'FINANCING':
      return { net: amount, document: amount };
    case 'INTEREST':
      return { net: amount };
  }
}

/** No line may be on two sides: one that would be is split into the amount at today's rate and the rest in base currency alone. */
function onOneSide(line: MoveLine, { rate, places }: Measure): MoveLine[] {
  if (signOf(line.amount) * signOf(line.base) >= 0) return [line];
  const worth = halfEven(times(line.amount, rate), places);
  return [
    { ...line, base: worth },
    { ...line, amount: NOTHING, base: minus(line.base, worth) },
  ];
}

/**
 * The effect of one fact on a contract's standing, and its entry (606-10-45-1 to 45-4). Money is translated at the rate of the day, every
 * balance changes by its carrying amount, and the remainder is an exchange difference; interest causes none.
 */
export function moved(before: FullStanding, fact: Fact, at: Measure) {
  const {
    net = NOTHING,
    receivable = NOTHING,
    refund = NOTHING,
    cash = NOTHING,
    pending = NOTHING,
    document = NOTHING,
  } = partsOf(before, fact);
  const netBase = carried(before.net, before.netBase, net, at);
  const receivableBase = carried(before.receivable, before.receivableBase, receivable, at);
  const refundBase = carried(before.refund, before.refundBase, refund, at);
  const cashBase = halfEven(times(cash, at.rate), at.places);
  const isFinancing = fact.kind === 'FINANCING';
  const documentBase = fact.kind === 'DOCUMENT' || isFinancing ? fact.documentBase : NOTHING;
  // A document is already in the ledger; a transfer from or to an interest account is part of this entry.
  const posted = isFinancing ? { amount: NOTHING, base: NOTHING } : { amount: document, base: documentBase };
  const isInterest = fact.kind === 'INTEREST';
  const exchangeBase = isInterest
    ? NOTHING
    : total([receivableBase, cashBase, documentBase, negative(netBase), negative(refundBase)]);
  const after: FullStanding = {
    net: plus(before.net, net),
    netBase: plus(before.netBase, netBase),
    receivable: plus(before.receivable, receivable),
    receivableBase: plus(before.receivableBase, receivableBase),
    refund: plus(before.refund, refund),
    refundBase: plus(before.refundBase, refundBase),
    cash: plus(before.cash, cash),
    pending: plus(before.pending, pending),
  };
  const [was, is] = [presented(before), presented(after)];
  const asset = { amount: minus(is.asset, was.asset), base: minus(is.assetBase, was.assetBase) };
  const liability = {
    amount: minus(is.liability, was.liability),
    base: minus(is.liabilityBase, was.liabilityBase),
  };
  const lines: MoveLine[] = [
    { memo: 'Receivable', amount: receivable, base: receivableBase },
    { memo: 'Payment', amount: cash, base: cashBase },
    { memo: 'Contract asset', ...asset },
    {
      memo: 'Contract liability',
      amount: minus(posted.amount, liability.amount),
      base: minus(posted.base, liability.base),
    },
    { memo: 'Refund liability', amount: negative(refund), base: negative(refundBase) },
    { memo: 'Exchange difference', amount: NOTHING, base: negative(exchangeBase) },
    ...(isInterest ? [{ memo: 'Significant financing', amount: net, base: netBase }] : []),
    ...(isFinancing ? [{ memo: 'Interest', amount: document, base: documentBase }] : []),
  ];
  const figures = {
    receivable,
    receivableBase,
    cash,
    cashBase,
    refund,
    refundBase,
    document,
    documentBase,
    exchangeBase,
  };
  return {
    after,
    figures: {
      ...figures,
      ...{
        asset: asset.amount,
        assetBase: asset.base,
        liability: liability.amount,
        liabilityBase: liability.base,
      },
    },
    lines: lines
      .filter(({ amount, base }) => !isNothing(amount) || !isNothing(base))
      .flatMap((line) => onOneSide(line, at)),
  };
}
