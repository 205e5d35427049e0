import { ACCOUNT_TYPE_FACTS, type AccountType } from '../ledger/accounts';
import { toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, sum, ZERO } from '../money/decimal';
import {
  adjust,
  type ConsolidatedAccount,
  equityLines,
  type GroupMember,
  INTERCOMPANY_DIFFERENCE,
  INTERCOMPANY_RESULT_DIFFERENCE,
  INVESTMENT_DIFFERENCE,
  NON_CONTROLLING,
  YEAR_EARNINGS,
} from './eliminations';
import { EARLIER_EARNINGS, TRANSLATION_ADJUSTMENT } from './translation';

/** One line's amounts: a company each, in the order of the columns, then what makes the group of them. */
export type Figures = {
  subsidiaries: DecimalString[];
  eliminations: DecimalString;
  nonControlling: DecimalString;
  consolidated: DecimalString;
};

export type ConsolidatedRow = {
  /** The account's id, or the name of a line that is no account. */
  line: string;
  accountId: string | null;
  code: string;
  name: string;
  figures: Figures;
};

export type ConsolidatedSection = {
  type: AccountType;
  title: string;
  rows: ConsolidatedRow[];
  total: Figures;
};

export type ConsolidatedStatements = {
  balanceSheet: {
    sections: ConsolidatedSection[];
    /** Assets less liabilities and equity of the group: zero. */
    difference: DecimalString;
  };
  /** Of the fiscal year up to the day. */
  incomeStatement: { sections: ConsolidatedSection[]; results: ConsolidatedRow[] };
};

/** Amounts of a line, debits above zero. */
type Amounts = {
  readonly subsidiaries: readonly Decimal[];
  readonly eliminations: Decimal;
  readonly nonControlling: Decimal;
};

const SHEET = ['ASSET', 'LIABILITY', 'EQUITY'] as const;
const RESULT = ['REVENUE', 'COST_OF_SALES', 'EXPENSE', 'OTHER_INCOME', 'OTHER_EXPENSE'] as const;

/** Lines that are no account: where they stand, and what they are called. */
const OWN_LINES: readonly (readonly [line: string, type: (typeof SHEET)[number], name: string])[] = [
  [INTERCOMPANY_DIFFERENCE, 'ASSET', 'Intercompany difference'],
  [INVESTMENT_DIFFERENCE, 'ASSET', 'Investments less capital eliminated'],
  [EARLIER_EARNINGS, 'EQUITY', 'Earnings of earlier years'],
  [YEAR_EARNINGS, 'EQUITY', 'Earnings of the year to date'],
  [TRANSLATION_ADJUSTMENT, 'EQUITY', 'Translation adjustment (other comprehensive income)'],
  [NON_CONTROLLING, 'EQUITY', 'Non-controlling interest'],
];

/**
 * The group's balance sheet and income statement (accounting.md 3): a column for every company but those that only
 * eliminate, one for eliminations, one for what belongs to others, and the group as their sum. Every amount is at the
 * currency's minor unit and every column balances, because the companies' trial balances do.
 */
export function consolidate(
  members: readonly GroupMember[],
  accounts: readonly ConsolidatedAccount[],
  currencyCode: string,
): ConsolidatedStatements {
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  const columns = members.filter((member) => !member.isElimination);
  const { eliminations, nonControlling, resultOfOthers } = adjust(members, byId, currencyCode);
  const equity = new Map(members.map((member) => [member.subsidiaryId, equityLines(member, byId)]));
  const eliminatedEarnings = sum(
    members
      .filter((member) => member.isElimination)
      .map((member) => equity.get(member.subsidiaryId)?.get(YEAR_EARNINGS) ?? ZERO),
  );

  const amountsOf = (line: string): Amounts => ({
    subsidiaries: columns.map(
      (member) =>
        (line === YEAR_EARNINGS ? equity.get(member.subsidiaryId) : member.lines)?.get(line) ?? ZERO,
    ),
    eliminations: line === YEAR_EARNINGS ? eliminatedEarnings : (eliminations.get(line) ?? ZERO),
    nonControlling: nonControlling.get(line) ?? ZERO,
  });
  const row = (
    line: string,
    code: string,
    name: string,
    amounts: Amounts,
    sign: 1 | -1,
  ): ConsolidatedRow => ({
    line,
    accountId: byId.get(line)?.accountId ?? null,
    code,
    name,
    figures: figuresOf(amounts, sign, currencyCode),
  });
  const section = (type: AccountType): ConsolidatedSection & { amounts: Amounts } => {
    const sign = ACCOUNT_TYPE_FACTS[type].normalSide === 'DEBIT' ? 1 : -1;
    const own = accounts
      .filter((account) => account.type === type)
      .map(({ accountId, code, name }) => ({ line: accountId, code, name, amounts: amountsOf(accountId) }));
    const added = OWN_LINES.filter((one) => one[1] === type).map(([line, , name]) => ({
      line,
      code: '',
      name,
      amounts: amountsOf(line),
    }));
    const rows = [...own, ...added].filter(({ amounts }) => !isNothing(amounts));
    const amounts = addUp(
      rows.map((one) => one.amounts),
      columns.length,
    );
    return {
      type,
      title: ACCOUNT_TYPE_FACTS[type].section,
      rows: rows.map((one) => row(one.line, one.code, one.name, one.amounts, sign)),
      total: figuresOf(amounts, sign, currencyCode),
      amounts,
    };
  };

  const sheet = SHEET.map(section);
  const results = RESULT.map(section);
  const upTo = (...types: AccountType[]) =>
    addUp(
      results.filter((one) => types.includes(one.type)).map((one) => one.amounts),
      columns.length,
    );
  const difference = amountsOf(INTERCOMPANY_RESULT_DIFFERENCE);
  const net = addUp([upTo(...RESULT), difference], columns.length);
  const others: Amounts = {
    subsidiaries: columns.map((member) => resultOfOthers.get(member.subsidiaryId) ?? ZERO),
    eliminations: ZERO,
    nonControlling: ZERO,
  };
  const owners = addUp([net, negated(others)], columns.length);
  const named: readonly (readonly [string, string, Amounts, isAlways: boolean])[] = [
    ['GROSS_PROFIT', 'Gross profit', upTo('REVENUE', 'COST_OF_SALES'), true],
    ['OPERATING_INCOME', 'Operating income', upTo('REVENUE', 'COST_OF_SALES', 'EXPENSE'), true],
    [INTERCOMPANY_RESULT_DIFFERENCE, 'Intercompany difference', difference, false],
    ['NET_INCOME', 'Net income', net, true],
    [NON_CONTROLLING, 'Of which non-controlling interest', others, false],
    ['OWNERS', 'Of which owners of the parent', owners, !isNothing(others)],
  ];
  const total = sheet.map((one) => addedUp(one.amounts));
  return {
    balanceSheet: {
      sections: sheet.map(withoutAmounts),
      difference: toAmountString(sum(total), currencyCode),
    },
    incomeStatement: {
      sections: results.map(withoutAmounts),
      results: named
        .filter(([, , amounts, isAlways]) => isAlways || !isNothing(amounts))
        .map(([line, name, amounts]) => row(line, '', name, amounts, -1)),
    },
  };
}

function withoutAmounts({
  amounts: _,
  ...section
}: ConsolidatedSection & { amounts: Amounts }): ConsolidatedSection {
  return section;
}

const addedUp = (amounts: Amounts): Decimal =>
  sum([...amounts.subsidiaries, amounts.eliminations, amounts.nonControlling]);

/** A line that holds nothing anywhere is not shown; one that is eliminated is. */
const isNothing = (amounts: Amounts): boolean =>
  [...amounts.subsidiaries, amounts.eliminations, amounts.nonControlling].every((one) => one.isZero());

function addUp(all: readonly Amounts[], width: number): Amounts {
  return {
    subsidiaries: Array.from({ length: width }, (_, index) =>
      sum(all.map((one) => one.subsidiaries[index] ?? ZERO)),
    ),
    eliminations: sum(all.map((one) => one.eliminations)),
    nonControlling: sum(all.map((one) => one.nonControlling)),
  };
}

const negated = (amounts: Amounts): Amounts => ({
  subsidiaries: amounts.subsidiaries.map((one) => one.negated()),
  eliminations: amounts.eliminations.negated(),
  nonControlling: amounts.nonControlling.negated(),
});

function figuresOf(amounts: Amounts, sign: 1 | -1, currencyCode: string): Figures {
  const text = (value: Decimal) => toAmountString(sign === 1 ? value : value.negated(), currencyCode);
  return {
    subsidiaries: amounts.subsidiaries.map(text),
    eliminations: text(amounts.eliminations),
    nonControlling: text(amounts.nonControlling),
    consolidated: text(addedUp(amounts)),
  };
}
