import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { addPeriods, isPeriod, type PeriodString } from './days';
import { netPosition } from './journal';

/** The accounts of one obligation, resolved before the run. */
export type RevenueAccounts = { revenue: string; deferred: string; contractAsset: string };

/** A row of a schedule that may be due. */
export type RunSlice = {
  sliceId: string;
  contractId: string;
  obligationKey: string;
  subsidiaryId: string;
  currencyCode: string;
  period: PeriodString;
  amount: DecimalString;
  /** Posted so far of this slice; equal to `amount` when it is done. */
  recognised: DecimalString;
  held: boolean;
  accounts: RevenueAccounts;
};

/** Billed (paid or due) less recognised of a contract, before the run: above zero a contract liability. */
export type RunPosition = { contractId: string; net: DecimalString };

export type ProposedLine = {
  sliceId: string;
  contractId: string;
  obligationKey: string;
  subsidiaryId: string;
  currencyCode: string;
  amount: DecimalString;
  /** Belongs to an earlier month that was missed, held or closed. */
  catchUp: boolean;
};

export type RunEntryLine = { accountId: string; debit: DecimalString; credit: DecimalString };
export type RunEntry = {
  subsidiaryId: string;
  currencyCode: string;
  contractId: string | null;
  lines: RunEntryLine[];
  revenue: DecimalString;
};

export type RunProposal = {
  period: PeriodString;
  lines: ProposedLine[];
  /** Due but on hold: not proposed, recognised as a catch-up after release. */
  held: ProposedLine[];
  entries: RunEntry[];
};

/** One entry per subsidiary and currency, or one per contract as well. */
export type RunGrouping = 'SUBSIDIARY' | 'CONTRACT';

function dueOf(slice: RunSlice, period: PeriodString): ProposedLine | null {
  if (slice.period > period) return null;
  const amount = dec(slice.amount).minus(slice.recognised);
  if (amount.isZero()) return null;
  return {
    sliceId: slice.sliceId,
    contractId: slice.contractId,
    obligationKey: slice.obligationKey,
    subsidiaryId: slice.subsidiaryId,
    currencyCode: slice.currencyCode,
    amount: toAmountString(amount, slice.currencyCode),
    catchUp: slice.period < period,
  };
}

type Balances = Map<string, Decimal>;

function add(balances: Balances, accountId: string, amount: Decimal): void {
  balances.set(accountId, (balances.get(accountId) ?? ZERO).plus(amount));
}

/**
 * Proposes every due slice of a month and the entries for it: credit revenue, debit the contract liability as far as
 * the contract has one, then the contract asset (606-10-45-1 to 45-3). What is done is never proposed again, what an
 * earlier month missed comes as a catch-up, held slices are listed apart. Nothing is posted here.
 * A large run is proposed in chunks of whole contracts and joined by `joinProposals`.
 * Refuses INVALID_INPUT for a month that is none.
 */
export function proposeRun(input: {
  period: PeriodString;
  slices: readonly RunSlice[];
  positions: readonly RunPosition[];
  grouping?: RunGrouping | undefined;
}): Outcome<RunProposal> {
  const { period, slices, grouping = 'SUBSIDIARY' } = input;
  if (!isPeriod(period)) {
    return refused('INVALID_INPUT', 'period must be a month YYYY-MM.', {
      issues: [{ path: ['period'], message: 'must be a month YYYY-MM' }],
    });
  }
  const net = new Map(input.positions.map((position) => [position.contractId, dec(position.net)]));
  const lines: ProposedLine[] = [];
  const held: ProposedLine[] = [];
  const groups = new Map<
    string,
    { entry: Omit<RunEntry, 'lines' | 'revenue'>; balances: Balances; revenue: Decimal }
  >();

  for (const slice of slices) {
    const line = dueOf(slice, period);
    if (line === null) continue;
    if (slice.held) {
      held.push(line);
      continue;
    }
    lines.push(line);
    const contractId = grouping === 'CONTRACT' ? slice.contractId : null;
    const id = `${slice.subsidiaryId}\u0000${slice.currencyCode}\u0000${contractId ?? ''}`;
    const group = groups.get(id) ?? {
      entry: { subsidiaryId: slice.subsidiaryId, currencyCode: slice.currencyCode, contractId },
      balances: new Map(),
      revenue: ZERO,
    };
    groups.set(id, group);
    const amount = dec(line.amount);
    const before = net.get(slice.contractId) ?? ZERO;
    const after = before.minus(amount);
    net.set(slice.contractId, after);
    const from = netPosition(before);
    const to = netPosition(after);
    add(group.balances, slice.accounts.deferred, from.liability.minus(to.liability));
    add(group.balances, slice.accounts.contractAsset, to.asset.minus(from.asset));
    add(group.balances, slice.accounts.revenue, amount.negated());
    group.revenue = group.revenue.plus(amount);
  }
  return granted({
    period,
    lines,
    held,
    entries: [...groups.values()]
      .map(({ entry, balances, revenue }) => ({
        ...entry,
        lines: entryLines(balances, entry.currencyCode),
        revenue: toAmountString(revenue, entry.currencyCode),
      }))
      .filter((entry) => entry.lines.length > 0),
  });
}

/** Debits first, then credits, each by account: the same run makes the same entry. */
function entryLines(balances: Balances, currencyCode: string): RunEntryLine[] {
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  return [...balances]
    .filter(([, amount]) => !amount.isZero())
    .sort(([a, x], [b, y]) => Number(x.lt(ZERO)) - Number(y.lt(ZERO)) || (a < b ? -1 : 1))
    .map(([accountId, amount]) => ({
      accountId,
      debit: text(amount.gt(ZERO) ? amount : ZERO),
      credit: text(amount.lt(ZERO) ? amount.negated() : ZERO),
    }));
}

/** Joins the entries of proposals over different contracts into one entry per subsidiary and currency (and contract). */
export function joinProposals(parts: readonly RunEntry[][]): RunEntry[] {
  const groups = new Map<string, { entry: RunEntry; balances: Balances; revenue: Decimal }>();
  for (const entry of parts.flat()) {
    const id = `${entry.subsidiaryId}\u0000${entry.currencyCode}\u0000${entry.contractId ?? ''}`;
    const group = groups.get(id) ?? { entry, balances: new Map<string, Decimal>(), revenue: ZERO };
    groups.set(id, group);
    for (const line of entry.lines) add(group.balances, line.accountId, dec(line.debit).minus(line.credit));
    group.revenue = group.revenue.plus(entry.revenue);
  }
  return [...groups.values()].map(({ entry, balances, revenue }) => ({
    ...entry,
    lines: entryLines(balances, entry.currencyCode),
    revenue: toAmountString(revenue, entry.currencyCode),
  }));
}

/**
 * A run may repeat the last month or do the next one. Refuses REVENUE_RULE PERIOD_SKIPPED when months with due slices
 * would be left out: `lastPosted` is the last month run (null: none yet), `firstDue` the first month with something
 * not yet recognised (null: nothing).
 */
export function checkRunOrder(input: {
  period: PeriodString;
  lastPosted: PeriodString | null;
  firstDue: PeriodString | null;
}): Outcome<PeriodString> {
  const { period, lastPosted, firstDue } = input;
  const next = lastPosted === null ? (firstDue ?? period) : addPeriods(lastPosted, 1);
  if (period <= next) return granted(period);
  return refused('REVENUE_RULE', `Run ${next} first: a month cannot be skipped.`, {
    rule: 'PERIOD_SKIPPED',
    period,
    next,
  });
}
