import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, dec, sum } from '../money/decimal';
import { minorUnits } from '../money/minor-units';
import type { ConsolidatedAccount, GroupMember } from './eliminations';
import { consolidate, type Figures } from './statements';
import { type SubsidiaryBooks, TRANSLATION_ADJUSTMENT, translate } from './translation';
import type { FiledRate } from './translation-rates';

const MARCH = { firstDay: '2026-03-01', lastDay: '2026-03-31' };
const FEBRUARY = { firstDay: '2026-02-01', lastDay: '2026-02-28' };
const LAST_YEAR = { firstDay: '2025-06-01', lastDay: '2025-06-30' };
const CURRENCIES = ['USD', 'EUR', 'JPY', 'BHD'];

const account = (accountId: string, type: ConsolidatedAccount['type']) =>
  fc
    .constantFrom(
      null,
      'INTERCOMPANY' as const,
      ...(type === 'ASSET' || type === 'EQUITY' ? ['INVESTMENT' as const] : []),
    )
    .map(
      (elimination): ConsolidatedAccount => ({
        accountId,
        code: accountId,
        name: accountId,
        type,
        elimination,
      }),
    );
const chart = fc.tuple(
  account('1000', 'ASSET'),
  account('1100', 'ASSET'),
  account('2000', 'LIABILITY'),
  account('3000', 'EQUITY'),
  account('3300', 'EQUITY'),
  account('4000', 'REVENUE'),
  account('6000', 'EXPENSE'),
);

const cents = fc.bigInt({ min: -9_000_000_000n, max: 9_000_000_000n });
/** A company: amounts in minor units (the bank account takes the balancing amount), four rates, an ownership share. */
const company = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  liability: cents,
  receivable: cents,
  capital: cents,
  retained: cents,
  earlier: cents,
  revenue: cents,
  expense: cents,
  rates: fc.array(fc.bigInt({ min: 1n, max: 2_000_000_000n }), { minLength: 5, maxLength: 5 }),
  percent: fc.integer({ min: 1, max: 100 }),
  isElimination: fc.boolean(),
});
type Company = typeof company extends fc.Arbitrary<infer T> ? T : never;

const amount = (minor: bigint, currency: string) =>
  dec(minor)
    .div(dec('10').pow(minorUnits(currency)))
    .toFixed();

function booksOf(one: Company, index: number): SubsidiaryBooks {
  const { currency } = one;
  const text = (minor: bigint) => amount(minor, currency);
  const bank = -(
    one.liability +
    one.receivable +
    one.capital +
    one.retained +
    one.earlier +
    one.revenue +
    one.expense
  );
  return {
    subsidiaryId: `company ${index}`,
    baseCurrency: currency,
    closing: MARCH,
    balances: [
      { accountId: '1000', net: text(bank) },
      { accountId: '1100', net: text(one.receivable) },
      { accountId: '2000', net: text(one.liability) },
    ],
    equity: [
      { accountId: '3000', net: text(one.capital), day: '2025-01-15' },
      { accountId: '3300', net: text(one.retained), day: '2025-12-31' },
    ],
    results: [
      { accountId: '4000', net: text(one.earlier), period: LAST_YEAR, isEarlierYear: true },
      { accountId: '4000', net: text(one.revenue), period: FEBRUARY, isEarlierYear: false },
      { accountId: '6000', net: text(one.expense), period: MARCH, isEarlierYear: false },
    ],
  };
}

/** A rate of each kind. The adjustment below is computed from these, not from the rates `translate` chose. */
function ratesOf({ currency, rates }: Company, to: string) {
  const [closing, capital, retained, earlier, february] = rates.map((one) =>
    dec(one).div('1000000').toFixed(),
  );
  const of = (kind: FiledRate['kind'], date: string, rate = '1'): FiledRate => ({
    kind,
    from: currency,
    to,
    date,
    rate,
  });
  return {
    filed: [
      of('CLOSING', '2026-03-31', closing),
      of('SPOT', '2025-01-15', capital),
      of('SPOT', '2025-12-31', retained),
      of('AVERAGE', '2025-06-30', earlier),
      of('AVERAGE', '2026-02-28', february),
      of('AVERAGE', '2026-03-31', capital),
    ],
    adjustment(one: Company): Decimal {
      const at = (minor: bigint, rate = '1') =>
        dec(amount(minor, currency)).times(currency === to ? '1' : rate);
      const parts = [
        at(one.capital, capital),
        at(one.retained, retained),
        at(one.earlier, earlier),
        at(one.revenue, february),
        at(one.expense, capital),
      ];
      const netAssets = at(-(one.capital + one.retained + one.earlier + one.revenue + one.expense), closing);
      // Debits are above zero, so net assets in excess of their parts are a credit.
      return netAssets.plus(sum(parts)).negated();
    },
  };
}

test('for any books, rates and shares, every column balances to the minor unit, and the adjustment is net assets at the closing rate less their parts', () => {
  fc.assert(
    fc.property(
      fc.array(company, { minLength: 1, maxLength: 5 }),
      chart,
      fc.constantFrom(...CURRENCIES),
      (companies, accounts, to) => {
        const unit = dec('10').pow(-minorUnits(to));
        const members = companies.map((one, index): GroupMember => {
          const { filed, adjustment } = ratesOf(one, to);
          const outcome = translate(
            booksOf(one, index),
            { currencyCode: to, retainedEarningsAccountId: '3300' },
            filed,
          );
          if (!outcome.ok) throw new Error(outcome.refusal.message);
          const { lines } = outcome.value;
          expect(sum(lines.values()).isZero()).toBe(true);
          const off = (lines.get(TRANSLATION_ADJUSTMENT) ?? dec('0')).minus(adjustment(one)).abs();
          expect(off.lessThan(unit)).toBe(true);
          if (one.currency === to) expect(off.isZero()).toBe(true);
          return {
            subsidiaryId: `company ${index}`,
            isParent: index === 0,
            isElimination: index > 0 && one.isElimination,
            share: dec(String(one.percent)).div('100'),
            lines,
          };
        });
        const { balanceSheet, incomeStatement } = consolidate(members, accounts, to);
        expect(dec(balanceSheet.difference).isZero()).toBe(true);
        const columnsOf = (figures: Figures) => [
          ...figures.subsidiaries,
          figures.eliminations,
          figures.nonControlling,
          figures.consolidated,
        ];
        const [assets, liabilities, equity] = balanceSheet.sections.map((one) => columnsOf(one.total));
        for (const [index, value] of (assets ?? []).entries()) {
          const rest = dec(liabilities?.[index] ?? '0').plus(equity?.[index] ?? '0');
          expect(rest.equals(value)).toBe(true);
        }
        const row = (line: string) => incomeStatement.results.find((one) => one.line === line)?.figures;
        const earnings = balanceSheet.sections[2]?.rows.find((one) => one.line === 'YEAR_EARNINGS')?.figures;
        const owners = row('OWNERS') ?? row('NET_INCOME');
        expect(dec(owners?.consolidated ?? '0').equals(earnings?.consolidated ?? '0')).toBe(true);
        for (const marked of accounts.filter((one) => one.elimination === 'INTERCOMPANY')) {
          const all = [...balanceSheet.sections, ...incomeStatement.sections].flatMap((one) => one.rows);
          const found = all.find((one) => one.line === marked.accountId);
          expect(dec(found?.figures.consolidated ?? '0').isZero()).toBe(true);
        }
      },
    ),
  );
});

test('with one currency, full ownership and no account marked for elimination, the group is the plain sum', () => {
  fc.assert(
    fc.property(fc.array(company, { minLength: 1, maxLength: 5 }), (drawn) => {
      const companies = drawn.map((one) => ({ ...one, currency: 'USD' }));
      const accounts = (
        [
          ['1000', 'ASSET'],
          ['1100', 'ASSET'],
          ['2000', 'LIABILITY'],
          ['3000', 'EQUITY'],
          ['3300', 'EQUITY'],
          ['4000', 'REVENUE'],
          ['6000', 'EXPENSE'],
        ] as const
      ).map(([accountId, type]) => ({
        accountId,
        code: accountId,
        name: accountId,
        type,
        elimination: null,
      }));
      const members = companies.map((one, index): GroupMember => {
        const outcome = translate(
          booksOf(one, index),
          { currencyCode: 'USD', retainedEarningsAccountId: null },
          [],
        );
        if (!outcome.ok) throw new Error(outcome.refusal.message);
        return {
          subsidiaryId: `company ${index}`,
          isParent: index === 0,
          isElimination: false,
          share: dec('1'),
          lines: outcome.value.lines,
        };
      });
      const { balanceSheet, incomeStatement } = consolidate(members, accounts, 'USD');
      const shown = new Map(
        [...balanceSheet.sections, ...incomeStatement.sections].flatMap((section) =>
          section.rows.map((row) => [row.line, row.figures.consolidated] as const),
        ),
      );
      const total = (pick: (one: Company) => bigint) =>
        amount(
          companies.reduce((all, one) => all + pick(one), 0n),
          'USD',
        );
      const expected = [
        ['1100', total((one) => one.receivable)],
        ['2000', total((one) => -one.liability)],
        ['3000', total((one) => -one.capital)],
        ['4000', total((one) => -one.revenue)],
        ['6000', total((one) => one.expense)],
        ['EARLIER_EARNINGS', total((one) => -one.earlier)],
        [TRANSLATION_ADJUSTMENT, '0'],
        ['NON_CONTROLLING', '0'],
      ] as const;
      for (const [line, value] of expected) expect(dec(shown.get(line) ?? '0').equals(value)).toBe(true);
    }),
  );
});
