import { ACCOUNT_TYPE_FACTS, type AccountType, RESULT_TYPES } from '../ledger/accounts';
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
  /** From the start of the fiscal year, or of the range asked for, to the report date. */
  incomeStatement: { sections: ConsolidatedSection[]; results: ConsolidatedRow[] };
};

/** Amounts of a line; debits above zero. */
type Amounts = {
  readonly subsidiaries: readonly Decimal[];
  readonly eliminations: Decimal;
  readonly nonControlling: Decimal;
};

const SHEET = ['ASSET', 'LIABILITY', 'EQUITY'] as const;

/** Lines that are not accounts: their section and their name. */
const OWN_LINES: readonly (readonly [line: string, type: (typeof SHEET)[number], name: string])[] = [
  [INTERCOMPANY_DIFFERENCE, 'ASSET', 'Intercompany difference'],
  [INVESTMENT_DIFFERENCE, 'ASSET', 'Investments less capital eliminated'],
  [EARLIER_EARNINGS, 'EQUITY', 'Prior-year earnings'],
  [YEAR_EARNINGS, 'EQUITY', 'Year-to-date earnings'],
  [TRANSLATION_ADJUSTMENT, 'EQUITY', 'Translation adjustment (other comprehensive income)'],
  [OWNERSHIP_CHANGES, 'EQUITY', 'Changes in ownership of subsidiaries'],
  [NON_CONTROLLING, 'EQUITY', 'Noncontrolling interest'],
];

/** What the income statement covers, where that is not the fiscal year to date, and what it begins with. */
export type StatementRange = {
  /** The companies with only the results of the range as results; earlier ones are in their earnings of earlier years. */
  readonly range?: readonly GroupMember[];
  /** The companies the day before the range, in the order of the members: the translation adjustment then. */
  readonly opening?: readonly GroupMember[];
};

/**
 * The group's balance sheet and income statement (accounting.md 3): a column for every company except elimination
 * companies, one for eliminations, one for what belongs to other owners, and the group as their sum. Every amount is at
 * the currency's minor unit, and every column balances because the companies' trial balances do. With the opening, net income is
 * followed by what the translation adjustment moved within the range (other comprehensive income, 220-10-45-1C; IAS 1.81A).
 */
export function consolidate(
  members: readonly GroupMember[],
  accounts: readonly ConsolidatedAccount[],
  currencyCode: string,
  { range, opening }: StatementRange = {},
): ConsolidatedStatements {
  const now = groupAmounts(members, accounts, currencyCode);
  const income = range === undefined ? now : groupAmounts(range, accounts, currencyCode);
  const sheet = SHEET.map((type) => sectionOf(type, accounts, now.amountsOf, currencyCode));
  const results = RESULT_TYPES.map((type) => sectionOf(type, accounts, income.amountsOf, currencyCode));
  const began = opening === undefined ? null : groupAmounts(opening, accounts, currencyCode);
  const difference = toAmountString(sum(sheet.map((one) => addedUp(one.amounts))), currencyCode);
  return {
    balanceSheet: { sections: sheet.map(withoutAmounts), difference },
    incomeStatement: {
      sections: results.map(withoutAmounts),
      results: resultRows(
        results,
        {
          difference: income.amountsOf(INTERCOMPANY_RESULT_DIFFERENCE),
          others: income.others,
          translation: began === null ? null : moved(now.translation, began.translation),
          othersTranslation: moved(now.othersTranslation, began?.othersTranslation ?? now.othersTranslation),
        },
        currencyCode,
      ),
    },
  };
}

/** Every line's amounts by column, and the part of each company's result that belongs to other owners. */
function groupAmounts(
  members: readonly GroupMember[],
  accounts: readonly ConsolidatedAccount[],
  currencyCode: string,
): {
  readonly amountsOf: (line: string) => Amounts;
  readonly others: Amounts;
  /** The translation adjustment before it is divided among owners, and what belongs to others of it. */
  readonly translation: Amounts;
  readonly othersTranslation: Amounts;
} {
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  const columns = members.filter((member) => !member.isElimination);
  const { eliminations, nonControlling, resultOfOthers, adjustmentOfOthers } = adjust(
    members,
    byId,
    currencyCode,
  );
  const ofOthers = (part: ReadonlyMap<string, Decimal>): Amounts => ({
    subsidiaries: columns.map((member) => part.get(member.subsidiaryId) ?? ZERO),
    eliminations: ZERO,
    nonControlling: ZERO,
  });
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
    others: ofOthers(resultOfOthers),
    translation: {
      subsidiaries: columns.map((member) => member.lines.get(TRANSLATION_ADJUSTMENT) ?? ZERO),
      eliminations: eliminations.get(TRANSLATION_ADJUSTMENT) ?? ZERO,
      nonControlling: ZERO,
    },
    othersTranslation: ofOthers(adjustmentOfOthers),
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
  {
    difference,
    others,
    translation,
    othersTranslation,
  }: {
    readonly difference: Amounts;
    readonly others: Amounts;
    /** What the translation adjustment moved; null where it is not known with what it began. */
    readonly translation: Amounts | null;
    readonly othersTranslation: Amounts;
  },
  currencyCode: string,
): ConsolidatedRow[] {
  const add = (...all: Amounts[]) => addUp(all, others.subsidiaries.length);
  const upTo = (...types: readonly AccountType[]) =>
    add(...sections.filter((one) => types.includes(one.type)).map((one) => one.amounts));
  const net = add(upTo(...RESULT_TYPES), difference);
  const isShared = !isNothing(others);
  const comprehensive = add(net, ...(translation === null ? [] : [translation]));
  const comprehensiveOfOthers = add(others, othersTranslation);
  const isTranslated = translation !== null && !isNothing(translation);
  const isSharedOut = isTranslated && !isNothing(comprehensiveOfOthers);
  const rows: readonly (readonly [line: string, name: string, Amounts, isShown: boolean])[] = [
    ['GROSS_PROFIT', 'Gross profit', upTo('REVENUE', 'COST_OF_SALES'), true],
    ['OPERATING_INCOME', 'Operating income', upTo('REVENUE', 'COST_OF_SALES', 'EXPENSE'), true],
    [INTERCOMPANY_RESULT_DIFFERENCE, 'Intercompany difference', difference, !isNothing(difference)],
    ['NET_INCOME', 'Net income', net, true],
    [NON_CONTROLLING, 'Attributable to noncontrolling interest', others, isShared],
    ['OWNERS', 'Attributable to owners of the parent', add(net, negated(others)), isShared],
    ['TRANSLATION_MOVEMENT', 'Translation adjustment', translation ?? net, isTranslated],
    ['COMPREHENSIVE_INCOME', 'Comprehensive income', comprehensive, isTranslated],
    ['COMPREHENSIVE_OTHERS', 'Attributable to noncontrolling interest', comprehensiveOfOthers, isSharedOut],
    [
      'COMPREHENSIVE_OWNERS',
      'Attributable to owners of the parent',
      add(comprehensive, negated(comprehensiveOfOthers)),
      isSharedOut,
    ],
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

const moved = (now: Amounts, then: Amounts): Amounts => ({
  subsidiaries: now.subsidiaries.map((one, index) => one.minus(then.subsidiaries[index] ?? ZERO)),
  eliminations: now.eliminations.minus(then.eliminations),
  nonControlling: now.nonControlling.minus(then.nonControlling),
});

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
