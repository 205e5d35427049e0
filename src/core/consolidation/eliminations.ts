import type { AccountType } from '../ledger/accounts';
import { isProfitAndLoss } from '../ledger/accounts';
import { type Decimal, ONE, roundTo, sum, ZERO } from '../money/decimal';
import { minorUnits } from '../money/minor-units';
import { TRANSLATION_ADJUSTMENT } from './translation';
import { roundToZeroSum } from './zero-sum';

/**
 * How consolidation treats an account. INTERCOMPANY: what companies of the group owe and charge one another.
 * INVESTMENT: what a parent paid for its subsidiaries (an asset) and the capital it contributed (their equity).
 */
export const ELIMINATIONS = ['INTERCOMPANY', 'INVESTMENT'] as const;
export type Elimination = (typeof ELIMINATIONS)[number];

/** Null when an account of this type can be eliminated this way, otherwise the sentence to show. */
export function eliminationProblem(elimination: Elimination | null, type: AccountType): string | null {
  return elimination === 'INVESTMENT' && type !== 'ASSET' && type !== 'EQUITY'
    ? 'INVESTMENT is for an asset (shares in subsidiaries) or equity (their capital)'
    : null;
}

export type ConsolidatedAccount = {
  readonly accountId: string;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly elimination: Elimination | null;
};

/**
 * A company as it stood the day before its share changed: the share until then, and its translated lines. Results of an earlier
 * fiscal year than the report's are in its retained earnings already.
 */
export type EarlierShare = { readonly share: Decimal; readonly lines: ReadonlyMap<string, Decimal> };

/** A company of the group with its translated trial balance: debits above zero; it sums to zero. */
export type GroupMember = {
  readonly subsidiaryId: string;
  readonly isParent: boolean;
  /** Its books hold eliminations posted by hand, which appear in the eliminations column rather than in their own. */
  readonly isElimination: boolean;
  /** The share that belongs to the owners of the parent, 0 to 1 (`groupShare`). */
  readonly share: Decimal;
  readonly lines: ReadonlyMap<string, Decimal>;
  /** Where the share changed: the company before each change, the oldest first. */
  readonly earlier?: readonly EarlierShare[];
};

/** Lines that consolidation adds to those of the trial balances. */
export const YEAR_EARNINGS = 'YEAR_EARNINGS';
export const NON_CONTROLLING = 'NON_CONTROLLING';
export const OWNERSHIP_CHANGES = 'OWNERSHIP_CHANGES';
export const INTERCOMPANY_DIFFERENCE = 'INTERCOMPANY_DIFFERENCE';
export const INTERCOMPANY_RESULT_DIFFERENCE = 'INTERCOMPANY_RESULT_DIFFERENCE';
export const INVESTMENT_DIFFERENCE = 'INVESTMENT_DIFFERENCE';

/** The two columns between the companies and the group, by line; debits above zero; each column of the balance sheet sums to zero. */
export type Adjustments = {
  readonly eliminations: ReadonlyMap<string, Decimal>;
  readonly nonControlling: ReadonlyMap<string, Decimal>;
  /** The part of each company's result for the year that belongs to other owners; a profit is a credit, below zero. */
  readonly resultOfOthers: ReadonlyMap<string, Decimal>;
  /** The same part of each company's translation adjustment. */
  readonly adjustmentOfOthers: ReadonlyMap<string, Decimal>;
};

/**
 * What is eliminated from the sum of the companies, and how much of it belongs to owners other than the parent's
 * (ASC 810-10-45-1, 45-16; IFRS 10.B86, B94).
 *
 * Noncontrolling interest: for each company, (1 − share) of every line of its equity, of its earnings for the year and of
 * its translation adjustment. Where the share changed, what a line moved before the change is divided by the share until then, so
 * that income belongs to whoever owned it when it was earned; the interest itself is the present share of the net assets, and the
 * difference is a transaction with the other owners, in equity on its own line (810-10-45-23; IFRS 10.23, B96). Then every account marked for elimination is brought to zero; for equity marked INVESTMENT,
 * only the parent's share. What remains between the two sides of an elimination is shown on its own line and never spread
 * over others: intercompany balances that disagree, intercompany charges that disagree (including through their rates),
 * and investments less the capital they are eliminated against (goodwill, or a purchase not yet accounted for).
 * Investments held by a partly owned company are eliminated against noncontrolling interest in the same proportion.
 */
export function adjust(
  members: readonly GroupMember[],
  accounts: ReadonlyMap<string, ConsolidatedAccount>,
  currency: string,
): Adjustments {
  const eliminations = new Map<string, Decimal>();
  const nonControlling = new Map<string, Decimal>();
  const resultOfOthers = new Map<string, Decimal>();
  const adjustmentOfOthers = new Map<string, Decimal>();

  for (const member of members) {
    if (member.isElimination) for (const [line, amount] of member.lines) add(eliminations, line, amount);
    const others = othersShare(member);
    const earlier = member.isParent || member.isElimination ? [] : (member.earlier ?? []);
    if (others.isZero() && earlier.length === 0) continue;
    const equity = equityOf(member, earlier, accounts);
    const exact = [...equity.values()].map(({ attributed }) => attributed.negated());
    const interest = sum([...equity.values()].map(({ amount }) => amount)).times(others);
    const rounded = roundToZeroSum([...exact, interest, sum([...exact, interest]).negated()], currency);
    for (const [index, line] of [...equity.keys()].entries()) {
      const amount = rounded[index] ?? ZERO;
      add(nonControlling, line, amount);
      if (line === YEAR_EARNINGS) resultOfOthers.set(member.subsidiaryId, amount.negated());
      if (line === TRANSLATION_ADJUSTMENT) adjustmentOfOthers.set(member.subsidiaryId, amount.negated());
    }
    add(nonControlling, NON_CONTROLLING, rounded.at(-2) ?? ZERO);
    add(nonControlling, OWNERSHIP_CHANGES, rounded.at(-1) ?? ZERO);
  }

  for (const account of accounts.values()) {
    if (account.elimination === null) continue;
    const { accountId, type } = account;
    const isInvestment = account.elimination === 'INVESTMENT';
    const concerned = members.filter((one) => !(isInvestment && type === 'EQUITY' && one.isParent));
    const held = (one: GroupMember) => one.lines.get(accountId) ?? ZERO;
    const taken = sum(concerned.map(held)).plus(nonControlling.get(accountId) ?? ZERO);
    const ofOthers =
      isInvestment && type === 'ASSET'
        ? sum(concerned.map((one) => held(one).times(othersShare(one))))
        : ZERO;
    const borne = roundTo(ofOthers, minorUnits(currency));
    add(eliminations, accountId, taken.negated());
    add(eliminations, NON_CONTROLLING, borne);
    add(eliminations, isInvestment ? INVESTMENT_DIFFERENCE : differenceOf(type), taken.minus(borne));
  }
  return { eliminations, nonControlling, resultOfOthers, adjustmentOfOthers };
}

/** The share of a company that belongs to owners other than the parent's. */
function othersShare(member: GroupMember): Decimal {
  return member.isParent || member.isElimination ? ZERO : ONE.minus(member.share);
}

/**
 * A company's equity by line, with the part of each line that belongs to other owners: what it moved under each share. Capital that
 * is eliminated against the parent's investment follows the present share, as the investment does.
 */
function equityOf(
  member: GroupMember,
  earlier: readonly EarlierShare[],
  accounts: ReadonlyMap<string, ConsolidatedAccount>,
): Map<string, { amount: Decimal; attributed: Decimal }> {
  const now = equityLines(member, accounts);
  const stands = earlier.map(({ share, lines }) => ({
    others: ONE.minus(share),
    equity: equityLines({ lines }, accounts),
  }));
  // A line that stood then and is gone has moved too.
  const lines = new Set([...now.keys(), ...stands.flatMap(({ equity }) => [...equity.keys()])]);
  return new Map(
    [...lines].map((line) => {
      const amount = now.get(line) ?? ZERO;
      if (accounts.get(line)?.elimination === 'INVESTMENT') {
        return [line, { amount, attributed: amount.times(othersShare(member)) }];
      }
      let before = ZERO;
      let attributed = ZERO;
      for (const { others, equity } of [...stands, { others: othersShare(member), equity: now }]) {
        const stood = equity.get(line) ?? ZERO;
        attributed = attributed.plus(stood.minus(before).times(others));
        before = stood;
      }
      return [line, { amount, attributed }];
    }),
  );
}

/** A company's equity by line, with its result for the year on one line. */
export function equityLines(
  member: Pick<GroupMember, 'lines'>,
  accounts: ReadonlyMap<string, ConsolidatedAccount>,
): Map<string, Decimal> {
  const equity = new Map<string, Decimal>();
  let earnings = ZERO;
  for (const [line, amount] of member.lines) {
    const type = accounts.get(line)?.type;
    if (type !== undefined && isProfitAndLoss(type)) earnings = earnings.plus(amount);
    else if (type === undefined || type === 'EQUITY') equity.set(line, amount);
  }
  equity.set(YEAR_EARNINGS, earnings);
  // Last, as on the balance sheet.
  const adjustment = equity.get(TRANSLATION_ADJUSTMENT) ?? ZERO;
  equity.delete(TRANSLATION_ADJUSTMENT);
  return equity.set(TRANSLATION_ADJUSTMENT, adjustment);
}

const differenceOf = (type: AccountType) =>
  isProfitAndLoss(type) ? INTERCOMPANY_RESULT_DIFFERENCE : INTERCOMPANY_DIFFERENCE;

function add(column: Map<string, Decimal>, line: string, amount: Decimal): void {
  column.set(line, (column.get(line) ?? ZERO).plus(amount));
}
