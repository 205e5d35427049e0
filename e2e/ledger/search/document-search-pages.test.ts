import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import type { DocumentFilter, DocumentQuery } from '@/db/reports/documents/document-filter';
import { readDocumentPage } from '@/db/reports/documents/document-list';
import { type SearchBounds, searchedDocuments } from '@/db/reports/documents/document-search';
import { sql, withTenantSql } from '@/db/tenancy';
import { documentBody } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { createTransactionBatch } from '@/usecases/transactions/create-batch';

// Proves the laws documents/search-documents and documents/search-spans of prisma/sql.

afterAll(closeConnections);

interface Document {
  readonly id: string;
  readonly number: string;
  readonly day: string;
  readonly text: string;
  readonly subsidiaryId: string;
  readonly kind: string;
  readonly transactionTypeId: string;
  readonly entityId: string | null;
  readonly status: string;
}

let org: TestOrganization;
let branch: string;
let all: Document[];

const query = <Row>(text: string, values: readonly unknown[], subsidiaryIds: readonly string[] | null) =>
  withTenantSql(
    { organizationId: org.principals.admin.organizationId, userId: null, subsidiaryIds },
    (tenant) => sql<Row>(tenant, text, values),
  );

/** Before 1970 and after it, with years between them in which nothing happened; some days have several documents, and two are the last and first of spans. */
const DAYS = [
  '1969-12-20',
  '1969-12-31',
  '1970-01-01',
  '1970-01-17',
  '2019-03-01',
  '2026-07-01',
  '2026-08-20',
  '2026-09-20',
  '2026-10-25',
  '2026-10-26',
  '2026-11-19',
];
const MEMOS = [
  'Harbor order',
  'Order of Harbor Foods',
  'Annual order 2019-0003',
  'Pier',
  '100% of order',
  null,
];

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  branch = (await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'Branch', code: 'B' })).id;
  const items = Array.from({ length: 66 }, (_, n) =>
    documentBody(org, {
      kind: n % 4 === 1 ? 'VENDOR_BILL' : 'INVOICE',
      ...{ memo: MEMOS[n % 6], transactionDate: '2026-06-15' },
      ...(n % 5 === 0 ? { subsidiaryId: branch } : { referenceNumber: `PO-${n}` }),
    }),
  );
  const made = await runForOutput(createTransactionBatch, org.callAs('accountant'), { items, mode: 'all' });
  // Periods of all these years would be needed to create and post them there.
  await withOwner(async (client) => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const [n, one] of made.entries()) {
      if (!one.ok) throw new Error(one.refusal.message);
      await client.query(
        `update business_transactions set transaction_date = $2, transaction_status = $3,
           cancelled_at = case when $3 = 'CANCELLED' then now() end, ledger_entry_id = case when $3 = 'POSTED' then id end,
           posting_date = case when $3 = 'POSTED' then $2::date end where id = $1`,
        [one.output.id, DAYS[(n * 7 + (n % 3)) % DAYS.length], ['DRAFT', 'CANCELLED', 'POSTED'][n % 3]],
      );
    }
    await client.query('commit');
  });
  all = await query(
    `select id, transaction_number as number, transaction_date as day, subsidiary_id as "subsidiaryId", kind,
       transaction_type_id as "transactionTypeId", entity_id as "entityId", transaction_status as status,
       transaction_number || E'\\n' || coalesce(memo, '') || E'\\n' || coalesce(reference_number, '') as text
     from business_transactions order by transaction_date desc, transaction_number desc`,
    [],
    null,
  );
});

const matches = (search: string, filter: DocumentFilter, scope: readonly string[] | null) =>
  all.filter(
    (one) =>
      one.text.toLowerCase().includes(search.toLowerCase()) &&
      (scope === null || scope.includes(one.subsidiaryId)) &&
      (['subsidiaryId', 'kind', 'transactionTypeId', 'entityId', 'status'] as const).every(
        (name) => filter[name] === undefined || filter[name] === one[name],
      ) &&
      (filter.dateFrom === undefined || one.day >= filter.dateFrom) &&
      (filter.dateTo === undefined || one.day <= filter.dateTo),
  );

const rarely = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
const day = fc.constantFrom(...DAYS, '1969-12-31', '1998-05-05', '2026-11-04');
/** The part of a filter by which the newest documents are chosen that a short text is looked for in. */
const ofDays = ({ dateFrom, dateTo, entityId }: DocumentFilter): DocumentFilter => ({
  dateFrom,
  dateTo,
  entityId,
});

/** Narrowed in every way that a list is; most to few or none. */
const asked = () =>
  fc.record({
    search: fc.constantFrom(
      'order',
      'HARBOR',
      'harbor foods',
      'INV-2026',
      'INV-2026-00',
      '000',
      '2019-0003',
      'PO-1',
      '100% of',
      'zebra',
      'INV-2026-000003',
      // Too short for the index.
      'or',
      '7',
    ),
    filter: fc.record({
      subsidiaryId: rarely(fc.constantFrom(org.ids.rootSubsidiary, branch)),
      kind: rarely(fc.constantFrom('INVOICE', 'VENDOR_BILL', 'CREDIT_MEMO')),
      transactionTypeId: rarely(fc.constantFrom(org.ids.types.INVOICE, org.ids.types.VENDOR_BILL)),
      entityId: rarely(fc.constantFrom(org.ids.customer, org.ids.vendor)),
      status: rarely(fc.constantFrom('DRAFT', 'CANCELLED', 'REVERSED', 'POSTED')),
      dateFrom: rarely(day),
      dateTo: rarely(day),
    }),
    scope: fc.constantFrom(
      null,
      null,
      [],
      [branch],
      [org.ids.rootSubsidiary],
      [org.ids.rootSubsidiary, branch],
    ),
    offset: fc.constantFrom(0, 0, 1, 3, 7, 20),
    limit: fc.constantFrom(1, 4, 50),
    most: fc.constantFrom(1, 3, 8, 20, 10_000),
    ofStatus: fc.constantFrom(1, 4, 9, 15, 10_000),
    ofShort: fc.constantFrom(1, 5, 20, 10_000),
  });

const pageOf = (
  given: DocumentQuery,
  search: string,
  scope: readonly string[] | null,
  bounds: SearchBounds,
) =>
  withTenantSql(
    { organizationId: org.principals.admin.organizationId, userId: null, subsidiaryIds: scope },
    (tenant) => searchedDocuments(tenant, given, `%${search.replace(/[\\%_]/g, '\\$&')}%`, bounds),
  );

describe('a search of documents that is narrowed', () => {
  it('finds every page of what any list would show, newest first, and says where it did not count on or look further back', async () => {
    let [stopped, lookedBack] = [0, 0];
    await fc.assert(
      fc.asyncProperty(asked(), async ({ search, filter, scope, offset, limit, ...bounds }) => {
        const expected = matches(search, filter, scope);
        const page = await pageOf({ ...filter, offset, limit }, search, scope, bounds);
        const { searchedFrom } = page;
        const { most, ofStatus, ofShort } = bounds;
        const isShort = search.length < 3;
        const isListed = ['DRAFT', 'CANCELLED', 'REVERSED'].includes(filter.status ?? '');
        const isOfIndex = !isShort && !isListed;
        // Of a day that was not looked through to its end, some may be missing.
        const [seen, certain] = [
          expected.filter(({ day: on }) => searchedFrom === null || on >= searchedFrom),
          expected.filter(({ day: on }) => searchedFrom === null || on > searchedFrom),
        ];
        // Beyond what is counted there are no pages.
        const hasPage = page.isCounted || offset < most || !isOfIndex;
        const shown = hasPage ? seen.slice(offset, offset + limit) : [];
        expect(shown.slice(0, page.ids.length).map(({ id }) => id)).toEqual(page.ids);
        const least = Math.max(
          0,
          Math.min(limit, (searchedFrom === null ? seen.length : page.total) - offset),
        );
        expect(page.ids.length).toBeGreaterThanOrEqual(hasPage ? least : 0);
        expect(page.isCounted).toBe(searchedFrom === null && (!isOfIndex || expected.length <= most));
        if (page.isCounted) expect(page.total).toBe(expected.length);
        else if (searchedFrom === null) expect(page.total).toBe(most);
        else {
          expect(page.total).toBeGreaterThanOrEqual(Math.min(isShort ? 10_000 : most, certain.length));
          expect(page.total).toBeLessThanOrEqual(seen.length);
        }
        // It looks at no less than it may.
        const passed = matches(
          isShort ? '' : search,
          isShort ? ofDays(filter) : { ...filter, status: undefined },
          scope,
        );
        if (passed.length < (isShort ? ofShort : ofStatus)) expect(searchedFrom).toBeNull();
        const ofTheseDays = matches('', ofDays(filter), scope).length;
        if (!isShort && page.ids.length < limit && ofTheseDays <= ofShort) expect(searchedFrom).toBeNull();
        if (isListed || (!isShort && filter.status === undefined)) expect(searchedFrom).toBeNull();
        if (searchedFrom !== null) lookedBack += 1;
        else if (!page.isCounted) stopped += 1;
      }),
      { numRuns: cases(500, 2_000) },
    );
    expect(Math.min(stopped, lookedBack)).toBeGreaterThan(20);
  });

  it('of a status, goes on one by one where the index stopped, wherever that is', async () => {
    const expected = matches('order', { status: 'POSTED' }, null);
    for (let ofStatus = 1; ofStatus <= 40; ofStatus += 1)
      expect(
        await pageOf({ status: 'POSTED', offset: 0, limit: 50 }, 'order', null, {
          most: 10_000,
          ofStatus,
          ofShort: 100,
        }),
      ).toEqual({
        ids: expected.map(({ id }) => id),
        total: expected.length,
        isCounted: true,
        searchedFrom: null,
      });
  });

  it('the function itself answers the newest spans of days whole, for a confined caller those of their subsidiaries alone', async () => {
    for (const scope of [null, [branch], []])
      for (const limit of [1, 2, 5, 9, 40, 100, 1_000]) {
        const found = await query<{ id: string; day: string; status: string; until: string }>(
          `select o_id as id, o_day as day, o_status as status, o_end as until
           from daybook_search_documents('%order%', false, $1, null, null, null, null, null, null)`,
          [limit],
          scope,
        );
        const expected = matches('order', {}, scope);
        expect(found).toHaveLength(Math.min(limit, expected.length));
        expect(found.every(({ day: on, until }) => on < until)).toBe(true);
        const before = found.length < limit ? '' : (found.map(({ until }) => until).sort()[0] ?? '');
        const ids = found.map(({ id }) => id);
        expect(ids).toEqual(
          expect.arrayContaining(expected.filter((one) => one.day >= before).map(({ id }) => id)),
        );
        expect(found.map(({ id, status }) => [id, status])).toEqual(
          ids.map((id) => [id, expected.find((one) => one.id === id)?.status]),
        );
      }
  });

  it.each([16, 256])(
    'goes through the spans of %i days that have documents, once each and newest first',
    async (width) => {
      const spans = async (from: string | null, before: string, most = 100) =>
        (
          await query<{ n: number; until: string }>(
            `select o_span as n, o_end as until from daybook_search_spans(false, $1, $2, $3, $4)`,
            [width, from, before, most],
            null,
          )
        ).map(({ n, until }) => [n, until] as const);
      const spanOf = (on: string) => Math.trunc(Date.parse(on) / 86_400_000 / width) + 0;
      const expected = (from: string, before: string) => [
        ...new Set(all.filter(({ day: on }) => on >= from && on < before).map(({ day: on }) => spanOf(on))),
      ];
      const found = await spans(null, '2030-01-01');
      expect(found.map(([n]) => n)).toEqual(expected('', '2030-01-01'));
      for (const [n, until] of found) {
        expect(spanOf(new Date(Date.parse(until) - 86_400_000).toISOString().slice(0, 10))).toBe(n);
        expect(spanOf(until)).not.toBe(n);
      }
      expect((await spans('2020-01-01', '2030-01-01')).map(([n]) => n)).toEqual(
        expected('2020-01-01', '2030-01-01'),
      );
      expect((await spans(null, '2026-11-04')).map(([n]) => n)).toEqual(expected('', '2026-11-04'));
      expect((await spans(null, '2026-11-04'))[0]?.[1]).toBe('2026-11-04');
      expect(await spans(null, '2030-01-01', 2)).toEqual(found.slice(0, 2));
    },
  );
});

describe('the documents of a counterparty', () => {
  it('are counted and paged in full, and for a screen up to a bound or, of a status, among the newest, which it says', async () => {
    let [stopped, lookedBack] = [0, 0];
    const ofOne = fc.record({
      given: asked(),
      entityId: fc.constantFrom(org.ids.customer, org.ids.vendor),
      isBounded: fc.boolean(),
      limit: fc.constantFrom(1, 3, 50),
      filter: fc.record({
        kind: fc.constantFrom(undefined, undefined, undefined, 'INVOICE', 'VENDOR_BILL'),
        subsidiaryId: fc.constantFrom(undefined, undefined, undefined, branch),
        status: fc.constantFrom(
          undefined,
          undefined,
          'DRAFT' as const,
          'REVERSED' as const,
          'POSTED' as const,
          'POSTED' as const,
        ),
        dateTo: fc.constantFrom(undefined, undefined, ...DAYS),
      }),
    });
    await fc.assert(
      fc.asyncProperty(ofOne, async ({ given, filter, entityId, isBounded, limit }) => {
        const { scope, offset, most: counted, ofStatus, ofShort } = given;
        const bounds = { most: counted, ofStatus, ofShort };
        const query = { ...filter, entityId };
        const page = await withTenantSql(
          { organizationId: org.principals.admin.organizationId, userId: null, subsidiaryIds: scope },
          (tenant) => readDocumentPage(tenant, { ...query, offset, limit, isBounded }, bounds),
        );
        const expected = matches('', query, scope);
        const idsOf = (some: readonly Document[]) => some.slice(offset, offset + limit).map(({ id }) => id);
        const isListed = ['DRAFT', 'CANCELLED', 'REVERSED'].includes(filter.status ?? '');
        const isMany = matches('', { entityId }, scope).length > ofShort;
        if (isBounded && filter.status !== undefined && !isListed && isMany) {
          const newest = matches('', ofDays(query), scope);
          const looked = newest.slice(0, ofShort);
          const seen = looked.filter((one) => expected.includes(one));
          const since = newest.length > looked.length ? (looked.at(-1)?.day ?? null) : null;
          expect(page).toEqual({
            ids: idsOf(seen),
            total: seen.length,
            isCounted: since === null,
            searchedFrom: since,
          });
          if (since !== null) lookedBack += 1;
          return;
        }
        const most =
          isBounded && !(isListed && isMany)
            ? Math.max(counted, offset + 2 * limit)
            : Number.POSITIVE_INFINITY;
        expect(page).toEqual({
          ids: idsOf(expected),
          total: Math.min(expected.length, most),
          isCounted: expected.length <= most,
          searchedFrom: null,
        });
        if (!page.isCounted) stopped += 1;
      }),
      { seed: 20261129, numRuns: cases(500, 3_000) },
    );
    expect(stopped).toBeGreaterThan(10);
    expect(lookedBack).toBeGreaterThan(10);
  });
});
