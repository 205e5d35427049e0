import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql, withTenantReport } from '@/db/tenancy';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { listChanges } from '@/usecases/audit/list-changes';
import { customerPage } from '@/usecases/customers/customer-page';
import { searchEverything } from '@/usecases/directory/search-records';
import { listPairs } from '@/usecases/intercompany/list-pairs';
import { intercompanyBalances } from '@/usecases/intercompany/show-balances';
import type { UseCase } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { ledgerEntries } from '@/usecases/reports/list-entries';
import { openItems, wholeOpenItems } from '@/usecases/reports/list-open-items';
import { accountActivity } from '@/usecases/reports/show-account-activity';
import { aging, wholeAging } from '@/usecases/reports/show-aging';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { incomeByPeriod } from '@/usecases/reports/show-income-by-period';
import { documentCounts, glOverview, ledgerState, periodStates } from '@/usecases/reports/show-overview';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { sspSales } from '@/usecases/revenue/setup/report-own-sales';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { findSameReference } from '@/usecases/transactions/references/find-same-reference';
import { crowdIds, fillDocuments, fillRecords, prepareNotes } from '../../bench/growth/fill';
import { DOCUMENTS_PER_GROUP, type Size, sizeOf, TODAY } from '../../bench/growth/sizes';
import { tidy } from '../../bench/growth/tidy';
import { comparedOneByOne, costOf, type Verb } from '../support/statement-costs';
import { nameSister, pairWithSister } from './groups/sister';

/**
 * A separate database: transactions of other tests would keep dead rows from being vacuumed, and the number of pages a statement touches
 * depends on them.
 */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

/** Ten times the history, with the same number of open documents at its end. */
const SIZES = { short: 80, long: 800 } as const;
/**
 * How many pages of 8 kB ten times the history may add: an index that is one level deeper, days that were empty before. Reading the
 * documents or entries of the long books once would take over a thousand.
 */
const MAY_ADD = 300;
/** The same for what concerns one customer or vendor: their documents are a third of all, and reading them once would take two hundred. */
const CROWD_MAY_ADD = 40;
/** Counts by day are kept of counterparties with so many documents: of that customer in the long books. */
const CROWD = 1_000;
/** The tables that grow with history; none of them is scanned in full. */
const LARGE = [
  'audit_log',
  'audit_seals',
  'business_transaction_lines',
  'business_transactions',
  'ledger_entries',
  'ledger_lines',
  'outbox_events',
  'payment_applications',
  'transaction_impact_lines',
];

const books = {} as Record<keyof typeof SIZES, TestOrganization>;
/** How many pairs of documents between subsidiaries there are. */
const pairs = {} as Record<keyof typeof SIZES, number>;
/** The periods of each organization by label. */
const periods = {} as Record<keyof typeof SIZES, ReadonlyMap<string, string>>;
/** The customer and the vendor of a third of the documents, in either organization. */
let crowd: Awaited<ReturnType<typeof crowdIds>>;
/** A class, a department and a location that many lines have, in either organization. */
let placed: Readonly<Record<'classId' | 'departmentId' | 'locationId', string>>;
/** A draft invoice of that customer, who has a credit limit; its reference number is that of another. */
const drafts = {} as Record<keyof typeof SIZES, string>;

beforeAll(async () => {
  await prepareNotes();
  for (const [name, groups] of Object.entries(SIZES) as [keyof typeof SIZES, number][]) {
    const organization = await foundTestOrganization({ name, today: TODAY });
    const size: Size = { ...sizeOf('1k'), groups, customers: 500, vendors: 100, openGroups: 20 };
    await fillRecords(organization, size);
    await fillDocuments(organization, size, 0, () => undefined);
    crowd = await crowdIds();
    // Settings list what was posted before, as an import leaves it: with statistics.
    await tidy(organization, CROWD);
    // Represented by the customer with a third of the documents; what was posted before is in no pair.
    const sister = await nameSister(organization, crowd.customer);
    // A pair for each bill and payment of others: reading the two documents of each would take a thousand pages and more.
    pairs[name] = await pairWithSister(organization, sister, crowd);
    await tidy(organization);
    books[name] = organization;
    placed = await withOwner(async (client) => {
      const { rows } = await client.query<typeof placed>(
        `select class_id as "classId", department_id as "departmentId", location_id as "locationId" from ledger_lines
         where organization_id = $1 and location_id is not null group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 1`,
        [organization.organizationId],
      );
      return rows[0] ?? Promise.reject(new Error('no lines with dimensions'));
    });
    await withOwner((client) =>
      client.query('update customers set credit_limit = 1000000 where organization_id = $1 and id = $2', [
        organization.organizationId,
        crowd.customer,
      ]),
    );
    const { id } = await createDocument(organization, {
      kind: 'INVOICE',
      entityId: crowd.customer,
      referenceNumber: 'PO-10',
    });
    drafts[name] = id;
    const all = await runForOutput(listPeriods, organization.callAs('controller'), {});
    periods[name] = new Map(all.map(({ label, id }) => [label, id]));
  }
});
afterAll(() => database.leave());

const lastOf = (name: keyof typeof SIZES) => Math.floor((SIZES[name] * DOCUMENTS_PER_GROUP) / 20);
type Name = keyof typeof SIZES;
type Asked = readonly [title: string, verb: Verb, input: (name: Name) => object, mayAdd: number];

/** One row of the table below. */
const hot = <Input, Output>(
  title: string,
  useCase: UseCase<Input, Output>,
  input: (name: Name) => object,
  mayAdd = MAY_ADD,
): Asked => [title, (call, asked) => run(useCase, call, asked), input, mayAdd];

const year = (name: keyof typeof SIZES) => ({
  accountId: books[name].account('1110'),
  dateFrom: '2026-01-01',
  dateTo: TODAY,
});
const customer = () => ({ entityId: crowd.customer });

/** What posting asks of the other documents of a customer. */
const asked = (title: string, text: string): Asked => [
  title,
  (call) =>
    withTenantReport({ organizationId: call.principal.organizationId, userId: null }, (tenant) =>
      sql(tenant, text, [crowd.customer]),
    ),
  () => ({}),
  CROWD_MAY_ADD,
];

const HOT: readonly Asked[] = [
  hot('the first page of documents', listTransactions, () => ({})),
  hot('the last page of documents', listTransactions, (name) => ({ page: lastOf(name) })),
  hot('posted documents', listTransactions, () => ({ status: 'POSTED' })),
  hot('documents awaiting approval', listTransactions, () => ({ status: 'PENDING_APPROVAL' })),
  hot('documents of a customer', listTransactions, customer, CROWD_MAY_ADD),
  hot(
    'the last page of documents of a customer',
    listTransactions,
    (name) => ({ ...customer(), page: Math.floor(SIZES[name] / 10) }),
    CROWD_MAY_ADD,
  ),
  hot('invoices of a customer', listTransactions, () => ({ ...customer(), kind: 'INVOICE' }), CROWD_MAY_ADD),
  hot(
    'documents of a customer and a subsidiary',
    listTransactions,
    (name) => ({ ...customer(), subsidiaryId: books[name].ids.rootSubsidiary }),
    CROWD_MAY_ADD,
  ),
  hot(
    'documents of a customer and a type',
    listTransactions,
    (name) => ({ ...customer(), transactionTypeId: books[name].ids.types.INVOICE }),
    CROWD_MAY_ADD,
  ),
  // In the short books the customer has so few that none are counted in advance, and each is read for its status.
  hot(
    'paid documents of a customer',
    listTransactions,
    () => ({ ...customer(), status: 'PAID' }),
    CROWD_MAY_ADD,
  ),
  hot(
    'a page far back of paid documents of a customer',
    listTransactions,
    (name) => ({ ...customer(), status: 'PAID', page: Math.floor(SIZES[name] / 40) }),
    CROWD_MAY_ADD,
  ),
  // In the short books the customer has so few that they are looked through one by one.
  hot('documents of a customer, searched', listTransactions, () => ({ ...customer(), search: 'PO-1001' })),
  hot('unapplied payments of customers', listTransactions, () => ({
    unapplied: true,
    kind: 'CUSTOMER_PAYMENT',
  })),
  hot('bills of a vendor', listTransactions, () => ({ entityId: crowd.vendor }), CROWD_MAY_ADD),
  hot(
    'unapplied payments of a customer',
    listTransactions,
    () => ({ ...customer(), unapplied: true }),
    CROWD_MAY_ADD,
  ),
  hot(
    'documents of a vendor with a reference number',
    findSameReference,
    () => ({ kind: 'VENDOR_BILL', entityId: crowd.vendor, referenceNumber: 'po-16' }),
    CROWD_MAY_ADD,
  ),
  hot(
    'whether an invoice may be posted',
    transactionGlImpact,
    (name) => ({ id: drafts[name] }),
    CROWD_MAY_ADD,
  ),
  hot('a search for one document', listTransactions, () => ({ search: 'the needle' })),
  hot('a search for what is not there', listTransactions, () => ({ search: 'zebra crossing' })),
  hot('a search for the beginning of a number', listTransactions, () => ({ search: 'INV-2026-00004' }), 60),
  asked(
    'the newest documents with a word that all have',
    `select o_id from daybook_search_documents('%order%', false, 20, null, null, null, null, null, null) where $1::uuid is not null`,
  ),
  asked(
    'the newest documents of a customer with a word that all have',
    `select o_id from daybook_search_documents('%order%', false, 20, null, null, null, $1, null, null)`,
  ),
  hot('unapplied payments', listTransactions, () => ({ unapplied: true })),
  hot('the palette', searchEverything, () => ({ query: 'needle in' })),
  hot('the palette for a number', searchEverything, () => ({ query: 'INV-2026-000041' }), 60),
  hot('the first page of entries', ledgerEntries, () => ({ page: 1 })),
  hot('the last page of entries', ledgerEntries, (name) => ({ page: lastOf(name), limit: 20 })),
  hot('entries of an account', ledgerEntries, (name) => ({
    page: 1,
    accountId: books[name].account('1110'),
    limit: 20,
  })),
  hot('entries searched by memo', ledgerEntries, () => ({ page: 1, search: 'the needle' })),
  hot('entries searched by number', ledgerEntries, () => ({ page: 1, search: 'GL-2026-00004' })),
  hot('entries searched for what is not there', ledgerEntries, () => ({ page: 1, search: 'zebra crossing' })),
  hot('a year of an account', accountActivity, (name) => ({ ...year(name), limit: 20 })),
  hot('the end of a year of an account', accountActivity, (name) => ({
    ...year(name),
    limit: 20,
    page: Math.floor(SIZES[name] / 12),
  })),
  hot('a trial balance in mid-month', trialBalanceReport, () => ({ asOf: '2026-09-15' })),
  // A sum for each day on the account that all customers share.
  hot('what sisters owe one another', intercompanyBalances, () => ({}), 2 * MAY_ADD),
  hot('documents between subsidiaries without a pair', listPairs, () => ({}), CROWD_MAY_ADD),
  hot('pairs with a difference, of all months', listPairs, () => ({ onlyOpen: true }), CROWD_MAY_ADD),
  hot(
    'those of a month',
    listPairs,
    (name) => ({
      subsidiaryId: books[name].ids.rootSubsidiary,
      onlyOpen: true,
      from: '2026-10-01',
      to: '2026-10-31',
    }),
    // A page of a hundred instead of the few that the short books have, each looked up among the pairs.
    3 * MAY_ADD,
  ),
  ...(['classId', 'departmentId', 'locationId'] as const).map((name) =>
    hot(
      `a trial balance by ${name} in mid-month`,
      trialBalanceReport,
      () => ({ asOf: '2026-09-15', [name]: placed[name] }),
      // The sums of half a month; its lines would be seven hundred.
      MAY_ADD + 100,
    ),
  ),
  hot('the income of each month of a class', incomeByPeriod, () => ({ classId: placed.classId })),
  hot('the end of a year of an account, of a class', accountActivity, (name) => ({
    ...{ ...year(name), dateFrom: '2025-06-01', classId: placed.classId },
    ...{ limit: 20, page: 1 + Math.floor(SIZES[name] / 100) },
  })),
  hot('the first page of the aging', aging, () => ({ side: 'RECEIVABLE' })),
  hot('a page of the aging further on', aging, () => ({ side: 'RECEIVABLE', limit: 5, page: 3 })),
  hot('the aging searched for a name', aging, () => ({ side: 'RECEIVABLE', search: 'Harbor Works' })),
  hot('the whole aging', wholeAging, () => ({ side: 'RECEIVABLE' })),
  hot(
    'the open items of a customer',
    openItems,
    () => ({ side: 'RECEIVABLE', ...customer() }),
    CROWD_MAY_ADD,
  ),
  hot('the aging of a customer', aging, () => ({ side: 'RECEIVABLE', ...customer() }), CROWD_MAY_ADD),
  hot('the consolidated statements', consolidation, () => ({ asOf: '2026-10-31' })),
  hot('the consolidated statements in mid-month', consolidation, () => ({ asOf: '2026-09-15' })),
  ...['2025-02', '2026-10'].map((label) =>
    // Balances of every period up to then: in the short books not every account has one in every month.
    hot(
      `what blocks closing ${label}`,
      periodBlockers,
      (name) => ({ id: periods[name].get(label) }),
      // The documents of the month without a pair, too: each is looked up among the pairs.
      3 * MAY_ADD,
    ),
  ),
  hot('the overview', glOverview, () => ({ periods: 36 }), 2 * MAY_ADD),
  hot('the periods to choose from', periodStates, () => ({ periods: 36 })),
  hot('the state of the ledger', ledgerState, () => ({})),
  hot('documents by status', documentCounts, () => ({})),
  hot('the newest audit rows', listChanges, () => ({})),
  hot('audit rows of a rare noun', listChanges, () => ({ noun: 'prospect' })),
  hot('audit rows of a rare action', listChanges, () => ({ action: 'revenue.runs.post' })),
  hot('audit rows of someone who did little', listChanges, (name) => ({
    actorId: books[name].users.viewer.id,
  })),
  hot('customers by name, with what they owe', customerPage, () => ({})),
  // In the long books ten times as many documents, of which a third are invoices, without a line of the item.
  hot('own sales of an item', sspSales, () => ({
    ...{ from: '2026-01-01', to: TODAY, itemId: crowd.customer, currencyCode: 'USD' },
  })),
  asked('whether an invoice exceeds the credit limit', 'select daybook_exceeds_credit($1::uuid, 1)'),
  asked(
    'whether a reference number was posted before',
    `select daybook_is_posted_twice($1::uuid, 'INVOICE', 'CUSTOMER', $1::uuid, 'po-11')`,
  ),
];

describe('with ten times the history', () => {
  test.each(HOT)(
    '%s: no large table is scanned in full, and as many pages are touched as before',
    async (_, verb, input, mayAdd) => {
      const short = await costOf(books.short, verb, input('short'), LARGE);
      const long = await costOf(books.long, verb, input('long'), LARGE);
      expect(long.scanned).toEqual([]);
      expect(long.pages).toBeLessThan(short.pages + mayAdd);
    },
  );

  test.each(HOT)(
    '%s: no row is compared with each of a list, however long a list is expected',
    async (_, verb, input) => {
      expect(await comparedOneByOne(books.long, verb, input('long'))).toEqual([]);
    },
  );

  test.each([
    ['a page of the aging', aging],
    ['the whole aging', wholeAging],
    ['open items', openItems],
    ['all open items', wholeOpenItems],
  ] as const)(
    '%s of a day long past touch what they touch for a recent day: what was open then, not what was settled since',
    async (title, useCase) => {
      const [, verb] = hot(title, useCase as UseCase<unknown, unknown>, () => ({}));
      const of = (asOf: string) => costOf(books.long, verb, { side: 'RECEIVABLE', asOf }, LARGE);
      const [past, recent] = [await of('2025-04-15'), await of('2026-10-15')];
      expect(past.scanned).toEqual([]);
      expect(past.pages).toBeLessThan(recent.pages + MAY_ADD);
    },
  );

  test('the aging of a day long past looks up no document that was settled since: two pages for each that was open then, and those of today', async () => {
    const [, verb] = hot('the aging', aging as UseCase<unknown, unknown>, () => ({}));
    const of = (asOf: string) => costOf(books.long, verb, { side: 'RECEIVABLE', asOf }, LARGE);
    const asOf = '2025-08-15';
    const { items } = await runForOutput(openItems, books.long.callAs('auditor'), {
      side: 'RECEIVABLE',
      asOf,
    });
    expect(items.length).toBeGreaterThan(100);
    expect((await of(asOf)).pages).toBeLessThan((await of(TODAY)).pages + 2 * items.length + 100);
  });

  test('a page of the open items of a day long past looks up the documents of that page, not those of all that was open then', async () => {
    const of = ([, verb]: Asked, more: object) =>
      costOf(books.long, verb, { side: 'RECEIVABLE', asOf: '2025-08-15', ...more }, LARGE);
    const asked = { side: 'RECEIVABLE', asOf: '2025-08-15', limit: 1 };
    const { total } = await runForOutput(openItems, books.long.callAs('auditor'), asked);
    expect(total).toBeGreaterThan(100);
    const page = await of(
      hot('a page', openItems, () => ({})),
      { limit: 10 },
    );
    const whole = await of(
      hot('all', wholeOpenItems, () => ({})),
      {},
    );
    expect(page.pages).toBeLessThan(whole.pages - 2 * total);
  });

  test('the open items of a customer are found among what this customer owes: what others owe is not read', async () => {
    const [, verb] = hot('open items', openItems as UseCase<unknown, unknown>, () => ({}));
    const of = (asked: object) => costOf(books.long, verb, { side: 'RECEIVABLE', ...asked }, LARGE);
    const { items } = await runForOutput(openItems, books.long.callAs('auditor'), { side: 'RECEIVABLE' });
    const customers = [...new Set(items.map(({ entityId }) => entityId))];
    expect(customers.length).toBeGreaterThanOrEqual(20);
    const [one, all] = [await of({ entityId: customers[0] }), await of({})];
    expect(one.pages).toBeLessThan(all.pages / 4);
  });

  test('the books are as long as these tests need: reading one of their tables costs more than the allowed increase', async () => {
    const pages = await withOwner(async (client) => {
      const { rows } = await client.query<{ pages: number }>(
        'select count(distinct (ctid::text::point)[0])::int as pages from business_transactions where organization_id = $1',
        [books.long.organizationId],
      );
      return rows[0]?.pages ?? 0;
    });
    expect(pages).toBeGreaterThan(MAY_ADD * 2);
    expect(pairs.long).toBeGreaterThan(MAY_ADD * 3);
  });
});
