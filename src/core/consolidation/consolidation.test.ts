import { describe, expect, test } from 'vitest';
import { dec } from '../money/decimal';
import type { ConsolidatedAccount, GroupMember } from './eliminations';
import { groupShare, ownershipProblem } from './ownership';
import { type ConsolidatedSection, consolidate } from './statements';
import { type SubsidiaryBooks, translate } from './translation';
import { averageRate, closingRate, type FiledRate, historicalRate } from './translation-rates';
import { roundToZeroSum } from './zero-sum';

const account = (
  code: string,
  name: string,
  type: ConsolidatedAccount['type'],
  elimination: ConsolidatedAccount['elimination'] = null,
): ConsolidatedAccount => ({ accountId: code, code, name, type, elimination });

const CHART = [
  account('1110', 'Bank', 'ASSET'),
  account('1610', 'Owed by the group', 'ASSET', 'INTERCOMPANY'),
  account('1630', 'Shares in subsidiaries', 'ASSET', 'INVESTMENT'),
  account('2510', 'Owed to the group', 'LIABILITY', 'INTERCOMPANY'),
  account('3100', 'Share capital', 'EQUITY', 'INVESTMENT'),
  account('3300', 'Retained earnings', 'EQUITY'),
  account('4100', 'Revenue', 'REVENUE'),
  account('7800', 'Group services income', 'OTHER_INCOME', 'INTERCOMPANY'),
  account('8800', 'Group services charged', 'OTHER_EXPENSE', 'INTERCOMPANY'),
];

const month = (text: string, lastDay: string) => ({ firstDay: `${text}-01`, lastDay: `${text}-${lastDay}` });
const euro = (kind: FiledRate['kind'], date: string, rate: string): FiledRate => ({
  kind,
  from: 'EUR',
  to: 'USD',
  date,
  rate,
});

const RATES = [
  euro('SPOT', '2025-01-01', '1.10'),
  euro('AVERAGE', '2025-06-30', '1.12'),
  euro('SPOT', '2026-02-01', '1.15'),
  euro('SPOT', '2026-02-15', '1.17'),
  euro('AVERAGE', '2026-03-31', '1.18'),
  euro('CLOSING', '2026-03-31', '1.20'),
];

/** Founded with 1,000 euros, 80% paid by the parent; earned 200 last year and 100 this year; owes the parent 40. */
const BERLIN: SubsidiaryBooks = {
  subsidiaryId: 'berlin',
  baseCurrency: 'EUR',
  closing: month('2026-03', '31'),
  balances: [
    { accountId: '1110', net: '1300' },
    { accountId: '2510', net: '-40' },
  ],
  equity: [{ accountId: '3100', net: '-1000', day: '2025-01-10' }],
  results: [
    { accountId: '4100', net: '-200', period: month('2025-06', '30'), isEarlierYear: true },
    { accountId: '4100', net: '-100', period: month('2026-02', '28'), isEarlierYear: false },
    { accountId: '8800', net: '40', period: month('2026-03', '31'), isEarlierYear: false },
  ],
};
const PARENT: SubsidiaryBooks = {
  subsidiaryId: 'parent',
  baseCurrency: 'USD',
  closing: month('2026-03', '31'),
  balances: [
    { accountId: '1110', net: '620' },
    { accountId: '1610', net: '47' },
    { accountId: '1630', net: '880' },
  ],
  equity: [{ accountId: '3100', net: '-1500', day: '2025-01-05' }],
  results: [{ accountId: '7800', net: '-47', period: month('2026-03', '31'), isEarlierYear: false }],
};
const INTO = { currencyCode: 'USD', retainedEarningsAccountId: '3300' };

function translated(books: SubsidiaryBooks) {
  const outcome = translate(books, INTO, RATES);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}
const member = (books: SubsidiaryBooks, more: Partial<GroupMember> = {}): GroupMember => ({
  subsidiaryId: books.subsidiaryId,
  isParent: false,
  isElimination: false,
  share: dec('1'),
  lines: translated(books).lines,
  ...more,
});
const EMPTY = { isParent: false, isElimination: false, share: dec('1'), lines: new Map() } as const;
const shown = (sections: readonly ConsolidatedSection[]) =>
  sections.flatMap((section) => [
    ...section.rows.map(({ code, name, figures }) => [
      code || name,
      ...figures.subsidiaries,
      figures.eliminations,
      figures.nonControlling,
      figures.consolidated,
    ]),
    [`Total ${section.title}`, section.total.consolidated],
  ]);

describe('a share that changed', () => {
  test('divides every line by what it moved under each share; the interest is the present share of the net assets', () => {
    // Net assets of 1,000 at 80%: capital 400, earlier years 500, this year 100. Then 60%, and another 50 this year.
    const books = (earned: string, cash: string) =>
      new Map([
        ['1110', dec(cash)],
        ['3100', dec('-400')],
        ['3300', dec('-500')],
        ['4100', dec(earned)],
      ]);
    const parent: GroupMember = { ...EMPTY, subsidiaryId: 'parent', isParent: true };
    const now: GroupMember = {
      ...EMPTY,
      subsidiaryId: 'berlin',
      share: dec('0.6'),
      lines: books('-150', '1050'),
      earlier: [{ share: dec('0.8'), lines: books('-100', '1000') }],
    };
    const { balanceSheet, incomeStatement } = consolidate([parent, now], CHART, 'USD');
    const equity = balanceSheet.sections.find(({ type }) => type === 'EQUITY')?.rows ?? [];
    expect(equity.map(({ line, figures }) => [line, figures.nonControlling])).toEqual([
      // Eliminated against the investment, of which the parent sold a quarter.
      ['3100', '-160.00'],
      ['3300', '-100.00'],
      // 20% of 100 and 40% of 50.
      ['YEAR_EARNINGS', '-40.00'],
      ['OWNERSHIP_CHANGES', '-120.00'],
      // 40% of 1,050.
      ['NON_CONTROLLING', '420.00'],
    ]);
    expect(balanceSheet.difference).toBe('0.00');
    const ofOthers = incomeStatement.results.find(({ line }) => line === 'NON_CONTROLLING');
    expect(ofOthers?.figures.consolidated).toBe('40.00');
  });

  test('back to all of it leaves others what was earned until then, and no interest', () => {
    const books = (earned: string) =>
      new Map([
        ['1110', dec(earned).negated()],
        ['4100', dec(earned)],
      ]);
    const berlin: GroupMember = {
      ...EMPTY,
      subsidiaryId: 'berlin',
      lines: books('-150'),
      earlier: [{ share: dec('0.8'), lines: books('-100') }],
    };
    const { balanceSheet } = consolidate([berlin], CHART, 'USD');
    const equity = balanceSheet.sections.find(({ type }) => type === 'EQUITY')?.rows ?? [];
    expect(equity.map(({ line, figures }) => [line, figures.consolidated])).toEqual([
      ['YEAR_EARNINGS', '130.00'],
      ['OWNERSHIP_CHANGES', '20.00'],
    ]);
  });
});

describe('a worked example, checked by hand', () => {
  test('each kind of figure is translated at its rate: closing, average or historical; the adjustment is the difference', () => {
    const { lines, rates } = translated(BERLIN);
    // February has no average on file: the mean of its two spot rates, 1.16.
    expect([...lines].map(([line, amount]) => [line, amount.toFixed(2)])).toEqual([
      ['1110', '1560.00'],
      ['2510', '-48.00'],
      ['3100', '-1100.00'],
      ['3300', '-224.00'],
      ['4100', '-116.00'],
      ['8800', '47.20'],
      // 1,512.00 of net assets less 1,100.00 + 224.00 + 116.00 - 47.20.
      ['TRANSLATION_ADJUSTMENT', '-119.20'],
    ]);
    expect(rates.map(({ use, basis, rate, rateDate }) => [use, basis, rate, rateDate])).toEqual([
      ['CLOSING', 'CLOSING', '1.20', '2026-03-31'],
      ['HISTORICAL', 'SPOT', '1.10', '2025-01-01'],
      ['AVERAGE', 'AVERAGE', '1.12', '2025-06-30'],
      ['AVERAGE', 'MEAN_OF_SPOT', '1.16', '2026-02-15'],
      ['AVERAGE', 'AVERAGE', '1.18', '2026-03-31'],
    ]);
  });

  test('the group: intercompany eliminated, capital against investment, a fifth of Berlin to its other owners', () => {
    const statements = consolidate(
      [member(PARENT, { isParent: true }), member(BERLIN, { share: dec('0.8') })],
      CHART,
      'USD',
    );
    expect(shown(statements.balanceSheet.sections)).toEqual([
      ['1110', '620.00', '1560.00', '0.00', '0.00', '2180.00'],
      ['1610', '47.00', '0.00', '-47.00', '0.00', '0.00'],
      ['1630', '880.00', '0.00', '-880.00', '0.00', '0.00'],
      // The parent's books show 47 owed, Berlin's 48: the difference is shown, not hidden.
      ['Intercompany difference', '0.00', '0.00', '-1.00', '0.00', '-1.00'],
      ['Total Assets', '2179.00'],
      ['2510', '0.00', '48.00', '-48.00', '0.00', '0.00'],
      ['Total Liabilities', '0.00'],
      ['3100', '1500.00', '1100.00', '-880.00', '-220.00', '1500.00'],
      ['3300', '0.00', '224.00', '0.00', '-44.80', '179.20'],
      ['Year-to-date earnings', '47.00', '68.80', '0.00', '-13.76', '102.04'],
      ['Translation adjustment (other comprehensive income)', '0.00', '119.20', '0.00', '-23.84', '95.36'],
      // A fifth of net assets of 1,512.00.
      ['Noncontrolling interest', '0.00', '0.00', '0.00', '302.40', '302.40'],
      ['Total Equity', '2179.00'],
    ]);
    expect(statements.balanceSheet.difference).toBe('0.00');
    const results = statements.incomeStatement.results.map(({ name, figures }) => [
      name,
      ...figures.subsidiaries,
      figures.eliminations,
      figures.consolidated,
    ]);
    expect(results).toEqual([
      ['Gross profit', '0.00', '116.00', '0.00', '116.00'],
      ['Operating income', '0.00', '116.00', '0.00', '116.00'],
      ['Intercompany difference', '0.00', '0.00', '-0.20', '-0.20'],
      ['Net income', '47.00', '68.80', '0.00', '115.80'],
      ['Attributable to noncontrolling interest', '0.00', '13.76', '0.00', '13.76'],
      ['Attributable to owners of the parent', '47.00', '55.04', '0.00', '102.04'],
    ]);
  });

  test('entries posted in an elimination company appear in the eliminations column and clear the difference', () => {
    const books: SubsidiaryBooks = {
      subsidiaryId: 'eliminations',
      baseCurrency: 'USD',
      closing: month('2026-03', '31'),
      balances: [{ accountId: '1610', net: '1' }],
      equity: [{ accountId: '3300', net: '-1', day: '2026-03-31' }],
      results: [],
    };
    const statements = consolidate(
      [
        member(PARENT, { isParent: true }),
        member(BERLIN, { share: dec('0.8') }),
        member(books, { isElimination: true }),
      ],
      CHART,
      'USD',
    );
    const rows = shown(statements.balanceSheet.sections);
    expect(rows).not.toContainEqual(expect.arrayContaining(['Intercompany difference']));
    expect(rows).toContainEqual(['3300', '0.00', '224.00', '1.00', '-44.80', '180.20']);
    expect(statements.balanceSheet.difference).toBe('0.00');
  });

  test('investments held by a partly owned company are eliminated against its other owners as well', () => {
    // The parent owns 80% of a holding that owns 60% of a company: 48% of it belongs to the group.
    const holding: SubsidiaryBooks = {
      ...PARENT,
      subsidiaryId: 'holding',
      balances: [
        { accountId: '1110', net: '40' },
        { accountId: '1630', net: '60' },
      ],
      equity: [{ accountId: '3100', net: '-100', day: '2026-01-05' }],
      results: [],
    };
    const company: SubsidiaryBooks = {
      ...holding,
      subsidiaryId: 'company',
      balances: [{ accountId: '1110', net: '100' }],
    };
    const top: SubsidiaryBooks = {
      ...holding,
      subsidiaryId: 'top',
      balances: [{ accountId: '1630', net: '80' }],
      equity: [{ accountId: '3100', net: '-80', day: '2026-01-05' }],
    };
    const { balanceSheet } = consolidate(
      [
        member(top, { isParent: true }),
        member(holding, { share: dec('0.8') }),
        member(company, { share: dec('0.48') }),
      ],
      CHART,
      'USD',
    );
    // 20% of the holding's own 40 and 52% of the company's 100. The parent's 80 is 80% of 40 plus 48% of 100.
    expect(shown(balanceSheet.sections)).toEqual([
      ['1110', '0.00', '40.00', '100.00', '0.00', '0.00', '140.00'],
      ['1630', '80.00', '60.00', '0.00', '-140.00', '0.00', '0.00'],
      ['Total Assets', '140.00'],
      ['Total Liabilities', '0.00'],
      ['3100', '80.00', '100.00', '100.00', '-128.00', '-72.00', '80.00'],
      ['Noncontrolling interest', '0.00', '0.00', '0.00', '-12.00', '72.00', '60.00'],
      ['Total Equity', '140.00'],
    ]);
  });
});

describe('rates', () => {
  const pair = { from: 'EUR', to: 'USD' };

  test('an average from outside the period is never used: the refusal names the pair and the period', () => {
    const outcome = averageRate(pair, month('2026-01', '31'), RATES);
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: 'RATE_MISSING', data: { from: 'EUR', to: 'USD', date: '2026-01-31' } },
    });
    if (!outcome.ok) expect(outcome.refusal.message).toContain('2026-01-01 to 2026-01-31');
    const books = { ...BERLIN, results: [] };
    const gone = { ...books, balances: [{ accountId: '1110', net: '1000' }] };
    expect(translate(gone, INTO, RATES.slice(1))).toMatchObject({
      ok: false,
      refusal: { code: 'RATE_MISSING', data: { date: '2025-01-10' } },
    });
  });

  test('the closing rate is the CLOSING rate of the period, else the latest spot rate; a later rate is never used', () => {
    expect(closingRate(pair, month('2026-03', '31'), RATES)).toMatchObject({ value: { rate: '1.20' } });
    expect(closingRate(pair, month('2026-03', '30'), RATES)).toMatchObject({
      value: { rate: '1.17', basis: 'SPOT', rateDate: '2026-02-15' },
    });
    expect(closingRate(pair, month('2024-12', '31'), RATES).ok).toBe(false);
    // April has no closing rate of its own, so the latest spot rate is used, not March's closing rate.
    expect(closingRate(pair, month('2026-04', '30'), RATES)).toMatchObject({ value: { basis: 'SPOT' } });
  });

  test('when only the inverse pair is on file, its reciprocal is used, at ten places', () => {
    const yen: FiledRate[] = [
      { kind: 'SPOT', from: 'USD', to: 'JPY', date: '2026-03-01', rate: '150' },
      { kind: 'SPOT', from: 'USD', to: 'JPY', date: '2026-03-11', rate: '160' },
    ];
    const wanted = { from: 'JPY', to: 'USD' };
    expect(historicalRate(wanted, '2026-03-05', yen)).toMatchObject({ value: { rate: '0.0066666667' } });
    // The mean of 1/150 and 1/160.
    expect(averageRate(wanted, month('2026-03', '31'), yen)).toMatchObject({
      value: { rate: '0.0064583333', isInverse: true, basis: 'MEAN_OF_SPOT' },
    });
  });
});

test('the group’s share is the product of the shares down the chain; a share is above 0 and at most 100', () => {
  const one = (parentId: string | null, ownershipPercent: string) => ({ parentId, ownershipPercent });
  const tree = new Map([
    ['top', one(null, '30')],
    ['middle', one('top', '80')],
    ['leaf', one('middle', '60')],
  ]);
  expect(groupShare('leaf', 'top', tree).toFixed()).toBe('0.48');
  expect(groupShare('leaf', 'middle', tree).toFixed()).toBe('0.6');
  expect(groupShare('top', 'top', tree).toFixed()).toBe('1');
  expect(['0', '-1', '100.0001'].map(ownershipProblem)).not.toContain(null);
  expect(['0.0001', '100'].map(ownershipProblem)).toEqual([null, null]);
});

test('books that do not balance throw, and never become part of the adjustment', () => {
  const broken = { ...BERLIN, balances: [{ accountId: '1110', net: '1300.01' }] };
  expect(() => translate(broken, INTO, RATES)).toThrow('do not balance');
});

test('rounding keeps the balance by largest remainder, ties to the earlier amount', () => {
  const round = (...values: string[]) => roundToZeroSum(values.map(dec), 'USD').map((one) => one.toFixed(2));
  expect(round('0.005', '0.005', '-0.01')).toEqual(['0.01', '0.00', '-0.01']);
  expect(round('1.004', '2.003', '-3.007')).toEqual(['1.01', '2.00', '-3.01']);
  expect(round('5.00', '-2.00', '-3.00')).toEqual(['5.00', '-2.00', '-3.00']);
  expect(() => round('1.00')).toThrow('do not balance');
});
