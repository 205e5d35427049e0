import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { dec, sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { createCalendar } from '@/usecases/periods/create-calendar';
import { adoptCalendar } from '@/usecases/periods/set-calendar';
import { incomeByPeriod } from '@/usecases/reports/show-income-by-period';
import { incomeStatement } from '@/usecases/reports/show-statements';
import {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/reports/report-balances';
import { behindFigure, type figureInput } from '@/usecases/revenue/reports/report-behind';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import { POLICY_ROLES } from '@/usecases/revenue/setup/policy-rules';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

const REVENUE = POLICY_ROLES.REVENUE.code;
const SPAN = { from: 'FY2026-P01', to: 'FY2026-P06', asOf: 'FY2026-P03' };
/** P01 to P06 of 2026: 1 to 31 January, February, 1 March to 4 April, to 2 May, to 30 May, to 4 July. */
const KEYS = ['2026-01', '2026-02', '2026-04-04', '2026-05-02', '2026-05-30', '2026-07-04'];

/**
 * A company of 4-4-5 weeks with 10.00 a day of revenue from 4 January 2026 to 30 December 2028, 3,640.00 of it invoiced on 30 March,
 * and P01 to P03 run; then 91.00 of goods delivered on 20 February and recorded after the run of P03. `branch` adds books of months.
 */
async function company({ branch = false } = {}): Promise<Books> {
  const books = await openBooks();
  const { org } = books;
  const controller = org.callAs('controller');
  if (branch) {
    await runForOutput(createSubsidiary, org.callAs('admin'), {
      name: 'Branch',
      parentId: org.ids.rootSubsidiary,
    });
  }
  const { id } = await runForOutput(createCalendar, controller, {
    name: 'Retail 4-4-5',
    pattern: '4-4-5',
    firstWeekday: 7,
  });
  await runForOutput(adoptCalendar, controller, {
    id,
    subsidiaryId: org.ids.rootSubsidiary,
    firstDay: '2026-01-01',
  });
  const { contract } = await books.contract({
    contractDate: '2026-01-04',
    endDate: '2028-12-30',
    price: { fixed: '10920' },
    obligations: [
      { key: 'care', ssp: '10920', pattern: { kind: 'RATABLE', start: '2026-01-04', end: '2028-12-30' } },
    ],
  });
  const { contract: goods } = await books.contract({
    contractDate: '2026-02-02',
    price: { fixed: '91' },
    obligations: [{ key: 'goods', ssp: '91', pattern: { kind: 'POINT' } }],
  });
  await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-03-30', amount: '3640' });
  for (const period of ['FY2026-P01', 'FY2026-P02', 'FY2026-P03']) await books.run(period);
  await books.tell(goods.id, { kind: 'delivery', effectiveDate: '2026-02-20', key: 'goods' });
  await books.run('FY2026-P04');
  return books;
}

/** Revenue by account in the ledger, by the label of the fiscal period of its entries. */
async function ledgerRevenue({ org }: Books): Promise<Record<string, string>> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ label: string; amount: string }>(
      tenant,
      `select q.label, sum(l.credit - l.debit)::numeric(20, 2)::text as amount from ledger_lines l
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.code = $1
       join fiscal_periods q on q.organization_id = l.organization_id and q.id = l.period_id group by 1 order by 1`,
      [REVENUE],
    ),
  );
  return Object.fromEntries(rows.map(({ label, amount }) => [label, amount]));
}

describe('reports of books with fiscal periods', () => {
  it('have a column per fiscal period, equal to that period’s revenue in the ledger by account', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const ledger = await ledgerRevenue(books);
    // P04 also holds the 91.00 that belong to P02.
    expect(ledger).toEqual({
      'FY2026-P01': '280.00',
      'FY2026-P02': '280.00',
      'FY2026-P03': '350.00',
      'FY2026-P04': '371.00',
    });
    const fall = await runForOutput(waterfallReport, call, { ...SPAN, asOf: 'FY2026-P04' });
    expect(fall.periods).toEqual(KEYS);
    expect(fall.asOf).toBe('2026-05-02');
    expect(fall.periodBasis).toMatchObject({
      basis: 'FISCAL_PERIODS',
      words: expect.stringMatching(/^The periods are the fiscal periods of .+ \(Retail 4-4-5\)\.$/),
    });
    const labels = new Map(fall.periodBasis?.periods.map(({ key, label }) => [key, label]));
    const columns = fall.periods.map((key, index) => [labels.get(key), fall.total.months[index]]);
    expect(columns.slice(0, 4)).toEqual(Object.entries(ledger));
    // Planned: 28 and 35 days.
    expect(columns.slice(4)).toEqual([
      ['FY2026-P05', '280.00'],
      ['FY2026-P06', '350.00'],
    ]);
    const income = await runForOutput(incomeByPeriod, call, { from: 'FY2026-P01', to: 'FY2026-P04' });
    const [revenue] = income.sections;
    expect(revenue?.rows.map(({ code, amounts }) => [code, amounts])).toEqual([
      [REVENUE, Object.values(ledger)],
    ]);
    expect(income.netIncome).toEqual({ amounts: Object.values(ledger), total: '1281.00' });
    const by = await runForOutput(disaggregationReport, call, {
      from: 'FY2026-P01',
      to: 'FY2026-P04',
      by: 'account',
      against: 'period',
    });
    expect([by.columns, by.totals]).toEqual([KEYS.slice(0, 4), Object.values(ledger)]);
    const byCustomer = await runForOutput(disaggregationReport, call, {
      from: 'FY2026-P01',
      to: 'FY2026-P04',
      by: 'customer',
      against: 'period',
    });
    expect([byCustomer.columns, byCustomer.totals]).toEqual([KEYS.slice(0, 4), Object.values(ledger)]);
    // A full verification finds the sums of weeks to be those of their rows.
    await books.addsUp();
  });

  it('roll deferred revenue forward and bridge what changed since the close, period by period like the ledger', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const { rows } = await runForOutput(rollforwardReport, call, { from: 'FY2026-P01', to: 'FY2026-P04' });
    expect(rows.map(({ period, closing, difference }) => [period, closing, difference])).toEqual([
      // The invoice of 30 March was recorded before the runs, which therefore released its liability in the periods before.
      ['2026-01', '-280.00', '0.00'],
      ['2026-02', '-560.00', '0.00'],
      // 3,640.00 invoiced less 910.00 earned by 4 April; less 280.00.
      ['2026-04-04', '2730.00', '0.00'],
      ['2026-05-02', '2450.00', '0.00'],
    ]);
    const known = await runForOutput(rollforwardReport, call, {
      from: 'FY2026-P01',
      to: 'FY2026-P04',
      knownAsOf: new Date().toISOString(),
    });
    expect(known.rows).toEqual(rows);
    const changed = await runForOutput(changedReport, call, { from: 'FY2026-P01', to: 'FY2026-P04' });
    expect(
      changed.months.map(({ period, belongs, posted, ledger, difference }) => [
        period,
        belongs,
        posted,
        ledger,
        difference,
      ]),
    ).toEqual([
      ['2026-01', '280.00', '280.00', '280.00', '0.00'],
      ['2026-02', '371.00', '280.00', '280.00', '0.00'],
      ['2026-04-04', '350.00', '350.00', '350.00', '0.00'],
      ['2026-05-02', '280.00', '371.00', '371.00', '0.00'],
    ]);
    expect(changed.lines).toMatchObject([
      { naturalPeriod: '2026-02', postedPeriod: '2026-05-02', amount: '91.00' },
    ]);
  });

  it('forecast what each fiscal period earns and band what remains by twelve months or fiscal years', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const ahead = await runForOutput(forecastReport, call, { ...SPAN, asOf: 'FY2026-P04' });
    expect(ahead.rows.map(({ recognised, scheduled }) => [recognised, scheduled])).toEqual([
      ['280.00', '0.00'],
      ['280.00', '0.00'],
      ['350.00', '0.00'],
      ['371.00', '0.00'],
      ['0.00', '280.00'],
      ['0.00', '350.00'],
    ]);
    const rpo = (banding: 'MONTHS' | 'YEARS') =>
      runForOutput(rpoReport, call, { asOf: 'FY2026-P04', banding });
    // From 3 May 2026 10.00 a day: to 2 January 2027, then 364 days a year. By 1 May 2027 and 29 April 2028: 364 days each.
    expect((await rpo('YEARS')).bands).toEqual([
      { band: 'FY2026', amount: '2450.00' },
      { band: 'FY2027', amount: '3640.00' },
      { band: 'FY2028', amount: '3640.00' },
      { band: 'unscheduled', amount: '0.00' },
    ]);
    expect((await rpo('MONTHS')).bands).toEqual([
      { band: '1-12 months', amount: '3640.00' },
      { band: '13-24 months', amount: '3640.00' },
      { band: '25-36 months', amount: '2450.00' },
      { band: 'over 36 months', amount: '0.00' },
      { band: 'unscheduled', amount: '0.00' },
    ]);
  });

  it('every figure is the sum of the contracts behind it', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const asOf = 'FY2026-P04';
    const behind = async (expected: string, figure: z.input<typeof figureInput>) => {
      const { rows, total } = await runForOutput(behindFigure, call, { asOf, figure });
      const said = JSON.stringify(figure);
      expect(total, said).toBe(expected);
      expect(sum(rows.map(({ amount }) => amount)).equals(dec(expected)), said).toBe(true);
    };
    const fall = await runForOutput(waterfallReport, call, { from: 'FY2026-P02', to: 'FY2026-P05', asOf });
    const [first = '', last = ''] = [fall.periods.at(0), fall.periods.at(-1)];
    for (const row of [...fall.rows, { ...fall.total, cohort: undefined }]) {
      const whose = row.cohort === undefined ? {} : { cohort: row.cohort };
      await behind(row.booked, { kind: 'BOOKED', ...whose });
      await behind(row.remaining, { kind: 'REMAINING', ...whose });
      await behind(row.before, { kind: 'REVENUE', before: first, ...whose });
      await behind(row.after, { kind: 'REVENUE', after: last, ...whose });
      for (const [index, amount] of row.months.entries()) {
        const period = fall.periods[index] ?? '';
        await behind(amount, { kind: 'REVENUE', from: period, to: period, ...whose });
      }
    }
    expect(Number(fall.total.before)).toBeGreaterThan(0);
    for (const banding of ['MONTHS', 'YEARS'] as const) {
      const { bands } = await runForOutput(rpoReport, call, { asOf, banding });
      for (const { band, amount } of bands.filter(({ band }) => band !== 'unscheduled')) {
        const overdue = banding === 'MONTHS' ? ('NEXT_MONTH' as const) : ('OWN_MONTH' as const);
        await behind(amount, { kind: 'EXPECTED', band, overdue, bookedBy: asOf });
      }
    }
    const { rows } = await runForOutput(rollforwardReport, call, { from: 'FY2026-P02', to: asOf });
    for (const { period, opening, billings, releases, closing } of rows) {
      await behind(opening, { kind: 'DEFERRED', move: 'OPENING', period });
      await behind(billings, { kind: 'DEFERRED', move: 'BILLINGS', period });
      await behind(dec(releases).negated().toFixed(2), { kind: 'DEFERRED', move: 'RELEASES', period });
      await behind(closing, { kind: 'DEFERRED', move: 'CLOSING', period });
    }
    const balances = await runForOutput(contractBalancesReport, call, { from: 'FY2026-P02', to: asOf });
    const range = { from: 'FY2026-P02', to: asOf };
    await behind(balances.opening.contractAsset, { kind: 'BALANCE', figure: 'OPENING_ASSET', ...range });
    await behind(balances.closing.deferred, { kind: 'BALANCE', figure: 'DEFERRED', ...range });
    await behind(balances.liability.current, { kind: 'BALANCE', figure: 'CURRENT', ...range });
    await behind(balances.liability.nonCurrent, { kind: 'BALANCE', figure: 'NON_CURRENT', ...range });
    await behind(balances.revenue, { kind: 'BALANCE', figure: 'REVENUE', ...range });
    const by = await runForOutput(disaggregationReport, call, { asOf, by: 'account', against: 'period' });
    for (const [index, value] of by.columns.entries()) {
      const categories = [{ category: 'period' as const, value }];
      await behind(by.totals[index] ?? '', { kind: 'REVENUE', of: 'POSTED', year: asOf, categories });
    }
  });

  it('as of a fiscal period that has ended, do not include what takes effect after its last day', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const at = (asOf: string) => runForOutput(waterfallReport, call, { ...SPAN, asOf });
    const before = await at('FY2026-P03');
    // 5 April is the first day of P04; the same calendar month in which P03 ends.
    await books.contract({
      contractDate: '2026-04-05',
      price: { fixed: '100' },
      obligations: [{ key: 'goods', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    expect(await at('FY2026-P03')).toEqual(before);
    const after = await at('FY2026-P04');
    expect(after.total.booked).toBe('11111.00');
    expect(after.rows.map(({ cohort }) => cohort)).toEqual(['2026-01', '2026-02', '2026-05-02']);
  });

  it('go over REST by label or last day, in the table by label, and a period they do not have is refused', async () => {
    const { org } = await company();
    const door = doorFor(surfaceC, org.principals.auditor);
    const get = (path: string) => door.send('GET', `/api/v1${path}`);
    const byLabel = await get('/revenue/reports/waterfall?from=FY2026-P01&to=FY2026-P03&asOf=FY2026-P03');
    expect(byLabel.status, byLabel.text).toBe(200);
    expect(byLabel.json).toMatchObject({
      periods: KEYS.slice(0, 3),
      periodBasis: {
        basis: 'FISCAL_PERIODS',
        periods: [
          { key: '2026-01', label: 'FY2026-P01', startDate: '2026-01-01', endDate: '2026-01-31' },
          { key: '2026-02', label: 'FY2026-P02', startDate: '2026-02-01', endDate: '2026-02-28' },
          { key: '2026-04-04', label: 'FY2026-P03', startDate: '2026-03-01', endDate: '2026-04-04' },
        ],
      },
    });
    const byDay = await get('/revenue/reports/waterfall?from=2026-01&to=2026-04-04&asOf=2026-04-04');
    expect(byDay.json).toEqual(byLabel.json);
    const table = await get(
      '/revenue/reports/waterfall?from=FY2026-P01&to=FY2026-P03&asOf=FY2026-P03&format=csv',
    );
    expect(table.text.split('\r\n')[0]).toBe(
      'currencyCode,asOf,effectiveAsOf,knownAsOf,cohort,booked,before,FY2026-P01,FY2026-P02,FY2026-P03,after,remaining',
    );
    expect(table.text).toContain('USD,FY2026-P03,');
    const income = await get('/reports/income-statement-by-period?from=FY2026-P01&to=FY2026-P04');
    expect(income.status, income.text).toBe(200);
    expect(income.json).toMatchObject({
      periods: KEYS.slice(0, 4),
      netIncome: { amounts: ['280.00', '280.00', '350.00', '371.00'], total: '1281.00' },
    });
    for (const name of ['2026-04-05', 'FY2026-P13', 'P03']) {
      const refused = await get(`/revenue/reports/forecast?asOf=${name}`);
      expect([name, refused.status]).toEqual([name, 400]);
      expect((await get(`/reports/income-statement-by-period?to=${name}`)).status).toBe(400);
    }
  });
});

describe('books with different calendars in one report', () => {
  it('count by month, say so, and offer the report of each subsidiary by its own periods', async () => {
    const books = await company({ branch: true });
    const { org } = books;
    const call = org.callAs('auditor');
    const months = { from: '2026-01', to: '2026-05', asOf: '2026-05' };
    const all = await runForOutput(waterfallReport, call, months);
    expect(all.periods).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05']);
    // P03 ends in April; P04 and P05 in May: 371.00 posted and 280.00 planned.
    expect(all.total.months).toEqual(['280.00', '280.00', '0.00', '350.00', '651.00']);
    expect(all.periodBasis).toMatchObject({
      basis: 'MONTH_OF_PERIOD_END',
      words: expect.stringMatching(
        /calendar months, because the subsidiaries follow different calendars.*\(Retail 4-4-5\) counts in the month it ends in\. Choose one/,
      ),
      subsidiaries: [{ id: org.ids.rootSubsidiary }],
      periods: [],
    });
    const deferred = await runForOutput(rollforwardReport, call, months);
    expect(deferred.rows.map(({ difference }) => difference)).toEqual(deferred.rows.map(() => '0.00'));
    const changed = await runForOutput(changedReport, call, months);
    expect(changed.months.map(({ posted, difference }) => [posted, difference])).toEqual([
      ['280.00', '0.00'],
      ['280.00', '0.00'],
      ['0.00', '0.00'],
      ['350.00', '0.00'],
      ['371.00', '0.00'],
    ]);
    const income = await runForOutput(incomeByPeriod, call, { from: '2026-01', to: '2026-05' });
    expect(income.netIncome.amounts).toEqual(['280.00', '280.00', '0.00', '350.00', '371.00']);
    await expect(runForOutput(waterfallReport, call, SPAN)).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', message: expect.stringContaining('must be a month YYYY-MM') },
    });
    const own = await runForOutput(waterfallReport, call, { ...SPAN, subsidiaryId: org.ids.rootSubsidiary });
    expect([own.periods, own.periodBasis?.basis]).toEqual([KEYS, 'FISCAL_PERIODS']);
  });
});

describe('books of calendar months', () => {
  it('keep months as columns and do not mention calendars; by period the income statement is that of each month', async () => {
    const books = await openBooks();
    const call = books.org.callAs('auditor');
    await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '3650' },
      obligations: [
        { key: 'care', ssp: '3650', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
    await books.runThrough('2026-01', '2026-03');
    const span = { from: '2026-01', to: '2026-03' };
    const reports = [
      await runForOutput(waterfallReport, call, span),
      await runForOutput(forecastReport, call, span),
      await runForOutput(rollforwardReport, call, span),
      await runForOutput(changedReport, call, span),
      await runForOutput(recurringRevenueReport, call, span),
      await runForOutput(rpoReport, call, { asOf: '2026-03' }),
    ];
    for (const report of reports) expect(report).not.toHaveProperty('periodBasis');
    const income = await runForOutput(incomeByPeriod, call, span);
    expect(income).not.toHaveProperty('periodBasis');
    expect(income.periods).toEqual(['2026-01', '2026-02', '2026-03']);
    const byMonth = [];
    for (const [dateFrom, dateTo] of [
      ['2026-01-01', '2026-01-31'],
      ['2026-02-01', '2026-02-28'],
      ['2026-03-01', '2026-03-31'],
    ] as const) {
      byMonth.push((await runForOutput(incomeStatement, call, { dateFrom, dateTo })).netIncome);
    }
    expect(income.netIncome.amounts).toEqual(byMonth);
    expect(byMonth).toEqual(['310.00', '280.00', '310.00']);
  });
});
