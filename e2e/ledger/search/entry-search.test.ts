import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import type { EntryQuery } from '@/db/reports/entries/entries';
import { type EntrySearchBounds, findEntries } from '@/db/reports/entries/entry-search';
import { sql, withTenantSql } from '@/db/tenancy';
import { createDocument, documentBody, postedDocument } from '@/testing/documents';
import { appendTestEntries } from '@/testing/ledger-entries';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { ledgerEntries } from '@/usecases/reports/list-entries';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

// Proves the laws ledger/search-entries and ledger/entry-numbers-with of prisma/sql.

afterAll(closeConnections);

let org: TestOrganization;
let branch: string;
let all: {
  id: string;
  number: string;
  memo: string | null;
  subsidiaryId: string;
  day: string;
  source: string;
  accounts: string[];
}[];

const query = <Row>(of: TestOrganization, text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: of.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Row>(tenant, text, values),
  );

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  branch = (await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'Branch', code: 'B' })).id;
  const memos = [
    'Quicksilver order',
    'Silver 100%',
    'Order 2026-0000',
    null,
    'GL-2026-000003 again',
    'a_b\\c',
  ];
  for (const [n, memo] of memos.entries()) {
    const { id } = await postedDocument(org, {
      transactionDate: `2026-0${n + 1}-15`,
      memo,
      referenceNumber: `PO-9${n}`,
    });
    if (n === 1)
      await runForOutput(reverseTransaction, org.callAs('controller'), {
        id,
        reversalReason: 'Quick mistake',
      });
  }
  const body = documentBody(org, {
    subsidiaryId: branch,
    memo: 'Quicksilver of the branch',
    transactionDate: '2026-03-03',
  });
  const { id } = await runForOutput(createTransaction, org.callAs('accountant'), body);
  await runForOutput(approveTransaction, org.callAs('approver'), { id });
  await runForOutput(postTransaction, org.callAs('accountant'), { id });
  const lines = [
    { code: '1110', debit: '8' },
    { code: '3100', credit: '8' },
  ];
  await appendTestEntries(
    org,
    ['2026-03-02', '2026-03-15', '2025-05-11', '2026-05-11'].map((date) => ({ date, lines })),
  );
  all = await query(
    org,
    `select e.id, e.entry_number as number, e.memo, e.subsidiary_id as "subsidiaryId", e.posting_date as day, e.source_kind as source,
       array(select l.account_id::text from ledger_lines l where l.entry_id = e.id) as accounts
     from ledger_entries e order by e.posting_date desc, e.id desc`,
  );
});

const contains = (text: string | null, part: string) =>
  (text ?? '').toLowerCase().includes(part.toLowerCase());
const byHand = (search: string) =>
  all.filter(({ number, memo }) => contains(number, search) || contains(memo, search)).map(({ id }) => id);

describe('a search of entries', () => {
  it.each([
    ['a word of a document’s memo, ignoring case', 'quickSILVER'],
    ['a word of why something was reversed', 'quick mistake'],
    ['the number of what was reversed, which only the memo of its reversal has', 'reversal of GL-2026-00000'],
    ['a whole number', 'GL-2026-000003'],
    ['the beginning of a number', 'gl-2026-00000'],
    ['the beginning of a number without its series', '6-0000'],
    ['what all numbers of a year begin with', 'GL-2025'],
    ['what all numbers begin with', 'GL-20'],
    ['digits at the end of a number', '00005'],
    ['the year', '2026'],
    ['a text between the parts of a number', '-2026-'],
    ['signs that are wildcards elsewhere', '100%'],
    ['others of them', 'a_b\\c'],
    ['two letters', 'gl'],
    ['two digits', '12'],
    ['what is not there', 'zebra crossing'],
    ['a number that is not there', 'GL-2026-999999'],
    ['a reference, which entries do not have', 'PO-9'],
    ['a document’s number, which entries do not have', 'INV-2026'],
  ])('finds %s, in order and counted', async (_, search) => {
    const expected = byHand(search);
    const ids: string[] = [];
    for (let page = 1; page < 20; page += 1) {
      const found = await runForOutput(ledgerEntries, org.callAs('auditor'), { search, page, limit: 3 });
      expect([found.total, found.isCounted]).toEqual([expected.length, true]);
      if (found.rows.length === 0) break;
      ids.push(...found.rows.map(({ id }) => id));
    }
    expect(ids).toEqual(expected);
    const walked: string[] = [];
    for (let after: string | undefined; ; ) {
      const found = await runForOutput(ledgerEntries, org.callAs('auditor'), {
        search,
        limit: 2,
        ...(after === undefined ? {} : { after }),
      });
      walked.push(...found.rows.map(({ id }) => id));
      if (found.nextCursor === null) break;
      after = found.nextCursor;
    }
    expect(walked).toEqual(expected);
  });

  it('finds numbers of seven digits, by their beginning, their end and what is between', async () => {
    const long = await foundTestOrganization({ today: '2026-11-21' });
    await postedDocument(long, { transactionDate: '2026-06-01' });
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [long.organizationId]);
      await client.query(
        `update number_counters set next_value = 1234567 where organization_id = $1 and series = 'GL' and fiscal_year = 2026`,
        [long.organizationId],
      );
    });
    // The number of a document whose entry has no other text that contains it.
    await postedDocument(long, { transactionDate: '2026-06-06' });
    const find = async (search: string) =>
      (await runForOutput(ledgerEntries, long.callAs('auditor'), { search })).rows.map(
        ({ entryNumber }) => entryNumber,
      );
    for (const search of ['GL-2026-1234567', '2026-1234', '1234', '3456', '4567', '234567'])
      expect([search, await find(search)]).toEqual([search, ['GL-2026-1234567']]);
    expect(await find('000001')).toEqual(['GL-2026-000001']);
    expect(await find('1234568')).toEqual([]);
  });

  /** Every way a list is narrowed, with none of it as well. */
  const narrowed = () =>
    [undefined, branch].flatMap((subsidiaryId) =>
      [undefined, '2026-03-03'].flatMap((dateFrom) =>
        [undefined, '2026-03-15'].flatMap((dateTo) =>
          [undefined, 'TRANSACTION', 'REVENUE_RUN'].map((sourceKind) => ({
            ...(subsidiaryId === undefined ? {} : { subsidiaryId }),
            ...(dateFrom === undefined ? {} : { dateFrom }),
            ...(dateTo === undefined ? {} : { dateTo }),
            ...(sourceKind === undefined ? {} : { sourceKind }),
          })),
        ),
      ),
    );
  const passes = (
    one: (typeof all)[number],
    filter: { subsidiaryId?: string; dateFrom?: string; dateTo?: string; sourceKind?: string },
  ) =>
    (filter.subsidiaryId ?? one.subsidiaryId) === one.subsidiaryId &&
    (filter.sourceKind ?? one.source) === one.source &&
    (filter.dateFrom ?? '') <= one.day &&
    one.day <= (filter.dateTo ?? '9999-12-31');

  it.each(['quicksilver', 'GL-2026-00000', '2026', 'order', 'gl'])(
    'finds %j in a list that is narrowed, as many as there are',
    async (search) => {
      const matching = new Set(byHand(search));
      for (const filter of narrowed())
        for (const accountId of [undefined, org.account('1110'), org.account('3100')]) {
          const expected = all.filter(
            (one) =>
              matching.has(one.id) &&
              passes(one, filter) &&
              (accountId === undefined || one.accounts.includes(accountId)),
          );
          const { rows, total } = await runForOutput(ledgerEntries, org.callAs('auditor'), {
            search,
            page: 1,
            ...filter,
            ...(accountId === undefined ? {} : { accountId }),
          });
          expect([rows.map(({ id }) => id), total]).toEqual([expected.map(({ id }) => id), expected.length]);
        }
    },
  );

  it('what more have than are counted, and a short text, is looked for among the newest, and the answer says back to which day', async () => {
    const pageOf = (given: EntryQuery & { search: string }, bounds: EntrySearchBounds) =>
      withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
        findEntries(tenant, given, bounds),
      );
    let [lookedBack, ended] = [0, 0];
    const asked = fc.record({
      looked: fc.constantFrom(1, 2, 5, 9, 100),
      filter: fc.constantFrom(...narrowed()),
      accountId: fc.constantFrom(undefined, undefined, org.account('1110'), org.account('3100')),
      search: fc.constantFrom('order', 'GL-2026', 'r'),
      at: fc.constantFrom([0, 1] as const, [0, 50] as const, [1, 3] as const),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ looked, filter, accountId, search, at: [offset, limit] }) => {
        const expected = all.filter(
          (one) =>
            byHand(search).includes(one.id) &&
            passes(one, filter) &&
            (accountId === undefined || one.accounts.includes(accountId)),
        );
        const of = { ...filter, ...(accountId && { accountId }) };
        const page = await pageOf({ search, ...of, offset, limit }, { counted: 0, looked });
        const { searchedFrom, total } = page;
        // Of a day that was not looked through to its end, some may be missing.
        const certain = expected.filter(({ day: on }) => searchedFrom === null || on > searchedFrom);
        expect(page.ids).toEqual(expected.slice(offset, Math.min(offset + limit, total)).map(({ id }) => id));
        expect(page.isCounted).toBe(searchedFrom === null);
        expect(total).toBeGreaterThanOrEqual(certain.length);
        expect(total).toBeLessThanOrEqual(expected.length);
        if (page.isCounted) expect(total).toBe(expected.length);
        if (looked === 100) expect(page.isCounted).toBe(true);
        if (searchedFrom === null) ended += 1;
        else lookedBack += 1;
      }),
      { numRuns: cases(250, 1_000) },
    );
    expect(Math.min(lookedBack, ended)).toBeGreaterThan(30);
  });

  it('behind a cursor, looks from there on, so that every entry with the text is on one page of the list', async () => {
    for (const accountId of [undefined, org.account('3100')]) {
      const expected = all.filter(
        (one) =>
          byHand('GL-20').includes(one.id) && (accountId === undefined || one.accounts.includes(accountId)),
      );
      const walked: string[] = [];
      let after: { postingDate: string; id: string } | undefined;
      for (let n = 0; n < expected.length; n += 1) {
        const page = await withTenantSql(
          { organizationId: org.principals.admin.organizationId, userId: null },
          (tenant) =>
            findEntries(
              tenant,
              { search: 'GL-20', limit: 1, ...(accountId && { accountId }), ...(after && { after }) },
              { counted: 0, looked: 9 },
            ),
        );
        walked.push(...page.ids);
        const last = all.find(({ id }) => id === walked.at(-1));
        if (last !== undefined) after = { postingDate: last.day, id: last.id };
      }
      expect(walked).toEqual(expected.map(({ id }) => id));
    }
  });

  it('the function narrows what no document posted by all that a list is narrowed to, and what documents posted by all but days', async () => {
    for (const search of ['order', 'quick', 'reversal of GL-2026'])
      for (const filter of narrowed()) {
        const found = await query<{ id: string }>(
          org,
          `select id from daybook_search_entries('%' || $1 || '%', 99, $2, $3, $4, $5) id`,
          [
            search,
            filter.subsidiaryId ?? null,
            filter.sourceKind ?? null,
            filter.dateFrom ?? null,
            filter.dateTo ?? null,
          ],
        );
        const ids = found.map(({ id }) => id);
        const expected = all.filter((one) => contains(one.memo, search) && passes(one, filter));
        expect(ids).toEqual(expect.arrayContaining(expected.map(({ id }) => id)));
        const beside = all.filter((one) => ids.includes(one.id) && !expected.includes(one));
        const { dateFrom: _from, dateTo: _to, ...ofAnyDay } = filter;
        expect(beside.every((one) => passes(one, ofAnyDay))).toBe(true);
      }
  });

  it('finds for a confined caller only what belongs to their subsidiaries, and nothing of another organization', async () => {
    const call = org.callAs('auditor');
    const confined = { ...call, principal: { ...call.principal, subsidiaryScope: [branch] } };
    const of = async (search: string) =>
      (await runForOutput(ledgerEntries, confined, { search })).rows.map(({ subsidiaryId }) => subsidiaryId);
    expect(await of('quicksilver')).toEqual([branch]);
    expect(await of('GL-2026-0000')).toEqual([branch]);
    // What others have neither leaves the function nor uses up what it may answer.
    const claim = {
      organizationId: org.principals.admin.organizationId,
      userId: null,
      subsidiaryIds: [branch],
    };
    const keys = await withTenantSql(claim, (tenant) =>
      sql<{ id: string }>(
        tenant,
        `select id from daybook_search_entries('%quicksilver%', 9, null, null, null, null) id`,
      ),
    );
    expect(keys.map(({ id }) => all.find((one) => one.id === id)?.subsidiaryId)).toEqual([branch]);
    const theirs = await foundTestOrganization({ today: '2026-11-21' });
    // In the days of this document those of others are looked for as well.
    await createDocument(theirs, { transactionDate: '2026-03-03' });
    for (const text of ['quicksilver', 'GL-2026'])
      expect((await runForOutput(ledgerEntries, theirs.callAs('auditor'), { search: text })).rows).toEqual(
        [],
      );
    for (const law of [
      `daybook_search_entries('%order%', 100, null, null, null, null)`,
      `daybook_search_spans(true, 16, null, '2100-01-01', 9)`,
      `daybook_entry_numbers_with('GL-', 100)`,
    ])
      expect(await query(theirs, `select * from ${law}`)).toEqual([]);
  });

  it('can rely on the memo of a posted document, which no one can change', async () => {
    const change = (memo: string) =>
      query(org, `update business_transactions set memo = $1 where memo = 'Quicksilver order' returning id`, [
        memo,
      ]);
    await expect(change('Mercury')).rejects.toThrow(/immutable/);
    expect(byHand('quicksilver order')).toHaveLength(1);
    expect(
      await query(org, `select id from business_transactions where memo = 'Quicksilver order'`),
    ).toHaveLength(1);
  });
});
