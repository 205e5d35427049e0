import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { dec, sum } from '@/core/money/decimal';
import { addPeriods } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { contractBalancesReport, rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { behindFigure, type figureInput } from '@/usecases/revenue/reports/report-behind';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import { type Books, openBooks } from '../books';
import { point } from '../facts/judged';
import { databaseNow, slowly } from '../histories/moments';

afterAll(closeConnections);

type Figure = z.input<typeof figureInput>;
const AS_OF = '2026-03';

/** Three contracts: one over a year and overdue for a month, one over four years, and one that awaits its delivery. */
async function company(): Promise<Books> {
  const books = await openBooks('2026-04-15');
  const ratable = (start: string, end: string) => ({ kind: 'RATABLE' as const, start, end });
  const year = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price: { fixed: '1200' },
    obligations: [
      { key: 'service', ssp: '900', pattern: ratable('2026-01-01', '2026-12-31') },
      { key: 'setup', ssp: '300', pattern: { kind: 'POINT' } },
    ],
  });
  await books.tell(
    year.contract.id,
    { kind: 'invoice', effectiveDate: '2026-01-05', amount: '1200' },
    { kind: 'delivery', effectiveDate: '2026-02-10', key: 'setup' },
  );
  const long = await books.contract({
    contractDate: '2026-02-01',
    endDate: '2030-01-31',
    price: { fixed: '4800' },
    obligations: [
      { key: 'licence', ssp: '4800', pattern: ratable('2026-02-01', '2030-01-31'), nature: 'LICENCE' },
    ],
  });
  await books.tell(long.contract.id, { kind: 'invoice', effectiveDate: '2026-02-05', amount: '100' });
  await books.contract({
    contractDate: '2026-03-01',
    price: { fixed: '77' },
    obligations: [{ key: 'goods', ssp: '77', pattern: { kind: 'POINT' }, expedient: 'VARIABLE' }],
  });
  // Booked after the month in question: not a remaining obligation at its end.
  await books.contract({
    contractDate: '2026-04-10',
    price: { fixed: '500' },
    obligations: [
      { key: 'care', ssp: '400', pattern: ratable('2026-05-01', '2027-04-30') },
      { key: 'extra', ssp: '100', pattern: { kind: 'POINT' } },
    ],
  });
  await books.run('2026-01');
  await books.run('2026-02');
  return books;
}

/** Requests the contracts behind a figure, and requires that they add up to it. */
function asker(books: Books) {
  const call = books.org.callAs('auditor');
  return async (expected: string, figure: Figure, more: object = {}) => {
    const answer = await runForOutput(behindFigure, call, { asOf: AS_OF, figure, ...more });
    const said = `${JSON.stringify(figure)}: ${JSON.stringify(answer.rows)}`;
    expect(answer.total, said).toBe(expected);
    expect(sum(answer.rows.map(({ amount }) => amount)).equals(dec(expected)), said).toBe(true);
    expect(answer.rows).toHaveLength(answer.count);
    expect(answer.rows.every(({ amount }) => !dec(amount).isZero())).toBe(true);
    return answer;
  };
}

describe('the contracts behind a figure sum to it', () => {
  it('in every cell of waterfall, forecast, remaining obligations and disaggregation', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const behind = asker(books);
    const span = { from: '2026-02', to: '2026-12', asOf: AS_OF };
    const fall = await runForOutput(waterfallReport, call, span);
    const [before, after] = [addPeriods(span.from, -1), addPeriods(span.to, 1)];
    for (const row of [...fall.rows, { ...fall.total, cohort: undefined }]) {
      const whose = row.cohort === undefined ? {} : { cohort: row.cohort };
      await behind(row.booked, { kind: 'BOOKED', ...whose });
      await behind(row.remaining, { kind: 'REMAINING', ...whose });
      await behind(row.before, { kind: 'REVENUE', to: before, ...whose });
      await behind(row.after, { kind: 'REVENUE', from: after, ...whose });
      for (const [index, amount] of row.months.entries()) {
        const month = fall.periods[index] ?? '';
        await behind(amount, { kind: 'REVENUE', from: month, to: month, ...whose });
      }
    }
    const ahead = await runForOutput(forecastReport, call, span);
    await behind(ahead.unscheduled, { kind: 'UNSCHEDULED' });
    for (const { period, recognised, scheduled, cumulative } of ahead.rows) {
      const month = { kind: 'REVENUE' as const, from: period, to: period };
      await behind(recognised, { ...month, of: 'POSTED' });
      await behind(scheduled, { ...month, of: 'OPEN' });
      await behind(cumulative, { kind: 'REVENUE', from: span.from, to: period });
    }
    // No run has posted March: its revenue is in its own month, as scheduled.
    const march = ahead.rows.find(({ period }) => period === '2026-03');
    expect(march?.recognised).toBe('0.00');
    expect(march?.scheduled).toBe(march?.total);
    expect(march?.total).not.toBe('0.00');
    const months = await runForOutput(rpoReport, call, { asOf: AS_OF });
    const by = { bookedBy: AS_OF };
    const bands: Record<string, Figure> = {
      '1-12 months': { kind: 'EXPECTED', from: '2026-04', to: '2027-03', ...by },
      '13-24 months': { kind: 'EXPECTED', from: '2027-04', to: '2028-03', ...by },
      '25-36 months': { kind: 'EXPECTED', from: '2028-04', to: '2029-03', ...by },
      'over 36 months': { kind: 'EXPECTED', from: '2029-04', ...by },
      unscheduled: { kind: 'UNSCHEDULED', ...by },
    };
    for (const { band, amount } of months.bands) {
      await behind(amount, bands[band] ?? { kind: 'BOOKED' });
    }
    expect(months.bands.map(({ amount }) => amount).every((amount) => amount !== '0.00')).toBe(true);
    await behind(months.total, { kind: 'REMAINING', ...by });
    const years = await runForOutput(rpoReport, call, {
      asOf: AS_OF,
      banding: 'YEARS',
      elected: ['VARIABLE'],
    });
    for (const { band, amount } of years.bands.filter((one) => one.band !== 'unscheduled')) {
      await behind(amount, {
        kind: 'EXPECTED',
        from: `${band}-01`,
        to: `${band}-12`,
        overdue: 'OWN_MONTH',
        without: ['VARIABLE'],
        ...by,
      });
    }
    await behind(years.excluded[0]?.amount ?? '', { kind: 'REMAINING', only: 'VARIABLE', ...by });
    for (const category of ['account', 'timing', 'subsidiary', 'customer', 'nature'] as const) {
      const cut = await runForOutput(disaggregationReport, call, {
        ...span,
        by: category,
        against: 'period',
      });
      for (const { value, amounts, total } of cut.rows) {
        const posted = { kind: 'REVENUE' as const, of: 'POSTED' as const, from: span.from, to: span.to };
        const mine = { category, value };
        await behind(total, { ...posted, categories: [mine] });
        for (const [index, amount] of amounts.entries()) {
          const column = { category: 'period' as const, value: cut.columns[index] ?? '' };
          await behind(amount, { ...posted, categories: [mine, column] });
        }
      }
    }
  });

  it('in every cell of the roll-forward and of the contract balances', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const behind = asker(books);
    const roll = await runForOutput(rollforwardReport, call, { from: '2026-01', to: AS_OF });
    for (const { period, opening, billings, releases, adjustments, closing } of roll.rows) {
      const move = (name: 'OPENING' | 'BILLINGS' | 'RELEASES' | 'ADJUSTMENTS' | 'CLOSING') =>
        ({ kind: 'DEFERRED', move: name, period }) as const;
      await behind(opening, move('OPENING'));
      await behind(billings, move('BILLINGS'));
      await behind(dec(releases).isZero() ? releases : `-${releases}`, move('RELEASES'));
      await behind(adjustments, move('ADJUSTMENTS'));
      await behind(closing, move('CLOSING'));
    }
    const span = { from: '2026-02', to: AS_OF };
    const report = await runForOutput(contractBalancesReport, call, span);
    const balance = (figure: Extract<Figure, { kind: 'BALANCE' }>['figure']) =>
      ({ kind: 'BALANCE', figure, ...span }) as const;
    await behind(report.opening.receivable, balance('OPENING_RECEIVABLE'));
    await behind(report.opening.contractAsset, balance('OPENING_ASSET'));
    await behind(report.opening.deferred, balance('OPENING_DEFERRED'));
    await behind(report.closing.receivable, balance('RECEIVABLE'));
    await behind(report.closing.contractAsset, balance('ASSET'));
    await behind(report.closing.deferred, balance('DEFERRED'));
    await behind(report.liability.current, balance('CURRENT'));
    await behind(report.liability.nonCurrent, balance('NON_CURRENT'));
    await behind(report.revenue, balance('REVENUE'));
    await behind(report.fromOpeningLiability, balance('FROM_OPENING'));
    await behind(report.fromPriorPerformance, balance('PRIOR_PERFORMANCE'));
  });

  it('as the report was known before a later modification and run, and as it is known now', async () => {
    const books = await company();
    const call = books.org.callAs('auditor');
    const behind = asker(books);
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '600' },
      obligations: [
        {
          key: 'watch',
          ssp: '600',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' },
        },
      ],
    });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-03-02', amount: '300' });
    const then = await databaseNow(books);
    await books.modify(contract.id, {
      date: '2026-03-01',
      additions: [{ key: 'more', price: '240', ssp: '400', distinct: true, pattern: { kind: 'POINT' } }],
      answers: { priceAtSsp: false },
      reason: 'More, below its price',
    });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-03-20', amount: '90' });
    await books.run('2026-03');
    const span = { from: '2026-01', to: '2026-12', asOf: AS_OF };
    const seen: unknown[] = [];
    for (const known of [{ knownAsOf: then }, {}]) {
      const fall = await runForOutput(waterfallReport, call, { ...span, ...known });
      for (const { cohort, booked, remaining, months } of fall.rows) {
        await behind(booked, { kind: 'BOOKED', cohort }, known);
        await behind(remaining, { kind: 'REMAINING', cohort }, known);
        for (const [index, amount] of months.entries()) {
          const month = fall.periods[index] ?? '';
          await behind(amount, { kind: 'REVENUE', from: month, to: month, cohort }, known);
        }
      }
      const ahead = await runForOutput(forecastReport, call, { ...span, ...known });
      for (const { period, recognised, scheduled } of ahead.rows) {
        const month = { kind: 'REVENUE' as const, from: period, to: period };
        await behind(recognised, { ...month, of: 'POSTED' }, known);
        await behind(scheduled, { ...month, of: 'OPEN' }, known);
      }
      const { bands } = await runForOutput(rpoReport, call, { asOf: AS_OF, ...known });
      const year = { kind: 'EXPECTED' as const, from: '2026-04', to: '2027-03', bookedBy: AS_OF };
      await behind(bands[0]?.amount ?? '', year, known);
      const roll = await runForOutput(rollforwardReport, call, { from: '2026-01', to: AS_OF, ...known });
      for (const { period, billings, closing } of roll.rows) {
        await behind(billings, { kind: 'DEFERRED', move: 'BILLINGS', period }, known);
        await behind(closing, { kind: 'DEFERRED', move: 'CLOSING', period }, known);
      }
      const held = { from: '2026-02', to: AS_OF };
      const balances = await runForOutput(contractBalancesReport, call, { ...held, ...known });
      const balance = (figure: Extract<Figure, { kind: 'BALANCE' }>['figure']) =>
        ({ kind: 'BALANCE', figure, ...held }) as const;
      await behind(balances.closing.receivable, balance('RECEIVABLE'), known);
      await behind(balances.closing.contractAsset, balance('ASSET'), known);
      await behind(balances.closing.deferred, balance('DEFERRED'), known);
      await behind(balances.liability.current, balance('CURRENT'), known);
      await behind(balances.liability.nonCurrent, balance('NON_CURRENT'), known);
      await behind(balances.revenue, balance('REVENUE'), known);
      await behind(balances.fromPriorPerformance, balance('PRIOR_PERFORMANCE'), known);
      seen.push([
        fall.total.booked,
        fall.total.remaining,
        ahead.rows[2]?.recognised,
        roll.rows[2]?.billings,
        balances.revenue,
      ]);
    }
    const [past = [], now = []] = seen as string[][];
    expect(past.filter((figure, index) => figure === now[index])).toEqual([]);
  });

  it('as of a time at which something was being recorded, cut back like the report', async () => {
    const books = await openBooks();
    const behind = asker(books);
    const draft = (contractDate: string, price: string) => ({
      contractDate,
      price: { fixed: price },
      obligations: [point('goods', price)],
    });
    const { contract } = await books.contract(draft('2026-01-01', '100'));
    const { end, done } = await slowly(books, contract.id);
    // Active while the other is still being recorded: known, but not until everything before it is settled. In
    // another month, because the sums of a month (revenue_months) are kept in eight slots, and a contract in the same
    // slot as the other would have to wait for it.
    await books.contract(draft('2026-02-01', '40'));
    const asked = { knownAsOf: await databaseNow(books) };
    const booked = async (expected: string) => {
      const report = await runForOutput(waterfallReport, books.org.callAs('auditor'), {
        asOf: AS_OF,
        ...asked,
      });
      expect(report.total.booked).toBe(expected);
      await behind(expected, { kind: 'BOOKED' }, asked);
    };
    try {
      await booked('100.00');
    } finally {
      end();
      await done;
    }
    await booked('140.00');
  });

  it('as known then, largest first, page by page, and none of another organization', async () => {
    const books = await company();
    const behind = asker(books);
    // The contract of a later month is not booked yet.
    await behind('6077.00', { kind: 'BOOKED' });
    const booked = await behind('6577.00', { kind: 'BOOKED' }, { asOf: '2026-12' });
    expect(booked.rows.map(({ amount }) => amount)).toEqual(['4800.00', '1200.00', '500.00', '77.00']);
    await behind('0.00', { kind: 'BOOKED' }, { knownAsOf: '2020-01-01T00:00:00.000Z' });
    await behind('1200.00', { kind: 'BOOKED' }, { effectiveAsOf: '2026-01-31' });
    const second = await runForOutput(behindFigure, books.org.callAs('auditor'), {
      figure: { kind: 'BOOKED' },
      page: 2,
      limit: 3,
    });
    expect(second).toMatchObject({ count: 4, total: '6577.00', rows: [{ amount: '77.00' }] });
    const stranger = await openBooks('2026-04-15');
    expect(
      await runForOutput(behindFigure, stranger.org.callAs('auditor'), { figure: { kind: 'BOOKED' } }),
    ).toMatchObject({ count: 0, rows: [], total: '0.00' });
  });
});
