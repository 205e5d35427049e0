import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { principalFrom } from '@/auth/principal';
import type { Figures } from '@/core/consolidation/statements';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import { addDays, endOfMonth, startOfMonth } from '@/core/periods/calendar';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { appendTestEntries, type TestEntry } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { accountVerbs } from '../accounts/account-records';
import { setExchangeRates } from '../fx/exchange-rates';
import { runForOutput } from '../kit/run';
import { createSubsidiary } from '../subsidiaries/create-subsidiary';
import { updateSubsidiary } from '../subsidiaries/subsidiary-records';
import { consolidation } from './show-consolidation';

afterAll(closeConnections);

type Kind = 'ASSET' | 'LIABILITY' | 'EQUITY' | 'RESULT';
/** Accounts of the default chart; those marked for consolidation are 1610, 2510 and 3100. */
const ACCOUNTS: Readonly<Record<string, Kind>> = {
  '1110': 'ASSET',
  '1610': 'ASSET',
  '2110': 'LIABILITY',
  '2510': 'LIABILITY',
  '3100': 'EQUITY',
  '3300': 'EQUITY',
  '4100': 'RESULT',
  '6900': 'RESULT',
};
const CODES = Object.keys(ACCOUNTS);

type RateRow = [from: string, to: string, day: string, type: 'SPOT' | 'CLOSING' | 'AVERAGE', rate: string];
const MONTHS = Array.from({ length: 23 }, (_, index) => {
  const month = (index % 12) + 1;
  return `${2025 + Math.floor(index / 12)}-${String(month).padStart(2, '0')}`;
});
/**
 * Two spot rates and a closing rate a month; average rates are entered for odd months only. One
 * yen is exactly 1/rate dollars.
 */
const RATES: RateRow[] = MONTHS.flatMap((month, index) => {
  const euro = (step: number) =>
    dec('1.04')
      .plus(dec(String((index * 2 + step) % 17)).div('50'))
      .toFixed();
  const yen = (step: number) => ['100', '125', '160', '200'][(index + step) % 4] ?? '100';
  const rows = (from: string, to: string, of: (step: number) => string): RateRow[] => [
    [from, to, `${month}-01`, 'SPOT', of(0)],
    [from, to, `${month}-15`, 'SPOT', of(1)],
    [from, to, endOfMonth(`${month}-01`), 'CLOSING', of(3)],
    ...(index % 2 === 0 ? [[from, to, `${month}-20`, 'AVERAGE', of(2)] satisfies RateRow] : []),
  ];
  return [...rows('EUR', 'USD', euro), ...rows('USD', 'JPY', yen)];
});

/** The oracle's rates, derived from the rule without using the code under test. */
function usedOn(currency: string, day: string, types: readonly string[], from: string): Decimal[] {
  const inDollars = (rate: string) => (currency === 'JPY' ? dec('1').div(rate) : dec(rate));
  return RATES.filter(
    (one) => one.includes(currency) && types.includes(one[3]) && one[2] >= from && one[2] <= day,
  )
    .sort((a, b) => (a[2] < b[2] ? -1 : 1))
    .map((one) => inDollars(one[4]));
}
function rateOf(currency: string, kind: Kind, posted: string, asOf: string): Decimal {
  if (currency === 'USD') return dec('1');
  const last = (rates: Decimal[]) => rates.at(-1);
  if (kind === 'EQUITY') return last(usedOn(currency, posted, ['SPOT'], '')) ?? ZERO;
  if (kind !== 'RESULT') {
    const closing = usedOn(currency, asOf, ['CLOSING'], startOfMonth(asOf));
    return last(closing) ?? last(usedOn(currency, asOf, ['SPOT'], '')) ?? ZERO;
  }
  const end = [endOfMonth(posted), asOf].sort()[0] ?? asOf;
  const spot = usedOn(currency, end, ['SPOT'], startOfMonth(posted));
  return (
    last(usedOn(currency, end, ['AVERAGE'], startOfMonth(posted))) ?? sum(spot).div(dec(BigInt(spot.length)))
  );
}

interface Company {
  readonly name: string;
  readonly currency: string;
  readonly share: string;
  id: string;
}
const PARENT: Company = { name: 'Parent', currency: 'USD', share: '1', id: '' };
const BERLIN: Company = { name: 'Berlin', currency: 'EUR', share: '0.75', id: '' };
const TOKYO: Company = { name: 'Tokyo', currency: 'JPY', share: '0.6', id: '' };
const COMPANIES = [PARENT, BERLIN, TOKYO];

let books: TestOrganization;
const posted: { company: Company; date: string; code: string; amount: Decimal }[] = [];

beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-11-21' });
  const admin = books.callAs('admin');
  PARENT.id = books.ids.rootSubsidiary;
  const add = async (company: Company, parentId: string, ownershipPercent: string) => {
    const { name, currency } = company;
    const made = await runForOutput(createSubsidiary, admin, {
      name,
      code: name.toUpperCase(),
      parentId,
      baseCurrency: currency,
      ownershipPercent,
    });
    company.id = made.id;
  };
  await add(BERLIN, PARENT.id, '75');
  // 80% of Berlin's 75%.
  await add(TOKYO, BERLIN.id, '80');
  await runForOutput(setExchangeRates, books.callAs('controller'), {
    rates: RATES.map(([fromCurrency, toCurrency, rateDate, rateType, rate]) => ({
      fromCurrency,
      toCurrency,
      rateDate,
      rateType,
      rate,
    })),
    confirmation: 'Figures of the example',
  });
  const entries: TestEntry[] = [];
  for (let index = 0; index < 240; index += 1) {
    const company = COMPANIES[index % 3] ?? PARENT;
    const date = addDays('2025-01-03', (index * 97) % 685);
    const debit = CODES[(index * 5) % CODES.length] ?? '';
    const credit = CODES[(index * 5 + 1 + (index % 6)) % CODES.length] ?? '';
    const units = dec(String(((index * 7919) % 900) + 100)).times('10000');
    entries.push({
      date,
      subsidiaryId: company.id,
      lines: [
        { code: debit, debit: units.toFixed() },
        { code: credit, credit: units.toFixed() },
      ],
    });
    posted.push({ company, date, code: debit, amount: units });
    posted.push({ company, date, code: credit, amount: units.negated() });
  }
  await appendTestEntries(books, entries);
});

/** Debits less credits, in dollars, of the accounts that pass the filter, each at its posting's own rate. */
const worth = (asOf: string, company: Company, wanted: (one: (typeof posted)[number]) => boolean) =>
  sum(
    posted
      .filter((one) => one.company === company && one.date <= asOf && wanted(one))
      .map((one) =>
        one.amount.times(rateOf(company.currency, ACCOUNTS[one.code] ?? 'ASSET', one.date, asOf)),
      ),
  );
const kindOf = (one: { code: string }) => ACCOUNTS[one.code] ?? 'ASSET';

describe('a group of three currencies, one company below another', () => {
  it.each(['2025-08-09', '2026-02-28', '2026-03-24', '2026-11-21'])(
    'on %s every figure equals the one an independent oracle computes from the postings',
    async (asOf) => {
      const report = await runForOutput(consolidation, books.callAs('viewer'), { asOf });
      expect(report.currencyCode).toBe('USD');
      expect(report.columns.map(({ code, groupPercent }) => [code, groupPercent])).toEqual([
        [expect.any(String), '100'],
        ['BERLIN', '75'],
        ['TOKYO', '60'],
      ]);
      const rows = new Map<string, Figures>(
        [...report.balanceSheet.sections, ...report.incomeStatement.sections].flatMap(({ rows }) =>
          rows.map((row) => [row.code || row.line, row.figures] as const),
        ),
      );
      const column = (line: string, index: number) => dec(rows.get(line)?.subsidiaries[index] ?? '0');
      const year = `${asOf.slice(0, 4)}-01-01`;
      let others = ZERO;
      let profitOfOthers = ZERO;
      for (const [index, company] of COMPANIES.entries()) {
        const of = (wanted: (one: (typeof posted)[number]) => boolean) => worth(asOf, company, wanted);
        const expected: Record<string, Decimal> = {
          '1110': of((one) => one.code === '1110'),
          '1610': of((one) => one.code === '1610'),
          '2110': of((one) => one.code === '2110').negated(),
          '3100': of((one) => one.code === '3100').negated(),
          '3300': of((one) => one.code === '3300' || (kindOf(one) === 'RESULT' && one.date < year)).negated(),
          '4100': of((one) => one.code === '4100' && one.date >= year).negated(),
          '6900': of((one) => one.code === '6900' && one.date >= year),
          YEAR_EARNINGS: of((one) => kindOf(one) === 'RESULT' && one.date >= year).negated(),
        };
        for (const [line, value] of Object.entries(expected)) {
          expect([company.name, line, column(line, index).toFixed(2)]).toEqual([
            company.name,
            line,
            value.toFixed(2),
          ]);
        }
        const netAssets = of((one) => ['ASSET', 'LIABILITY'].includes(kindOf(one)));
        const parts = of((one) => ['EQUITY', 'RESULT'].includes(kindOf(one))).negated();
        expect(column('TRANSLATION_ADJUSTMENT', index).toFixed(2)).toBe(netAssets.minus(parts).toFixed(2));
        if (company === PARENT) expect(netAssets.equals(parts)).toBe(true);
        const notOurs = dec('1').minus(company.share);
        others = others.plus(netAssets.times(notOurs));
        profitOfOthers = profitOfOthers.plus((expected.YEAR_EARNINGS ?? ZERO).times(notOurs));
      }
      const group = (line: string) => rows.get(line)?.consolidated;
      expect(dec(group('NON_CONTROLLING') ?? '0').toFixed(2)).toBe(others.toFixed(2));
      const result = report.incomeStatement.results.find(({ line }) => line === 'NON_CONTROLLING');
      expect(dec(result?.figures.consolidated ?? '0').toFixed(2)).toBe(profitOfOthers.toFixed(2));
      expect([group('1610'), group('2510')]).toEqual(['0.00', '0.00']);
      const owed = sum(
        COMPANIES.map((company) => worth(asOf, company, (one) => ['1610', '2510'].includes(one.code))),
      );
      expect(dec(group('INTERCOMPANY_DIFFERENCE') ?? '0').toFixed(2)).toBe(owed.toFixed(2));
      expect(report.balanceSheet.difference).toBe('0.00');
    },
  );

  it('a sub-group is consolidated in the currency of its own parent', async () => {
    const report = await runForOutput(consolidation, books.callAs('viewer'), {
      subsidiaryId: TOKYO.id,
      asOf: '2026-03-31',
    });
    expect(report).toMatchObject({ currencyCode: 'JPY', rates: [], parent: { name: 'Tokyo' } });
    expect(report.columns).toHaveLength(1);
  });

  it('without a rate between the two currencies it is refused with an explanation, and nothing is written', async () => {
    const audit = () =>
      withTenantSql({ organizationId: books.principals.admin.organizationId, userId: null }, (tenant) =>
        sql<{ rows: string }>(tenant, `select count(*)::text as rows from audit_log`),
      );
    const before = await audit();
    const asked = { subsidiaryId: BERLIN.id, asOf: '2026-03-31' };
    await expect(runForOutput(consolidation, books.callAs('viewer'), asked)).rejects.toMatchObject({
      refusal: { code: 'RATE_MISSING', data: { from: 'JPY', to: 'EUR' } },
    });
    expect(await audit()).toEqual(before);
  });

  it('another organization’s subsidiary is not found', async () => {
    const other = await foundTestOrganization({ today: '2026-11-21' });
    const asked = { subsidiaryId: BERLIN.id };
    await expect(runForOutput(consolidation, other.callAs('admin'), asked)).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
  });

  it('a role confined to one company is refused the group report, and gets that company alone', async () => {
    const confined = principalFrom({
      organizationId: books.organizationId,
      actorKind: 'user',
      actorId: books.users.viewer.id,
      actorName: 'confined',
      roles: ['viewer'],
      subsidiaryIds: [TOKYO.id],
      credential: `user:${books.users.viewer.id}`,
    });
    const call = books.callAs('viewer', { principal: confined });
    await expect(runForOutput(consolidation, call, { subsidiaryId: PARENT.id })).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
    const own = await runForOutput(consolidation, call, { subsidiaryId: TOKYO.id });
    expect(own.columns.map(({ code }) => code)).toEqual(['TOKYO']);
  });
});

describe('the consolidation settings', () => {
  it('refuse an ownership share outside 0 to 100 and an investment account that is neither asset nor equity, and nothing changes', async () => {
    const organization = await foundTestOrganization();
    const admin = organization.callAs('admin');
    const id = organization.ids.rootSubsidiary;
    for (const ownershipPercent of ['0', '100.01', '-5', '33.33333']) {
      await expect(
        runForOutput(updateSubsidiary, admin, { id, data: { ownershipPercent } }),
      ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    }
    await expect(
      runForOutput(accountVerbs.update, admin, {
        id: organization.account('4100'),
        data: { elimination: 'INVESTMENT' },
      }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
    const [row] = await withTenantSql(claim, (tenant) =>
      sql(
        tenant,
        `select (select ownership_percent::text from subsidiaries where id = $1::uuid) as share,
                (select elimination from accounts where id = $2::uuid) as elimination`,
        [id, organization.account('4100')],
      ),
    );
    expect(row).toEqual({ share: '100.0000', elimination: null });
    // The database refuses the same, even without the use-case.
    for (const statement of [
      `update subsidiaries set ownership_percent = 0`,
      `update subsidiaries set ownership_percent = 100.5`,
      `update accounts set elimination = 'INVESTMENT' where code = '4100'`,
      `update accounts set elimination = 'OTHERWISE' where code = '1110'`,
    ]) {
      await expect(withTenantSql(claim, (tenant) => sql(tenant, statement))).rejects.toThrow();
    }
  });

  it('with several companies at the top of the tree, one must be chosen', async () => {
    const organization = await foundTestOrganization();
    await runForOutput(createSubsidiary, organization.callAs('admin'), { name: 'Second', code: 'SECOND' });
    await expect(runForOutput(consolidation, organization.callAs('viewer'), {})).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    const report = await runForOutput(consolidation, organization.callAs('viewer'), {
      subsidiaryId: organization.ids.rootSubsidiary,
    });
    expect(report.columns).toHaveLength(1);
  });
});
