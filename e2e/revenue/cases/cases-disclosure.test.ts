import { afterAll, describe, expect, it } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { disaggregationReport, rpoReport } from '@/usecases/revenue/reports/report-revenue';
import { type Books, openBooks, PROBABLE } from '../books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const whole = (amount: string) => Math.round(Number(amount) + Number.EPSILON);

/** A dimension's values by name, as the company maintains them. */
async function named(books: Books, table: 'locations' | 'classes', names: readonly string[]) {
  const ids = new Map(names.map((name) => [name, newId()]));
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    insertRows(
      tenant,
      table,
      [...ids].map(([name, id]) => ({ id, code: name.toUpperCase().replaceAll(' ', '-'), name })),
    ),
  );
  return ids;
}

describe('disclosures of the standard, from posted entries', () => {
  it('606-10-55 Example 41: revenue by geography, product line and timing, each to segment totals of 1,990, 3,260 and 6,250', async () => {
    const books = await openBooks();
    const regions = await named(books, 'locations', ['North America', 'Europe', 'Asia']);
    const segments = await named(books, 'classes', ['Consumer products', 'Transportation', 'Energy']);
    const lines = new Map([
      ['Office supplies', '4100'],
      ['Appliances', '4200'],
      ['Clothing', '4300'],
      ['Motorcycles', '4400'],
      ['Automobiles', '4500'],
      ['Solar panels', '4600'],
      ['Power plant', '4700'],
    ]);
    const facts: [string, string, string, string][] = [
      ['North America', 'Office supplies', 'Consumer products', '600'],
      ['North America', 'Appliances', 'Consumer products', '390'],
      ['Europe', 'Appliances', 'Consumer products', '300'],
      ['Asia', 'Appliances', 'Consumer products', '300'],
      ['Asia', 'Clothing', 'Consumer products', '400'],
      ['North America', 'Motorcycles', 'Transportation', '500'],
      ['North America', 'Automobiles', 'Transportation', '1750'],
      ['Europe', 'Automobiles', 'Transportation', '750'],
      ['Asia', 'Automobiles', 'Transportation', '260'],
      ['Europe', 'Solar panels', 'Energy', '1000'],
      ['North America', 'Power plant', 'Energy', '5250'],
    ];
    const obligations = facts.map(([region, line, segment, ssp], index) => ({
      key: `fact ${index}`,
      ssp,
      pattern: line === 'Power plant' ? { kind: 'PROGRESS' as const } : { kind: 'POINT' as const },
      revenueAccountId: books.org.account(lines.get(line) ?? ''),
      locationId: regions.get(region) ?? null,
      classId: segments.get(segment) ?? null,
    }));
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '11500' },
      obligations,
    });
    await books.tell(
      contract.id,
      ...obligations.map(({ key, pattern }) =>
        pattern.kind === 'POINT'
          ? { kind: 'delivery' as const, ...on('2026-01-31'), key }
          : { kind: 'progress' as const, ...on('2026-01-31'), key, progress: '1' },
      ),
    );
    await books.run('2026-01');
    const by = async (category: 'location' | 'account' | 'timing') => {
      const report = await runForOutput(disaggregationReport, books.org.callAs('auditor'), {
        from: '2026-01',
        to: '2026-01',
        by: category,
        against: 'class',
      });
      return {
        segments: Object.fromEntries(
          report.columns.map((name, at) => [name, whole(report.totals[at] ?? '0')]),
        ),
        rows: Object.fromEntries(report.rows.map(({ value, total }) => [value, whole(total)])),
        total: whole(report.total),
      };
    };
    const totals = { 'Consumer products': 1990, Transportation: 3260, Energy: 6250 };
    expect(await by('location')).toEqual({
      segments: totals,
      rows: { 'North America': 8490, Europe: 2050, Asia: 960 },
      total: 11500,
    });
    const products = await by('account');
    expect([products.segments, products.total]).toEqual([totals, 11500]);
    expect(Object.values(products.rows).sort((a, b) => a - b)).toEqual([
      400, 500, 600, 990, 1000, 2760, 5250,
    ]);
    expect(await by('timing')).toEqual({
      segments: totals,
      rows: { POINT_IN_TIME: 6250, OVER_TIME: 5250 },
      total: 11500,
    });
    await books.tiesOut();
  });

  const twoYears = {
    kind: 'RATABLE' as const,
    start: '2026-07-01',
    end: '2028-06-30',
    method: 'EVEN_PERIODS' as const,
    residual: 'CUMULATIVE' as const,
  };
  const remaining = async (books: Books) => {
    const report = await runForOutput(rpoReport, books.org.callAs('auditor'), {
      asOf: '2026-12',
      banding: 'YEARS',
      elected: ['RIGHT_TO_INVOICE'],
    });
    return {
      bands: report.bands
        .filter(({ amount }) => Number(amount) !== 0)
        .map(({ band, amount }) => [band, amount]),
      total: report.total,
      excluded: report.excluded,
    };
  };

  it('606-10-55 Example 42 Case A: a service billed by the hour is revenue as invoiced and not a remaining obligation', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-07-01',
      price: { fixed: '0' },
      obligations: [
        {
          key: 'hours',
          ssp: '0',
          expedient: 'RIGHT_TO_INVOICE',
          pattern: { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '25' }] },
        },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'usage', ...on('2026-07-31'), key: 'hours', quantity: '40' },
      { kind: 'invoice', ...on('2026-07-31'), amount: '1000' },
    );
    await books.run('2026-07');
    expect(await remaining(books)).toMatchObject({ bands: [], total: '0.00' });
    await books.proves(
      '2026-07-31: Dr RECEIVABLE 1000, Cr DEFERRED_REVENUE 1000',
      '2026-07-31: Dr DEFERRED_REVENUE 1000, Cr REVENUE 1000',
    );
  });

  it('606-10-55 Example 42 Cases B and C: after half a year 4,800 and 2,400 remain of one, 1,575 and 788 of the other', async () => {
    const books = await openBooks();
    await books.contract({
      contractDate: '2026-07-01',
      price: { fixed: '9600' },
      obligations: [{ key: 'service', ssp: '9600', pattern: twoYears }],
    });
    await books.runThrough('2026-07', '2026-12');
    expect(await remaining(books)).toMatchObject({
      bands: [
        ['2027', '4800.00'],
        ['2028', '2400.00'],
      ],
      total: '7200.00',
    });
    // Case C, in separate books: 100 a month and a one-off 750 that is expected.
    const others = await openBooks();
    const { contract } = await others.contract({
      contractDate: '2026-07-01',
      price: {
        fixed: '2400',
        variable: [
          {
            key: 'one-off',
            ...PROBABLE,
            method: 'MOST_LIKELY',
            outcomes: [
              { amount: '750', probability: '0.8' },
              { amount: '0', probability: '0.2' },
            ],
          },
        ],
      },
      obligations: [{ key: 'service', ssp: '3150', pattern: twoYears }],
    });
    expect(contract.transactionPrice).toBe('3150.00');
    await others.runThrough('2026-07', '2026-12');
    const left = await remaining(others);
    expect(left.bands.map(([band, amount]) => [band, whole(amount ?? '')])).toEqual([
      ['2027', 1575],
      ['2028', 788],
    ]);
    expect(whole(left.total)).toBe(2363);
    expect(await books.balance('4100')).toBe('-2400');
    expect(await others.balance('4100')).toBe('-787.5');
    await books.tiesOut();
    await others.tiesOut();
  });

  it('606-10-55 Example 43: of a building at 10 m with 3.2 m recognized, 6.8 m remain, without fixed months', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '10000000' },
      obligations: [{ key: 'building', ssp: '10000000', pattern: { kind: 'PROGRESS' } }],
    });
    await books.tell(contract.id, {
      kind: 'costs',
      scope: 'CONSTRUCTION',
      ...on('2026-12-31'),
      key: 'building',
      costToDate: '1600000',
      totalCost: '5000000',
    });
    await books.run('2026-12');
    expect(await remaining(books)).toMatchObject({
      bands: [['unscheduled', '6800000.00']],
      total: '6800000.00',
    });
    await books.proves('2026-12-31: Dr CONTRACT_ASSET 3200000, Cr REVENUE 3200000');
  });
});
