import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readEarlierPage } from '@/db/reports/documents/aging';
import type { AgingPage } from '@/db/reports/documents/aging-parties';
import { readEarlierExtent } from '@/db/reports/documents/earlier-day';
import { readOpenSums, readWholeOpenItems } from '@/db/reports/documents/open-items';
import { readEarlierItems } from '@/db/reports/documents/open-items-page';
import { type Tenant, withTenantReport } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { openItems } from '@/usecases/reports/list-open-items';
import { aging } from '@/usecases/reports/show-aging';
import { fillDocuments, fillRecords, prepareNotes } from '../../../bench/growth/fill';
import { type Size, sizeOf, TODAY } from '../../../bench/growth/sizes';
import { tidy } from '../../../bench/growth/tidy';
import { comparedOneByOne, costOf, type Verb } from '../../support/statement-costs';
import { compareWays } from './earlier-ways';

// What is read from sums by day and by going through names costs no more where more was open then.

/** A separate database: the number of pages a statement touches depends on dead rows, which transactions of other tests would keep. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

/** Hundreds of documents were open on this day, of some hundred customers. */
const THEN = '2025-08-15';
/** What is open today, how the day's sums are read and the counterparties of a page are looked up, in pages of 8 kB. */
const MAY_ADD = 150;

let books: TestOrganization;

beforeAll(async () => {
  await prepareNotes();
  books = await foundTestOrganization({ name: 'long', today: TODAY });
  const size: Size = { ...sizeOf('1k'), groups: 2000, customers: 500, vendors: 100, openGroups: 20 };
  await fillRecords(books, size);
  await fillDocuments(books, size, 0, () => undefined);
  await tidy(books);
});

afterAll(() => database.leave());

const queryOf = (asOf: string) => ({
  roles: ['RECEIVABLE'],
  asOf,
  subsidiaries: [{ id: books.ids.rootSubsidiary, rate: '1' }],
});
const reading =
  (asOf: string, work: (tenant: Tenant, query: ReturnType<typeof queryOf>) => Promise<unknown>): Verb =>
  () =>
    withTenantReport({ organizationId: books.principals.admin.organizationId, userId: null }, (tenant) =>
      work(tenant, queryOf(asOf)),
    );

const agingPage =
  (isBounded: boolean) =>
  async (tenant: Tenant, query: ReturnType<typeof queryOf>): Promise<unknown> => {
    const { lengths } = await readEarlierExtent(tenant, query);
    const page = { offset: 0, limit: 5, after: null, pattern: null, isBounded };
    return readEarlierPage(tenant, { ...query, lengths }, page, (row) => row);
  };
const WAYS = {
  'the sums of control accounts': readOpenSums,
  'a page of the aging': agingPage(false),
  'a page of the aging on its screen': agingPage(true),
  'a page of open items': async (tenant, query) =>
    readEarlierItems(tenant, query, await readEarlierExtent(tenant, query), { offset: 0, limit: 5 }),
} as const satisfies Record<string, (tenant: Tenant, query: ReturnType<typeof queryOf>) => Promise<unknown>>;
const cost = (asOf: string, work: (typeof WAYS)[keyof typeof WAYS]) =>
  costOf(books, reading(asOf, work), {}, ['business_transactions', 'document_spans', 'payment_applications']);

describe('an earlier day on which much was open', () => {
  test('has the pages and totals that reading every item finds', async () => {
    const { compared, bounds, items } = await compareWays(
      { organizationId: books.principals.admin.organizationId, userId: null },
      { side: 'RECEIVABLE', asOf: THEN, subsidiaryIds: [books.ids.rootSubsidiary], limit: 40 },
    );
    expect(items).toBeGreaterThan(200);
    expect(bounds).toBeGreaterThan(1);
    expect(compared).toBeGreaterThan(10);
  });

  test.each([
    'the sums of control accounts',
    'a page of the aging on its screen',
    'a page of open items',
  ] as const)('%s touch about what they touch for today, however much was open then', async (name) => {
    const [then, today] = [await cost(THEN, WAYS[name]), await cost(TODAY, WAYS[name])];
    expect(then.scanned).toEqual([]);
    expect(then.pages).toBeLessThan(today.pages + MAY_ADD);
    // Reading every item looks up each document.
    const whole = await costOf(
      books,
      reading(THEN, (tenant, query) => readWholeOpenItems(tenant, query, (row) => row)),
      {},
      [],
    );
    expect(then.pages).toBeLessThan(whole.pages / 2);
  });

  test.each(Object.entries(WAYS))('%s: no row is compared with each of a list', async (_, work) => {
    expect(await comparedOneByOne(books, reading(THEN, work), {})).toEqual([]);
  });

  test('with thousands of items is asked so, by those who may see every name, for pages that are near', async () => {
    const call = books.callAs('auditor');
    const asked = { side: 'RECEIVABLE', asOf: THEN, limit: 20 };
    const ask = async (more: object = {}) => {
      const [sums, items] = [
        await runForOutput(aging, call, { ...asked, ...more }),
        await runForOutput(openItems, call, { ...asked, ...more }),
      ];
      return {
        total: Number(sums.totals[0]?.total),
        rows: sums.rows,
        items: items.items,
        count: items.total,
      };
    };
    const [real, far, one] = [
      await ask(),
      await ask({ page: 101 }),
      await ask({ entityId: someone(await ask()) }),
    ];
    // Sums that are wrong tell who reads them: five thousand items more, for a dollar.
    const add = (items: number, amount: number) =>
      withOwner((client) =>
        client.query(
          `update document_span_days set item_count = item_count + $2, amount = amount + $3 where ctid = (
             select min(d.ctid) from document_span_days d where d.organization_id = $1 and d.kind = 'INVOICE' and d.opened_on <= $4 and d.settled_on > $4)`,
          [books.organizationId, items, amount, THEN],
        ),
      );
    await add(5_000, 1);
    const read = {
      now: await ask(),
      far: await ask({ page: 101 }),
      one: await ask({ entityId: someone(real) }),
    };
    await add(-5_000, -1);
    // Nor is it asked of today, though it is said that as much is settled after it.
    // A page for which all names would be gone through.
    const now = { asOf: TODAY, limit: 100 };
    const today = await ask(now);
    await withOwner((client) =>
      client.query(
        `insert into document_span_days (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code, item_count, amount, base)
         select d.organization_id, 15, $2::date + 20000, $2::date, d.due_on, d.subsidiary_id, d.kind, d.entity_type, d.currency_code, 5000, 1, 1
         from document_span_days d where d.organization_id = $1 and d.kind = 'INVOICE' limit 1`,
        [books.organizationId, TODAY],
      ),
    );
    expect(await ask(now)).toEqual(today);
    await withOwner((client) =>
      client.query(
        'delete from document_span_days where organization_id = $1 and settled_on > $2::date + 10000',
        [books.organizationId, TODAY],
      ),
    );
    expect(read.now).toEqual({ ...real, total: real.total + 1, count: real.count + 5_000 });
    expect([read.far, read.one]).toEqual([far, one]);
  });

  test.each([
    // Twenty groups leave a bill and its payment each; employees are paid by documents of the same kind.
    ['EMPLOYEE_PAYABLE', 20],
    ['PAYABLE', 40],
  ] as const)('today’s aging of %s reads no document of another control account', async (side, documents) => {
    const verb: Verb = (call, input) => runForOutput(aging, call, input);
    const { read } = await costOf(books, verb, { side, asOf: TODAY, limit: 20 }, []);
    expect(read.get('business_transactions') ?? 0).toBe(documents);
  });

  test('is not looked for by name where hardly anyone among the first names owed something', async () => {
    await withOwner((client) =>
      client.query(
        `insert into customers (organization_id, id, company_name)
         select $1::uuid, lpad(to_hex(n), 32, '0')::uuid, '0 of no account ' || n from generate_series(1, 100) n`,
        [books.organizationId],
      ),
    );
    const claim = { organizationId: books.principals.admin.organizationId, userId: null };
    await withTenantReport(claim, async (tenant) => {
      const query = queryOf(THEN);
      const extent = await readEarlierExtent(tenant, query);
      const earlier = { ...query, lengths: extent.lengths };
      const [near, far] = [5, 20].map((limit) => ({ offset: 0, limit, after: null, pattern: null })) as [
        AgingPage,
        AgingPage,
      ];
      expect(await readEarlierPage(tenant, earlier, near, (row) => row)).toBeNull();
      expect(await readEarlierItems(tenant, query, extent, near)).toBeNull();
      expect((await readEarlierPage(tenant, earlier, far, (row) => row))?.rows).toHaveLength(20);
      expect((await readEarlierItems(tenant, query, extent, far))?.rows).toHaveLength(20);
    });
  });
});

const someone = ({ rows }: { readonly rows: readonly { readonly entityId: string | null }[] }) =>
  rows.find(({ entityId }) => entityId !== null)?.entityId ?? '';
