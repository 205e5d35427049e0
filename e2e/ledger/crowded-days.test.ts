import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import type { UseCase } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { ledgerEntries } from '@/usecases/reports/list-entries';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { crowdIds, fillDocuments, fillRecords, prepareNotes } from '../../bench/growth/fill';
import { DOCUMENTS_PER_GROUP, type Size, sizeOf, TODAY } from '../../bench/growth/sizes';
import { tidy } from '../../bench/growth/tidy';
import { costOf, type Verb } from '../support/statement-costs';
import { vacuumed } from '../support/vacuumed';

/** A database of its own, as growth.test.ts explains. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

/** Enough for a customer with a third of the documents to have more than are searched one by one. */
const GROUPS = 600;
/** Counts by day are kept of counterparties with so many documents: that customer's. */
const CROWD = 1_000;
const DOCUMENTS = GROUPS * DOCUMENTS_PER_GROUP;
const LIMIT = 20;
const LAST = DOCUMENTS / LIMIT;
/** What reading the documents or entries of the crowded days one by one would take is ten times this. */
const MAY_ADD = 60;
const LARGE = ['business_transactions', 'ledger_entries', 'ledger_lines'];

const LEDGER_SUMS = ['debit', 'credit', 'base_debit', 'base_credit', 'line_count', 'entry_count'] as const;

let org: TestOrganization;

/** Books taken over from elsewhere: everything before the last month bears one of two days, as a file of opening documents does. */
beforeAll(async () => {
  await prepareNotes();
  org = await foundTestOrganization({ name: 'Crowded', today: TODAY });
  const size: Size = { ...sizeOf('1k'), groups: GROUPS, customers: 200, vendors: 100, openGroups: 20 };
  await fillRecords(org, size);
  await fillDocuments(org, size, 0, () => undefined);
  await tidy(org, CROWD);
  const day = (column: string) =>
    `case when ${column} >= '2026-10-01' then ${column} when ${column} < '2025-06-01' then '2025-01-31'::date else '2025-12-31'::date end`;
  await withOwner(async (client) => {
    await client.query("set session_replication_role = 'replica'");
    for (const [table, column] of [
      ['business_transactions', 'transaction_date'],
      ['ledger_entries', 'posting_date'],
      ['ledger_lines', 'posting_date'],
    ])
      await client.query(`update ${table} set ${column} = ${day(column ?? '')}`);
    for (const [table, column, others, sums] of [
      [
        'document_days',
        'transaction_date',
        'subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code',
        ['document_count', 'base_total'],
      ],
      [
        'counterparty_days',
        'transaction_date',
        'entity_id, subsidiary_id, transaction_type_id, kind, transaction_status',
        ['document_count'],
      ],
      ['entry_days', 'posting_date', 'subsidiary_id, period_id, source_kind', ['entry_count']],
      ['ledger_days', 'posting_date', 'subsidiary_id, account_id, period_id, currency_code', LEDGER_SUMS],
    ] as const) {
      await client.query(
        `create temp table moved_${table} as select organization_id, ${day(column)} as day, ${others}, ${sums.map((name) => `sum(${name}) as ${name}`).join(', ')}
         from ${table} group by organization_id, day, ${others}`,
      );
      await client.query(`delete from ${table}`);
      await client.query(
        `insert into ${table} (organization_id, ${column}, ${others}, ${sums.join(', ')}) select organization_id, day, ${others}, ${sums.join(', ')} from moved_${table}`,
      );
    }
    await client.query("set session_replication_role = 'origin'");
    await client.query(
      "update number_counters set next_value = 500000 where series = 'INV' and fiscal_year = 2026",
    );
  });
  await vacuumed(LARGE);
});
afterAll(() => database.leave());

/** The ids of the records that match, as sorting all of them gives them. */
const sorted = (text: string) =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ id: string }>(text, [org.organizationId]);
    return rows.map(({ id }) => id);
  });
const documents = (where: string) =>
  sorted(
    `select id from business_transactions where organization_id = $1 and ${where} order by transaction_date desc, transaction_number desc`,
  );
const entries = (where: string) =>
  sorted(
    `select id from ledger_entries e where organization_id = $1 and ${where} order by posting_date desc, id desc`,
  );
const ofAccount = `exists (select from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.code = '1210'
  where l.organization_id = e.organization_id and l.entry_id = e.id)`;
/** Pages at both ends, in the middle, and beyond the last. */
const pagesOf = (total: number) => {
  const last = Math.max(1, Math.ceil(total / LIMIT));
  const middle = Math.ceil(last / 2);
  return [...new Set([1, 2, middle, middle + 1, last - 1, last, last + 1])].filter((page) => page > 0);
};

/** Each page of a list of documents is that of sorting all of them. */
async function pagesAre(all: readonly string[], asked: object): Promise<void> {
  for (const page of pagesOf(all.length)) {
    const { rows, total } = await runForOutput(listTransactions, org.callAs('auditor'), {
      ...asked,
      page,
      limit: LIMIT,
    });
    expect({ page, ids: rows.map(({ id }) => id), total }).toEqual({
      page,
      ids: all.slice((page - 1) * LIMIT, page * LIMIT),
      total: all.length,
    });
  }
}

describe('of a customer with a third of the documents', () => {
  test('the number of documents by day is kept', async () => {
    expect(
      await sorted('select entity_id as id from counted_counterparties where organization_id = $1'),
    ).toContain((await crowdIds()).customer);
  });

  const ofCustomer = (where: string) => async () =>
    documents(`${where} and entity_id = '${(await crowdIds()).customer}'`);
  test.each([
    ['all', {}, ofCustomer('true')],
    ['of a kind', { kind: 'INVOICE' }, ofCustomer(`kind = 'INVOICE'`)],
    ['posted ones', { status: 'POSTED' }, ofCustomer(`transaction_status = 'POSTED'`)],
    [
      'paid ones of some days, as a screen asks',
      { status: 'PAID', dateFrom: '2025-06-01', dateTo: '2026-10-20', isBounded: true },
      ofCustomer(`transaction_status = 'PAID' and transaction_date between '2025-06-01' and '2026-10-20'`),
    ],
    [
      'of a day',
      { dateFrom: '2025-12-31', dateTo: '2025-12-31' },
      ofCustomer(`transaction_date = '2025-12-31'`),
    ],
    ['with a text', { search: 'PO-1' }, ofCustomer(`reference_number like '%PO-1%'`)],
    [
      'with a text that is too short for an index',
      { search: '-2' },
      ofCustomer(`(reference_number like '%-2%' or transaction_number like '%-2%')`),
    ],
    [
      'with a text that more than ten thousand numbers may have',
      { search: 'INV-2026-0' },
      ofCustomer(`transaction_number like 'INV-2026-0%'`),
    ],
    ['of one without any', { status: 'CANCELLED' }, ofCustomer(`transaction_status = 'CANCELLED'`)],
  ] as const)('a page of documents, %s, is that of sorting them all', async (_, asked, wanted) => {
    const entityId = (await crowdIds()).customer;
    const all = await wanted();
    expect(all.length === 0).toBe('status' in asked && asked.status === 'CANCELLED');
    await pagesAre(all, { ...asked, entityId });
  });
});

describe('with thousands of documents and entries on one day', () => {
  test.each([
    ['all', {}, 'true'],
    ['of a kind', { kind: 'JOURNAL' }, `kind = 'JOURNAL'`],
    ['paid ones', { status: 'PAID' }, `transaction_status = 'PAID'`],
    [
      'of some days',
      { dateFrom: '2025-06-01', dateTo: '2026-10-20' },
      `transaction_date between '2025-06-01' and '2026-10-20'`,
    ],
  ] as const)('a page of documents, %s, is that of sorting them all', async (_, asked, where) => {
    const all = await documents(where);
    expect(all.length).toBeGreaterThan(LIMIT * 4);
    await pagesAre(all, asked);
  });

  test.each([
    ['all', () => ({}), 'true'],
    [
      'of some days',
      () => ({ dateFrom: '2025-06-01', dateTo: '2026-10-20' }),
      `posting_date between '2025-06-01' and '2026-10-20'`,
    ],
    ['of an account', (): object => ({ accountId: org.account('1210') }), ofAccount],
  ] as const)('a page of entries, %s, is that of sorting them all', async (_, asked, where) => {
    const all = await entries(where);
    expect(all.length).toBeGreaterThan(LIMIT * 4);
    for (const page of pagesOf(all.length)) {
      const { rows, total } = await runForOutput(ledgerEntries, org.callAs('auditor'), {
        ...asked(),
        page,
        limit: LIMIT,
      });
      expect({ page, ids: rows.map(({ id }) => id), total }).toEqual({
        page,
        ids: all.slice((page - 1) * LIMIT, page * LIMIT),
        total: all.length,
      });
    }
  });

  test.each([
    ['documents', listTransactions],
    ['entries', ledgerEntries],
  ] as const)(
    'the last page of %s reads its own, and a page in the middle passes over keys, not over records',
    async (_, useCase) => {
      const verb: Verb = (call, input) => run(useCase as UseCase<unknown, unknown>, call, input);
      const of = (page: number) => costOf(org, verb, { page, limit: LIMIT }, LARGE);
      const [first, middle, last] = [await of(1), await of(LAST / 2), await of(LAST)];
      expect([...last.scanned, ...middle.scanned]).toEqual([]);
      expect(last.pages).toBeLessThan(first.pages + MAY_ADD);
      expect(middle.pages).toBeLessThan(first.pages + MAY_ADD);
    },
  );

  test.each([
    ['kind', () => ({ kind: 'VENDOR_BILL' })],
    ['subsidiary', () => ({ subsidiaryId: org.ids.rootSubsidiary, kind: 'VENDOR_PAYMENT' })],
  ] as const)(
    'a page of a %s that a tenth of the documents are of passes over the others by their keys',
    async (_, asked) => {
      const verb: Verb = (call, input) => run(listTransactions as UseCase<unknown, unknown>, call, input);
      const of = (page: number) => costOf(org, verb, { ...asked(), page, limit: LIMIT }, LARGE);
      const [first, middle] = [await of(1), await of(LAST / 20)];
      expect(middle.scanned).toEqual([]);
      expect(middle.pages).toBeLessThan(first.pages + MAY_ADD);
    },
  );
});
