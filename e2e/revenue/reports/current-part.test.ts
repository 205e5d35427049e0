import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { contractBalancesReport } from '@/usecases/revenue/reports/report-balances';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { reclassifyBalances } from '@/usecases/revenue/runs/reclassify-balances';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

/** 3,600 prepaid for three years from 2026 on; a second contract whose single delivery has no date. */
async function ahead(books: Books) {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2028-12-31',
    price: { fixed: '3600' },
    obligations: [
      {
        key: 'care',
        ssp: '3600',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  });
  await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-01', amount: '3600' });
  const { contract: goods } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '50' },
    obligations: [{ key: 'goods', ssp: '50', pattern: { kind: 'POINT' } }],
  });
  await books.tell(goods.id, { kind: 'invoice', effectiveDate: '2026-01-01', amount: '50' });
  return contract;
}
const report = ({ org }: Books, more: object = {}) =>
  runForOutput(contractBalancesReport, org.callAs('auditor'), { from: '2026-01', to: '2026-01', ...more });

describe('contract liabilities, current and noncurrent (210-10-45)', () => {
  it('are split by the next twelve months of the schedule, and reclassified and reversed with a pair of entries, once', async () => {
    const books = await openBooks();
    const contract = await ahead(books);
    const ask = (more: object = {}) =>
      runForOutput(reclassifyBalances, books.org.callAs('revenue', more), { period: '2026-01' });
    await expect(ask()).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'RUN_FIRST' } },
    });
    await books.run('2026-01');
    const shown = await report(books);
    expect(shown.liability).toEqual({ current: '1250.00', nonCurrent: '2300.00' });
    expect(shown.contracts[0]).toMatchObject({
      contractNumber: contract.contractNumber,
      deferred: '3500.00',
      current: '1200.00',
      nonCurrent: '2300.00',
    });
    const before = await books.entries();
    expect((await ask({ dryRun: true })).reclassifications).toMatchObject([{ nonCurrent: '2300.00' }]);
    expect(await books.entries()).toEqual(before);
    const made = await ask();
    expect(made.reclassifications).toMatchObject([
      {
        liability: '3550.00',
        current: '1250.00',
        nonCurrent: '2300.00',
        postingDate: '2026-01-31',
        reversalDate: '2026-02-01',
      },
    ]);
    expect((await books.entries()).slice(before.length)).toEqual([
      ['2310 2300', '2350 -2300'],
      ['2310 -2300', '2350 2300'],
    ]);
    expect(await ask()).toEqual(made);
    expect(await books.entries()).toHaveLength(before.length + 2);
    expect((await runForOutput(verifyRevenue, books.org.callAs('auditor'), {})).holds).toBe(true);
    await books.run('2026-02');
    expect((await report(books, { to: '2026-02' })).liability).toEqual({
      current: '1250.00',
      nonCurrent: '2200.00',
    });
    // As known then, January's report is unchanged.
    expect((await report(books)).liability).toEqual(shown.liability);
  });
});

describe('reports as a table', () => {
  it('are CSV with ?format=csv or Accept, both dates in every row, each amount as in the JSON', async () => {
    const books = await openBooks();
    await ahead(books);
    await books.run('2026-01');
    const door = doorFor(surfaceC, books.org.principals.controller);
    const ask = (path: string, headers: Record<string, string> = {}) =>
      door.send('GET', `/api/v1/revenue/reports/${path}`, { headers });
    const names = [
      'waterfall',
      'rollforward',
      'rpo',
      'contract-balances',
      'disaggregation',
      'forecast',
      'recurring',
    ];
    const span = 'from=2026-01&to=2026-02&asOf=2026-01&effectiveAsOf=2026-01-31';
    for (const name of names) {
      const table = await ask(`${name}?${span}&format=csv`);
      expect({ name, status: table.status, type: table.headers.get('content-type') }).toEqual({
        name,
        status: 200,
        type: 'text/csv; charset=utf-8',
      });
      const [header, ...rows] = table.text.trimEnd().split('\r\n');
      expect(header).toMatch(/^currencyCode,asOf,effectiveAsOf,knownAsOf,/);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatch(/^USD,2026-0[12],2026-01-31,20\d\d-\d\d-\d\dT[\d:.]+Z,/);
    }
    const balances = await ask(`contract-balances?from=2026-01&to=2026-01`, { accept: 'text/csv' });
    expect(balances.text.split('\r\n')[1]).toMatch(
      /,0\.00,3500\.00,1200\.00,2300\.00$|,3600\.00,0\.00,3500\.00,1200\.00,2300\.00$/,
    );
    const json = await ask('contract-balances?from=2026-01&to=2026-01', { accept: 'application/json' });
    expect(json.headers.get('content-type')).toContain('application/json');
    expect((await ask('waterfall?format=xml')).status).toBe(400);
  });
});
