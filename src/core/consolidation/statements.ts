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
  OWNERSHIP_CHANGES,
  YEAR_EARNINGS,
} from './eliminations';
import { EARLIER_EARNINGS, TRANSLATION_ADJUSTMENT } from './translation';

/** One line's amounts: one per company in the order of the columns, then eliminations, other owners and the group. */
export type Figures = {
  subsidiaries: DecimalString[];
  eliminations: DecimalString;
  nonControlling: DecimalString;
  consolidated: DecimalString;
};

export type ConsolidatedRow = {
  /** The account's id, or the name of a line that is not an account. */
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
    /** The group's assets less liabilities and equity: always zero. */
    difference: DecimalString;
  };
  /** From the start of the fiscal year to the report date. */
  incomeStatement: { sections: ConsolidatedSection[]; results: ConsolidatedRow[] };
};

/** Amounts of a line; debits above zero. */
type Amounts = {
  readonly subsidiaries: readonly Decimal[];
  readonly eliminations: Decimal;
  readonly nonControlling: Decimal;
};

const SHEET = ['ASSET', 'LIABILITY', 'EQUITY'] as const;
const RESULT = ['REVENUE', 'COST_OF_SALES', 'EXPENSE', 'OTHER_INCOME', 'OTHER_EXPENSE'] as const;

/** Lines that are not accounts: their section and their name. */
const OWN_LINES: readonly (readonly [line: string, type: (typeof SHEET)[number], name: string])[] = [
  [INTERCOMPANY_DIFFERENCE, 'ASSET', 'Intercompany difference'],
  [INVESTMENT_DIFFERENCE, 'ASSET', 'Investments less capital eliminated'],
  [EARLIER_EARNINGS, 'EQUITY', 'Prior-year earnings'],
  [YEAR_EARNINGS, 'EQUITY', 'Year-to-date earnings'],
  [TRANSLATION_ADJUSTMENT, 'EQUITY', 'Translation adjustment (other comprehensive income)'],
  [OWNERSHIP_CHANGES, 'EQUITY', 'Changes in ownership of subsidiaries'],
  [NON_CONTROLLING, 'EQUITY', 'Non-controlling interest'],
];

/**
 * The group's balance sheet and income statement (accounting.md 3): a column for every company except elimination
 * companies, one for eliminations, one for what belongs to other owners, and the group as their sum. Every amount is at
 * the currency's minor unit, and every column balances because the companies' trial balances do.
 */
export function consolidate(
  members: readonly GroupMember[],
  accounts: readonly ConsolidatedAccount[],
  currencyCode: string,
): ConsolidatedStatements {
  const { amountsOf, others } = groupAmounts(members, accounts, currencyCode);
  const sheet = SHEET.map((type) => sectionOf(type, accounts, amountsOf, currencyCode));
  const results = RESULT.map((type) => sectionOf(type, accounts, amountsOf, currencyCode));
  const difference = toAmountString(sum(sheet.map((one) => addedUp(one.amounts))), currencyCode);
  return {
    balanceSheet: { sections: sheet.map(withoutAmounts), difference },
    incomeStatement: {
      sections: results.map(withoutAmounts),
      results: resultRows(results, amountsOf(INTERCOMPANY_RESULT_DIFFERENCE), others, currencyCode),
    },
  };
}

/** Every line's amounts by column, and the part of each company's result that belongs to other owners. */
function groupAmounts(
  members: readonly GroupMember[],
  accounts: readonly ConsolidatedAccount[],
  currencyCode: string,
): { readonly amountsOf: (line: string) => Amounts; readonly others: Amounts } {
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  const columns = members.filter((member) => !member.isElimination);
  const { eliminations, nonControlling, resultOfOthers } = adjust(members, byId, currencyCode);
  const earnings = (member: GroupMember) => equityLines(member, byId).get(YEAR_EARNINGS) ?? ZERO;
  // Entries posted by hand in an elimination company. Accounts marked for elimination do not affect the result for the year.
  const eliminated = sum(members.filter((member) => member.isElimination).map(earnings));
  return {
    amountsOf: (line) => ({
      subsidiaries: columns.map((member) =>
        line === YEAR_EARNINGS ? earnings(member) : (member.lines.get(line) ?? ZERO),
      ),
      eliminations: line === YEAR_EARNINGS ? eliminated : (eliminations.get(line) ?? ZERO),
      nonControlling: nonControlling.get(line) ?? ZERO,
    }),
    others: {
      subsidiaries: columns.map((member) => resultOfOthers.get(member.subsidiaryId) ?? ZERO),
      eliminations: ZERO,
      nonControlling: ZERO,
    },
  };
}

type CountedSection = ConsolidatedSection & { readonly amounts: Amounts };

function sectionOf(
  type: AccountType,
  accounts: readonly ConsolidatedAccount[],
  amountsOf: (line: string) => Amounts,
  currencyCode: string,
): CountedSection {
  const sign = ACCOUNT_TYPE_FACTS[type].normalSide === 'DEBIT' ? 1 : -1;
  const own = accounts
    .filter((account) => account.type === type)
    .map(({ accountId, code, name }) => ({ line: accountId, accountId, code, name }));
  const added = OWN_LINES.filter((one) => one[1] === type).map(([line, , name]) => ({
    line,
    accountId: null,
    code: '',
    name,
  }));
  const rows = [...own, ...added]
    .map((one) => ({ ...one, amounts: amountsOf(one.line) }))
    .filter(({ amounts }) => !isNothing(amounts));
  const amounts = addUp(
    rows.map((one) => one.amounts),
    amountsOf(YEAR_EARNINGS).subsidiaries.length,
  );
  return {
    type,
    title: ACCOUNT_TYPE_FACTS[type].section,
    rows: rows.map(({ amounts: own, ...row }) => ({ ...row, figures: figuresOf(own, sign, currencyCode) })),
    total: figuresOf(amounts, sign, currencyCode),
    amounts,
  };
}

/** Subtotals of the sections, and how the result is attributed. */
function resultRows(
  sections: readonly CountedSection[],
  difference: Amounts,
  others: Amounts,
  currencyCode: string,
): ConsolidatedRow[] {
  const add = (...all: Amounts[]) => addUp(all, others.subsidiaries.length);
  const upTo = (...types: readonly AccountType[]) =>
    add(...sections.filter((one) => types.includes(one.type)).map((one) => one.amounts));
  const net = add(upTo(...RESULT), difference);
  const isShared = !isNothing(others);
  const rows: readonly (readonly [line: string, name: string, Amounts, isShown: boolean])[] = [
    ['GROSS_PROFIT', 'Gross profit', upTo('REVENUE', 'COST_OF_SALES'), true],
    ['OPERATING_INCOME', 'Operating income', upTo('REVENUE', 'COST_OF_SALES', 'EXPENSE'), true],
    [INTERCOMPANY_RESULT_DIFFERENCE, 'Intercompany difference', difference, !isNothing(difference)],
    ['NET_INCOME', 'Net income', net, true],
    [NON_CONTROLLING, 'Of which non-controlling interest', others, isShared],
    ['OWNERS', 'Of which owners of the parent', add(net, negated(others)), isShared],
  ];
  return rows
    .filter(([, , , isShown]) => isShown)
    .map(([line, name, amounts]) => ({
      line,
      accountId: null,
      code: '',
      name,
      figures: figuresOf(amounts, -1, currencyCode),
    }));
}

function withoutAmounts({ amounts: _, ...section }: CountedSection): ConsolidatedSection {
  return section;
}

const addedUp = (amounts: Amounts): Decimal =>
  sum([...amounts.subsidiaries, amounts.eliminations, amounts.nonControlling]);

/** A line that is zero in every column is not shown; one that is eliminated to zero is. */
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
