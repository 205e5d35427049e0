import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { type Door, doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { wholeAging } from '@/usecases/reports/show-aging';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { incomeByPeriod } from '@/usecases/reports/show-income-by-period';
import { balanceSheet, incomeStatement } from '@/usecases/reports/show-statements';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { furnishedBooks } from '../../ledger/evidence/planted-books';
import type { Books } from '../../revenue/books';

afterAll(closeConnections);

let books: Books;
let door: Door;
beforeAll(async () => {
  books = await furnishedBooks();
  door = doorFor(surfaceC, books.org.principals.controller);
});

type Json = Record<string, unknown>;
const get = async (path: string) => {
  const { status, json } = await door.send('GET', `/api/v1${path}`);
  return { status, body: json as Json };
};
const send = async (method: string, path: string, body?: object) => {
  const { status, json } = await door.send(method, `/api/v1${path}`, body === undefined ? {} : { body });
  return { status, body: json as Json };
};

/** Every amount in an answer: a string of digits under a name that stands for an amount. */
function amountsIn(value: unknown, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const one of value) amountsIn(one, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      const isAmount =
        /amount|total|difference|ledger|subledger|base$|open|CURRENT|DAYS|OVER|carrying|revalued|balance/i.test(
          name,
        );
      if (typeof field === 'string' && isAmount && /^-?\d+(\.\d+)?$/.test(field)) found.push(field);
      else amountsIn(field, found);
    }
  }
  return found;
}

describe('the ledger’s reports over REST', () => {
  it('are those of the screens, at the scale of their currency', async () => {
    const call = books.org.callAs('controller');
    const asOf = '2026-03-31';
    const year = { dateFrom: '2026-01-01', dateTo: asOf };
    const expected: Readonly<Record<string, unknown>> = {
      [`/reports/balance-sheet?asOf=${asOf}`]: await runForOutput(balanceSheet, call, { asOf }),
      [`/reports/income-statement?dateFrom=${year.dateFrom}&dateTo=${asOf}`]: await runForOutput(
        incomeStatement,
        call,
        year,
      ),
      '/reports/income-statement-by-period?from=2026-01&to=2026-03': await runForOutput(
        incomeByPeriod,
        call,
        { from: '2026-01', to: '2026-03' },
      ),
      [`/reports/consolidation?asOf=${asOf}`]: await runForOutput(consolidation, call, { asOf }),
      [`/reports/aging?asOf=${asOf}`]: await runForOutput(wholeAging, call, { asOf, side: 'RECEIVABLE' }),
      [`/reports/aging?asOf=${asOf}&side=PAYABLE`]: await runForOutput(wholeAging, call, {
        asOf,
        side: 'PAYABLE',
      }),
      [`/reports/tie-out?asOf=${asOf}`]: await runForOutput(tieOutControls, call, { asOf }),
    };
    for (const [path, answer] of Object.entries(expected)) {
      const { status, body } = await get(path);
      expect([path, status, body]).toEqual([path, 200, JSON.parse(JSON.stringify(answer))]);
      const amounts = amountsIn(body);
      expect(amounts.filter((amount) => !/^-?\d+\.\d\d$/.test(amount))).toEqual([]);
    }
    for (const path of [`/reports/open-items?asOf=${asOf}`, `/reports/trial-balance?asOf=${asOf}`]) {
      const { status, body } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(amountsIn(body).filter((amount) => !/^-?\d+\.\d\d$/.test(amount))).toEqual([]);
    }
  });

  it('agree with each other: the aging with the balance sheet, the tie-out reconciles, every check passes', async () => {
    const asOf = '2026-03-31';
    const sheet = (await get(`/reports/balance-sheet?asOf=${asOf}`)).body as {
      sections: { rows: { code: string; amount: string }[] }[];
    };
    const receivable = sheet.sections.flatMap(({ rows }) => rows).find(({ code }) => code === '1210');
    const owed = (await get(`/reports/aging?asOf=${asOf}`)).body as {
      base: { total: string };
      control: { agrees: boolean };
    };
    expect(owed.base.total).toBe(receivable?.amount);
    expect(owed.control.agrees).toBe(true);
    expect((await get(`/reports/tie-out?asOf=${asOf}`)).body).toMatchObject({ holds: true });
    const auditor = doorFor(surfaceC, books.org.principals.auditor);
    const { status, json } = await auditor.send('GET', '/api/v1/reports/verification');
    expect([status, json]).toMatchObject([200, { isSound: true, breaches: [] }]);
  });

  it('refuse a parameter they do not know, a day that does not exist, and a role without the report', async () => {
    expect(await get('/reports/aging?asof=2026-03-31')).toMatchObject({ status: 400 });
    expect(await get('/reports/balance-sheet?asOf=2026-02-30')).toMatchObject({ status: 400 });
    const viewer = doorFor(surfaceC, books.org.principals.viewer);
    expect((await viewer.send('GET', '/api/v1/reports/verification')).status).toBe(403);
  });
});

describe('periods, rates, revaluation, tax codes and items over REST', () => {
  it('show the calendar, what blocks a period, and its revaluation', async () => {
    const { body } = await get('/periods?fiscalYear=2026');
    const [january] = body.data as { id: string; label: string; status: string }[];
    expect(january).toMatchObject({ label: '2026-01', status: 'OPEN' });
    const revaluation = await get(`/periods/${january?.id}/revaluation`);
    expect(revaluation).toMatchObject({ status: 200, body: { baseCurrencyCode: 'USD', isCurrent: true } });
    expect(amountsIn(revaluation.body).filter((amount) => !/^-?\d+\.\d\d$/.test(amount))).toEqual([]);
    const blockers = (await get(`/periods/${january?.id}/blockers`)).body.data as { blocker: string }[];
    expect(blockers.map(({ blocker }) => blocker)).toContain('UNPOSTED_DOCUMENTS');
    // In sequence: not January while earlier months are open; the first month of the calendar can be.
    const refused = await send('POST', `/periods/${january?.id}/soft-close`, { reason: 'Complete' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_STATUS_TRANSITION' } });
    const [first] = (await get('/periods')).body.data as { id: string }[];
    const step = (verb: string) => send('POST', `/periods/${first?.id}/${verb}`, { reason: 'Complete' });
    expect(await step('soft-close')).toMatchObject({
      status: 200,
      body: { period: { status: 'SOFT_CLOSED' } },
    });
    expect(await step('close')).toMatchObject({ status: 200, body: { period: { status: 'CLOSED' } } });
    expect((await get('/periods')).body.data).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: first?.id, status: 'CLOSED' })]),
    );
  });

  it('set, list and remove exchange rates, and list what was corrected', async () => {
    const rate = { fromCurrency: 'GBP', toCurrency: 'USD', rateDate: '2026-03-01', rate: '1.27' };
    const set = await send('POST', '/exchange-rates', { rates: [rate] });
    expect(set).toMatchObject({ status: 200, body: { rates: [{ ...rate, rateType: 'SPOT' }] } });
    const { body } = await get('/exchange-rates?fromCurrency=GBP&limit=10');
    const [found] = body.data as { id: string }[];
    expect(body).toMatchObject({ data: [rate], total: 1 });
    expect(await send('DELETE', `/exchange-rates/${found?.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await get('/exchange-rates?fromCurrency=GBP')).body).toMatchObject({ data: [] });
    const corrections = (await get('/exchange-rates/corrections')).body.data as { items: unknown[] }[];
    expect(corrections[0]?.items.length).toBeGreaterThan(0);
  });

  it('keep tax codes and items', async () => {
    const made = await send('POST', '/tax-codes', {
      code: 'VAT-21',
      name: 'Value added tax',
      rates: [{ ratePercent: '21', validFrom: '2026-01-01' }],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { taxCode: { code: 'VAT-21', rates: [{ ratePercent: '21' }] } },
    });
    const { id } = made.body.taxCode as { id: string };
    expect(await send('PUT', `/tax-codes/${id}`, { name: 'VAT' })).toMatchObject({
      body: { taxCode: { name: 'VAT' } },
    });
    const codes = (await get('/tax-codes')).body.data as { id: string }[];
    expect(codes.map((code) => code.id)).toContain(id);
    expect(await send('DELETE', `/tax-codes/${id}`)).toMatchObject({ status: 200 });
    const sales = doorFor(surfaceC, books.org.principals.admin);
    const item = await sales.send('POST', '/api/v1/items', {
      body: { code: 'SEAT', name: 'Seat', itemType: 'SUBSCRIPTION' },
    });
    expect([item.status, item.json]).toMatchObject([201, { item: { code: 'SEAT' } }]);
    expect((await sales.send('GET', '/api/v1/items?search=SEA')).json).toMatchObject({
      data: [{ code: 'SEAT' }],
      total: 1,
    });
  });
});
