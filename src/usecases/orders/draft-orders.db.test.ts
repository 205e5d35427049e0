import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { asOwnerOf, requireTwoForNothing, revenueLeft } from '@/testing/left/revenue-left';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { invoice, orderDesk, PLANS, WORKSHOPS } from '@/testing/outside/order-desk';
import { subscribe } from '@/testing/subscriber';
import { listRowsOfImport } from '../imports/list-import-rows';
import { runImport } from '../imports/run-import';

let books: TestOrganization;
const { ask, newSource, upload, taken, orders } = orderDesk(() => books);

beforeEach(async () => {
  books = await foundTestOrganization({ today: '2026-02-10' });
});
afterAll(closeConnections);

/** What is invoiced without a contract. */
const fees = (org: TestOrganization) => ({
  name: 'Fees',
  when: [{ field: 'description', ask: 'CONTAINS', value: 'fee' }],
  outcome: { kind: 'INVOICE_LINE', accountId: org.account('4100') },
});

const cell = (...texts: string[]) => fc.constantFrom(...texts);
const usually = (often: string, ...seldom: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(often) }, { weight: 1, arbitrary: cell(...seldom) });

/** An invoice: mostly one that becomes a contract, now and then one that waits, is nothing, is called off or is refused. */
const reported = fc.record({
  Customer: cell('cus_1', 'cus_2', 'cus_3', 'Northwind'),
  Currency: usually('usd', 'eur', 'xxx'),
  'Date (UTC)': usually(
    '2026-01-01 09:00',
    '2026-01-20 00:00',
    '2025-12-31 23:00',
    '2019-01-01 00:00',
    'soon',
  ),
  Description: usually('Team plan', 'Workshop', 'Setup fee', 'Another fee', 'Something else', ''),
  Total: usually('310.00', '0.01', '100.10', '0.00', '-31.00'),
  Tax: usually('0.00', '10.00'),
  'Amount Paid': usually('0.00', '310.00', '100.00'),
  'Paid At (UTC)': usually('', '2026-01-15 08:00'),
  Status: usually('open', 'paid', 'void', 'draft', 'uncollectible'),
  'Maximum Line Item Period End (UTC)': usually(
    '2026-02-01 09:00',
    '2027-01-01 00:00',
    '2026-01-01 09:00',
    '',
  ),
});

/** Some invoices are reported in the second file again, as they were or otherwise. */
const files = fc.record({
  first: fc.array(reported, { minLength: 15, maxLength: 25 }),
  second: fc.array(reported, { minLength: 5, maxLength: 10 }),
});

describe('orders that become contracts in sets', () => {
  test('leave in every table what taking them in one at a time leaves, and wait or are refused in the same words', async () => {
    await fc.assert(
      fc.asyncProperty(files, async ({ first, second }) => {
        const rowsOf = (all: readonly Readonly<Record<string, string>>[], from: number) =>
          all.map((cells, at) => {
            const name = {
              id: `in_${from + at}`,
              Number: `N-${from + at}`,
              'Customer Name': `Firm ${cells.Customer}`,
            };
            return invoice({ ...name, ...cells });
          });
        const tables = [rowsOf(first, 0), rowsOf(second, 10)];
        const left = [];
        for (const isOneAtATime of [false, true]) {
          books = await foundTestOrganization({ today: '2026-02-10' });
          // Without a subscriber there are no events to compare.
          await subscribe(books);
          if (isOneAtATime) await requireTwoForNothing(books);
          const rules = [PLANS, WORKSHOPS, fees(books)];
          const { id: sourceId } = await newSource({ code: 'STRIPE', name: 'Stripe', rules });
          const names = new Map([[sourceId, 'the source']]);
          const words = [];
          for (const [nth, rows] of tables.entries()) {
            const id = await upload(sourceId, rows);
            names.set(id, `file ${nth}`);
            await ask(runImport, { id });
            const { rows: judged } = await ask(listRowsOfImport, { id, limit: 500 });
            words.push(
              judged.map(({ rowState, outcome, errorMessage }) => [rowState, outcome, errorMessage]),
            );
          }
          const listed = (await orders(sourceId)).map(({ orderKey, orderState }) => [orderKey, orderState]);
          left.push({ words, listed, ...(await revenueLeft(books, names)) });
        }
        const [sets, single] = left;
        for (const table of Object.keys(single ?? {}) as (keyof NonNullable<typeof single>)[]) {
          expect([table, sets?.[table]]).toEqual([table, single?.[table]]);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  test('or invoices are posted in sets, each once, and one that is refused leaves neither invoice nor entry', async () => {
    const { id } = await newSource({ rules: [fees(books)] });
    const fee = (at: number) => ({
      Customer: `cus_${at % 5}`,
      'Customer Name': `C ${at % 5}`,
      Description: 'Setup fee',
    });
    await taken(
      id,
      Array.from({ length: 5 }, (_, at) => invoice(fee(at))),
    );
    const far = { 'Date (UTC)': '2019-01-01 00:00' };
    const words = await taken(id, [
      ...Array.from({ length: 60 }, (_, at) => invoice(fee(at))),
      invoice({ ...fee(1), ...far }),
    ]);
    expect(words.slice(0, 60).every((said) => /invoice/i.test(said ?? ''))).toBe(true);
    expect(words[60]).toMatch(/period/i);
    const [counted] = await asOwnerOf(books, (query) =>
      query(
        `select count(*)::int as invoices, count(*) filter (where transaction_status = 'POSTED')::int as posted,
           (select count(*)::int from ledger_entries where organization_id = daybook_organization()) as entries
         from business_transactions where organization_id = daybook_organization()`,
      ),
    );
    expect(counted).toEqual({ invoices: 65, posted: 65, entries: 65 });
  });

  test('of more rows than a portion has are each there once, for customers that are each there once', async () => {
    const { id } = await newSource();
    const rows = Array.from({ length: 620 }, (_, at) =>
      invoice({ Customer: `cus_${at % 40}`, 'Customer Name': `C ${at % 40}` }),
    );
    const words = await taken(id, rows);
    expect(words.every((said) => /contract/i.test(said ?? ''))).toBe(true);
    const [counted] = await asOwnerOf(books, (query) =>
      query(
        `select (select count(*)::int from revenue_contracts where organization_id = daybook_organization() and contract_status = 'ACTIVE') as contracts,
           (select count(distinct order_key)::int from source_orders where organization_id = daybook_organization() and order_state = 'MADE') as orders,
           (select count(*)::int from customers where organization_id = daybook_organization() and customer_id like 'cus%') as customers`,
      ),
    );
    expect(counted).toEqual({ contracts: 620, orders: 620, customers: 40 });
    // The file again changes nothing.
    expect(new Set(await taken(id, rows))).toEqual(new Set(['Nothing changed']));
  });
});
