import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { findBreaches } from '@/db/reports/verification/verification';
import { DIFFERENT_YEARS } from '@/db/revenue/customer-years';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { rowsOfCsv } from '@/lib/csv';
import { newId } from '@/lib/ids';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { collect, stream } from '@/usecases/kit/stream';
import { behindFigure } from '@/usecases/revenue/reports/report-behind';
import { customersReport, streamCustomers } from '@/usecases/revenue/reports/report-customers';
import { disaggregationReport } from '@/usecases/revenue/reports/report-revenue';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { type Books, openBooks } from '../books';
import { databaseNow } from '../histories/moments';
import { sumSome } from './posted-books';

afterAll(closeConnections);

/**
 * Proves the law revenue/keep-customer, and the report of customers on contracts that went through the engine: two customers of one name, one
 * written in capitals, a run that was reversed, and goods whose delivery was recorded late.
 */

const YEAR = { from: '2026-01', to: '2026-12' };
const TWINS = [newId(), newId()] as const;
const CAPITALS = newId();
let books: Books;
let moment = '';

beforeAll(async () => {
  books = await openBooks('2026-06-30');
  await withTenantSql(claim(), (tenant) =>
    insertRows(tenant, 'customers', [
      { id: TWINS[0], companyName: 'Twin', customerId: 'T-1' },
      { id: TWINS[1], companyName: 'Twin', customerId: 'T-2' },
      { id: CAPITALS, companyName: 'IBM', customerId: 'I-1' },
    ]),
  );
  const care = (customerId: string, price: string) =>
    books.contract({
      customerId,
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: price },
      obligations: [
        { key: 'care', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
  await care(TWINS[0], '1200');
  await care(TWINS[1], '2400');
  await care(CAPITALS, '3600');
  await care(CAPITALS, '365');
  await care(books.org.ids.customer, '730');
  const { contract: goods } = await books.contract({
    customerId: TWINS[0],
    contractDate: '2026-01-10',
    price: { fixed: '50' },
    obligations: [{ key: 'goods', ssp: '50', pattern: { kind: 'POINT' } }],
  });
  await books.run('2026-01');
  await books.run('2026-02');
  moment = await databaseNow(books);
  // Delivered in January and recorded in March, whose run is reversed; April posts both.
  await books.tell(goods.id, { kind: 'delivery', effectiveDate: '2026-01-20', key: 'goods' });
  const march = await books.run('2026-03');
  await runForOutput(reverseRun, books.org.callAs('controller'), { id: march.id, reason: 'Run too early' });
  await books.run('2026-04');
});

const claim = () => ({ organizationId: books.org.principals.admin.organizationId, userId: null });
const ask = (input: object = {}) => report(input);
const report = (input: object) =>
  runForOutput(customersReport, books.org.callAs('controller'), { ...YEAR, ...input });

describe('revenue by customer', () => {
  it('is the same before its sums are kept and after, and the server that wrote keeps them', async () => {
    const sums = () =>
      withTenantReport(claim(), (tenant) =>
        sql(tenant, 'select customer_id from revenue_customer_years', []),
      );
    const before = await ask();
    expect(await sums()).toEqual([]);
    while ((await sumSome({ claim: claim() }, 2)) > 0) expect(await ask()).toEqual(before);
    expect((await sums()).length).toBeGreaterThan(3);
    expect(await ask()).toEqual(before);
  });

  it('tells customers of one name apart, and its figures are those of the rows that were posted', async () => {
    const shown = await ask();
    const rows = await withTenantReport(claim(), (tenant) =>
      sql<{ customerId: string | null; month: string; amount: string }>(
        tenant,
        `select k.customer_id::text as "customerId", r.posted_period as month, sum(r.amount)::numeric(20, 2)::text as amount
         from revenue_rows r join revenue_contracts k on k.organization_id = r.organization_id and k.id = r.contract_id
         where r.posted_period is not null group by 1, 2 having sum(r.amount) <> 0`,
      ),
    );
    const cells = shown.rows.flatMap(({ customerId, amounts }) =>
      shown.columns.flatMap((month, at) =>
        dec(amounts[at] ?? '0').isZero() ? [] : [{ customerId, month, amount: amounts[at] }],
      ),
    );
    const inOrder = (all: typeof rows) => all.map((row) => Object.values(row).join(' ')).sort();
    expect(inOrder(cells as typeof rows)).toEqual(inOrder(rows));
    expect(shown.rows.map(({ name }) => name).sort()).toEqual(['IBM', 'Northwind', 'Twin', 'Twin']);
    expect(new Set(shown.rows.map(({ customerId }) => customerId))).toEqual(
      new Set([...TWINS, CAPITALS, books.org.ids.customer]),
    );
    expect(shown.total).toBe(sum(rows.map(({ amount }) => amount)).toFixed(2));
    expect(shown.count).toBe(4);
  });

  it('has the total of the disaggregation in every column, today and at any other moment and day', async () => {
    for (const at of [
      {},
      { knownAsOf: moment },
      { effectiveAsOf: '2026-01-15' },
      { effectiveAsOf: '2026-02-28', knownAsOf: moment },
    ]) {
      const call = books.org.callAs('controller');
      const plain = await runForOutput(disaggregationReport, call, {
        ...YEAR,
        ...at,
        by: 'customer',
        against: 'period',
      });
      const shown = await ask(at);
      expect(shown.total).toBe(plain.total);
      expect(shown.columns.map((column, index) => [column, shown.totals[index]])).toEqual(
        shown.columns.map((column) => [column, plain.totals[plain.columns.indexOf(column)] ?? '0.00']),
      );
      for (const { value, total } of plain.rows) {
        // Twins, who share a name, have their numbers there.
        const isIt = ({ name, number }: (typeof shown.rows)[number]) =>
          [name ?? 'none', `${name} (${number})`].includes(value);
        const own = shown.rows.filter(isIt).map((row) => row.total);
        expect(own, `${value} ${JSON.stringify(at)}`).toHaveLength(1);
        expect(sum(own).toFixed(2), `${value} ${JSON.stringify(at)}`).toBe(total);
      }
    }
  });

  it('sums to the same for every customer whatever its columns, of all and of those that are found', async () => {
    const months = await ask();
    for (const search of [undefined, 'twin', 'I-1']) {
      const asked = search === undefined ? {} : { search };
      const byMonth = await ask(asked);
      for (const against of ['account', 'timing', 'subsidiary', 'cohort', 'nature'] as const) {
        const shown = await ask({ ...asked, against });
        expect([shown.total, shown.count]).toEqual([byMonth.total, byMonth.count]);
        expect(sum(shown.totals).toFixed(2)).toBe(shown.total);
        expect(shown.rows.map(({ customerId, total }) => [customerId, total])).toEqual(
          byMonth.rows.map(({ customerId, total }) => [customerId, total]),
        );
        for (const row of shown.rows) expect(sum(row.amounts).toFixed(2)).toBe(row.total);
        expect(shown.columns).not.toContain('');
      }
    }
    expect((await ask({ search: 'twin' })).rows.map(({ number }) => number).sort()).toEqual(['T-1', 'T-2']);
    expect(months.rows).toHaveLength(4);
  });

  it('is the sum of the contracts behind each of its figures', async () => {
    const shown = await ask();
    for (const { customerId, total, amounts } of shown.rows) {
      const behind = (more: { category: 'period'; value: string }[] = []) =>
        runForOutput(behindFigure, books.org.callAs('controller'), {
          asOf: '2026-12',
          figure: {
            kind: 'REVENUE',
            of: 'POSTED',
            year: '2026-12',
            categories: [{ category: 'customerId', value: customerId ?? 'none' }, ...more],
          },
        });
      expect((await behind()).total).toBe(total);
      expect((await behind([{ category: 'period', value: '2026-04' }])).total).toBe(amounts[3]);
    }
  });

  it('continues behind a place of its own list, and refuses a place of another order or none', async () => {
    const whole = await ask();
    const first = await ask({ limit: 3 });
    const second = await ask({ limit: 3, after: first.nextCursor });
    expect([...first.rows, ...second.rows]).toEqual(whole.rows);
    expect([second.nextCursor, second.count, second.total]).toEqual([null, 4, whole.total]);
    const totals = whole.rows.map(({ total }) => dec(total));
    expect(totals.every((total, at) => at === 0 || !total.gt(totals[at - 1] ?? total))).toBe(true);
    for (const wrong of [{ order: 'NAME', after: first.nextCursor }, { after: 'nowhere' }]) {
      await expect(ask(wrong)).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    }
    expect((await ask({ order: 'NAME', limit: 500 })).rows.map(({ name }) => name)).toEqual([
      'IBM',
      'Northwind',
      'Twin',
      'Twin',
    ]);
  });

  it('is in a file with every customer and the sums of all, as the endpoint sends it and as the console saves it', async () => {
    const shown = await ask();
    const lines = await collect(await stream(streamCustomers, books.org.callAs('auditor'), YEAR));
    expect(lines.map(({ amounts, total }) => [amounts, total])).toEqual([
      ...shown.rows.map(({ amounts, total }) => [amounts, total]),
      [shown.totals, shown.total],
    ]);
    expect(lines.at(-1)?.kind).toBe('TOTAL');
    const door = doorFor(surfaceC, books.org.principals.auditor);
    const path = '/api/v1/revenue/reports/customers?from=2026-01&to=2026-12';
    const json = await door.send('GET', `${path}&limit=2&order=NAME`);
    expect(json.status, json.text).toBe(200);
    expect(json.json).toMatchObject({
      count: 4,
      total: shown.total,
      rows: [{ name: 'IBM' }, { name: 'Northwind' }],
    });
    const csv = await door.send('GET', `${path}&format=csv&search=twin`);
    expect(csv.status, csv.text).toBe(200);
    const table = rowsOfCsv(csv.text) ?? [];
    expect(table[0]?.slice(4, 8)).toEqual(['customer', 'number', 'customerId', '2026-01']);
    expect(table.slice(1).map((row) => row[5])).toEqual(['T-2', 'T-1', '']);
    expect(table.at(-1)?.at(-1)).toBe((await ask({ search: 'twin' })).total);
    // Nothing that is found is a file with its sums only.
    const none = await collect(
      await stream(streamCustomers, books.org.callAs('auditor'), { ...YEAR, search: 'xyz' }),
    );
    expect(none.map(({ kind, total }) => [kind, total])).toEqual([['TOTAL', '0.00']]);
  });

  it('reads sums that verification compares with the rows', async () => {
    expect(
      await withTenantReport(claim(), (tenant) => sql(tenant, DIFFERENT_YEARS, [tenant.organizationId])),
    ).toEqual([]);
    const found = await withTenantReport(claim(), (tenant) => findBreaches(tenant));
    expect(found).toEqual([]);
  });

  it('cannot lose a customer: an active contract keeps its customer, subsidiary and currency', async () => {
    const contracts = () =>
      withTenantReport(claim(), (tenant) =>
        sql(
          tenant,
          'select id, customer_id, subsidiary_id, currency_code, version from revenue_contracts order by id',
        ),
      );
    const before = await contracts();
    for (const change of [`customer_id = '${TWINS[1]}'`, 'customer_id = null', `currency_code = 'EUR'`]) {
      await expect(
        withTenantSql(claim(), (tenant) =>
          sql(tenant, `update revenue_contracts set ${change} where customer_id = '${TWINS[0]}'`),
        ),
      ).rejects.toThrow(/keeps its customer/);
    }
    expect(await contracts()).toEqual(before);
    // What is not part of that changes as before.
    await withTenantSql(claim(), (tenant) =>
      sql(tenant, `update revenue_contracts set name = 'Care' where customer_id = '${TWINS[0]}'`),
    );
  });

  it('what is posted after its sums were kept counts at once, and is the same once it is kept', async () => {
    const before = await ask();
    await books.run('2026-05');
    const after = await ask();
    const may = after.columns.indexOf('2026-05');
    expect(dec(after.totals[may] ?? '0').gt(before.totals[may] ?? '0')).toBe(true);
    while ((await sumSome({ claim: claim() }, 100)) > 0);
    expect(await ask()).toEqual(after);
    expect(
      await withTenantReport(claim(), (tenant) => sql(tenant, DIFFERENT_YEARS, [tenant.organizationId])),
    ).toEqual([]);
  });
});
