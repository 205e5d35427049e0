import {
  divided,
  exact,
  type Fraction,
  halfEven,
  isNothing,
  isSame,
  largest,
  minus,
  NOTHING,
  negative,
  plus,
  signOf,
  sized,
  smallest,
  times,
  total,
} from '../../support/exact';

/** The balances of a contract: what was paid or billed in advance (below zero: earned in advance), and the receivable. */
export interface Standing {
  readonly net: Fraction;
  readonly netBase: Fraction;
  readonly receivable: Fraction;
  readonly receivableBase: Fraction;
  /** Billed and due, but not earned yet, and the customer could still cancel. */
  readonly pending: Fraction;
}

/** The rate of the day and the number of decimal places of the base currency. */
export interface Measure {
  readonly rate: Fraction;
  readonly places: number;
}

/**
 * How a balance's base amount changes with the balance: an increase is translated at the rate of the day; a decrease takes its share of the
 * carrying amount; when the balance crosses zero, the whole carrying amount is removed and the rest is translated at the rate of the day.
 */
export function carried(
  balance: Fraction,
  base: Fraction,
  by: Fraction,
  { rate, places }: Measure,
): Fraction {
  const grown = (amount: Fraction) => halfEven(times(amount, rate), places);
  if (isNothing(by)) return NOTHING;
  if (isNothing(balance) || signOf(balance) === signOf(by)) return grown(by);
  const left = minus(sized(balance), sized(by));
  if (signOf(left) > 0) return halfEven(divided(times(base, by), balance), places);
  return plus(negative(base), grown(plus(balance, by)));
}

/** One amount of revenue and where it is earned: account and dimensions, in the order of the books. */
export interface Share {
  readonly place: readonly [account: string, ...dimensions: (string | null)[]];
  readonly amount: Fraction;
}

export interface OracleLine {
  readonly role: 'Revenue' | 'Receivable' | 'Contract asset' | 'Contract liability' | 'Exchange difference';
  readonly place: Share['place'] | null;
  /** Above zero a debit. */
  readonly amount: Fraction;
  readonly base: Fraction;
}

export interface Recognized {
  readonly earned: Fraction;
  readonly revenueBase: Fraction;
  readonly receivable: Fraction;
  readonly receivableBase: Fraction;
  readonly asset: Fraction;
  readonly assetBase: Fraction;
  readonly liability: Fraction;
  readonly liabilityBase: Fraction;
  readonly exchangeBase: Fraction;
  readonly after: Standing;
  readonly lines: readonly OracleLine[];
}

/**
 * Revenue of one contract (606-10-45-1 to 45-4). What was deferred is earned first; beyond that a contract asset arises, and as much of it
 * becomes a receivable as is pending. Revenue released from deferral keeps its historical rate, all other comes at the rate of the day
 * (830-10-45-18); any difference from the carrying amount of a receivable or a contract asset is an exchange difference, never revenue
 * (830-20-35-1).
 */
export function recognized(before: Standing, shares: readonly Share[], at: Measure): Recognized {
  const earned = total(shares.map(({ amount }) => amount));
  const asset = largest(minus(earned, before.net), NOTHING);
  const due = smallest(before.pending, asset);
  const moved = minus(due, earned);
  const netBase = carried(before.net, before.netBase, moved, at);
  const receivableBase = carried(before.receivable, before.receivableBase, due, at);
  const arisen = minus(receivableBase, netBase);
  // Older assets that become due, or a customer credit that is used up, were carried at their own rates.
  const ofOlder = signOf(due) > 0 && (signOf(before.receivable) < 0 || signOf(minus(due, earned)) > 0);
  const revenueBase = ofOlder ? negative(carried(before.net, before.netBase, negative(earned), at)) : arisen;
  const after: Standing = {
    net: plus(before.net, moved),
    netBase: plus(before.netBase, netBase),
    receivable: plus(before.receivable, due),
    receivableBase: plus(before.receivableBase, receivableBase),
    pending: minus(before.pending, due),
  };
  const [was, is] = [presented(before), presented(after)];
  const figures = {
    earned,
    revenueBase,
    receivable: due,
    receivableBase,
    asset: minus(is.asset, was.asset),
    assetBase: minus(is.assetBase, was.assetBase),
    liability: minus(is.liability, was.liability),
    liabilityBase: minus(is.liabilityBase, was.liabilityBase),
    exchangeBase: minus(arisen, revenueBase),
  };
  const lines: OracleLine[] = [
    ...revenueLines(shares, earned, revenueBase, at),
    { role: 'Receivable', place: null, amount: due, base: receivableBase },
    { role: 'Contract asset', place: null, amount: figures.asset, base: figures.assetBase },
    {
      role: 'Contract liability',
      place: null,
      amount: negative(figures.liability),
      base: negative(figures.liabilityBase),
    },
    { role: 'Exchange difference', place: null, amount: NOTHING, base: negative(figures.exchangeBase) },
  ];
  return {
    ...figures,
    after,
    lines: lines.filter((line) => !isNothing(line.amount) || !isNothing(line.base)),
  };
}

/** One net position, shown on one side (606-10-45-1). */
export function presented({ net, netBase }: Standing) {
  return signOf(net) < 0
    ? { asset: negative(net), assetBase: negative(netBase), liability: NOTHING, liabilityBase: NOTHING }
    : {
        asset: NOTHING,
        assetBase: NOTHING,
        liability: net,
        liabilityBase: signOf(net) === 0 ? NOTHING : netBase,
      };
}

/** One line for each place; base amounts are differences of cumulative amounts, so that they sum to the whole. */
function revenueLines(
  shares: readonly Share[],
  earned: Fraction,
  revenueBase: Fraction,
  { rate, places }: Measure,
): OracleLine[] {
  const each = isNothing(earned) ? rate : divided(revenueBase, earned);
  let [reached, recorded] = [NOTHING, NOTHING];
  return byPlace(shares).map(({ place, amount }) => {
    reached = plus(reached, amount);
    const whole = halfEven(times(reached, each), places);
    const base = minus(whole, recorded);
    recorded = whole;
    return { role: 'Revenue', place, amount: negative(amount), base: negative(base) };
  });
}

/** What was earned by account and dimensions, in order; unset dimensions come last. */
function byPlace(shares: readonly Share[]): Share[] {
  const places = new Map<string, Share>();
  for (const { place, amount } of shares) {
    const name = place.map((part) => part ?? '~').join(' ');
    places.set(name, { place, amount: plus(places.get(name)?.amount ?? NOTHING, amount) });
  }
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, share]) => share);
}

/** Lines of several contracts in one entry: one line for each account, dimensions and side. */
export function summed(lines: readonly OracleLine[]): OracleLine[] {
  const sums = new Map<string, OracleLine>();
  for (const line of lines) {
    const side = signOf(isNothing(line.amount) ? line.base : line.amount);
    const name = JSON.stringify([line.role, line.place, side]);
    const known = sums.get(name);
    sums.set(
      name,
      known === undefined
        ? line
        : { ...line, amount: plus(known.amount, line.amount), base: plus(known.base, line.base) },
    );
  }
  return [...sums.values()];
}

/** Whether an entry balances, in its own currency and in base currency. */
export const balances = (lines: readonly OracleLine[]): boolean =>
  isSame(total(lines.map(({ amount }) => amount)), exact(0n)) &&
  isSame(total(lines.map(({ base }) => base)), exact(0n));
