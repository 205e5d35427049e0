import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { createDocument, journalLines, postedDocument } from '@/testing/documents';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { ledgerEntries } from '@/usecases/reports/list-entries';
import { accountActivity } from '@/usecases/reports/show-account-activity';
import { documentCounts, glOverview, ledgerState, periodStates } from '@/usecases/reports/show-overview';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';

// Proves the laws ledger/fold-ledger, documents/note-documents and documents/fold-documents of prisma/sql.

const DAYS = [
  '2026-03-02',
  '2026-03-02',
  '2026-03-03',
  '2026-05-11',
  '2026-05-11',
  '2026-05-11',
  '2026-11-02',
];
/** How many of the notes and entries are added up in advance: none, some, all. */
const FOLDED = [0, 3, 1_000];

let org: TestOrganization;
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Row>(tenant, text, values),
  );
const fold = (limit: number) =>
  query('select daybook_fold_ledger($1::int), daybook_fold_documents($1::int)', [limit]);
const call = () => org.callAs('controller');

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  for (const [n, transactionDate] of DAYS.entries()) {
    const kind = n % 3 === 0 ? 'JOURNAL' : 'INVOICE';
    const lines = journalLines(org, [
      ['1110', `${n + 1}.00`],
      ['4100', `-${n + 1}.00`],
    ]);
    const document = { kind, transactionDate, ...(kind === 'JOURNAL' ? { lines } : {}) } as const;
    const { id } = n === 4 ? await createDocument(org, document) : await postedDocument(org, document);
    if (n === 3) await runForOutput(reverseTransaction, call(), { id, reversalReason: 'Entered twice' });
  }
  const { id } = await createDocument(org, { transactionDate: '2026-05-12' });
  await runForOutput(removeTransaction, org.callAs('accountant'), { id });
  await appendTestEntries(
    org,
    ['2026-03-02', '2026-03-15', '2026-05-11'].map((date) => ({
      date,
      lines: [
        { code: '1110', debit: '7' },
        { code: '1110', debit: '1' },
        { code: '3100', credit: '8' },
      ],
    })),
  );
  // On one account in two currencies, as a settlement across currencies posts: it counts once among the entries of the account.
  await appendTestEntries(org, [
    {
      date: '2026-03-15',
      lines: [
        { code: '1110', debit: '2' },
        { code: '1110', debit: '3', currencyCode: 'EUR' },
        { code: '3100', credit: '2' },
        { code: '3100', credit: '3', currencyCode: 'EUR' },
      ],
    },
  ]);
});
afterAll(closeConnections);

const documentsBy = (filter: object) =>
  query<{ id: string }>(
    `select id from business_transactions t where ${
      Object.keys(filter)
        .map((column, n) => `t.${column} = $${n + 1}`)
        .join(' and ') || 'true'
    } order by transaction_date desc, transaction_number desc`,
    Object.values(filter),
  ).then((rows) => rows.map(({ id }) => id));

/** Every page of a list, two at a time, and the total that each page states. */
async function paged<Row extends { id: string }>(
  read: (page: number) => Promise<{ rows: readonly Row[]; total: number | null }>,
) {
  const ids: string[] = [];
  const totals = new Set<number | null>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read(page);
    totals.add(total);
    if (rows.length === 0) return { ids, totals: [...totals] };
    ids.push(...rows.map(({ id }) => id));
  }
}

describe.each(FOLDED)('with at most %i notes and entries added up by day', (limit) => {
  beforeAll(() => fold(limit));

  test.each([
    ['all documents', {}, {}],
    ['those of a kind', { kind: 'INVOICE' }, { kind: 'INVOICE' }],
    ['those of a status', { status: 'POSTED' }, { transaction_status: 'POSTED' }],
    ['drafts', { status: 'DRAFT' }, { transaction_status: 'DRAFT' }],
    ['reversed ones', { status: 'REVERSED' }, { transaction_status: 'REVERSED' }],
  ] as const)(
    'the pages of %s have every document once, in order, and state how many there are',
    async (_, filter, column) => {
      const expected = await documentsBy(column);
      const { ids, totals } = await paged((page) =>
        runForOutput(listTransactions, call(), { ...filter, page, limit: 2 }),
      );
      expect(ids).toEqual(expected);
      expect(totals).toEqual([expected.length]);
      expect(expected.length).toBeGreaterThan(0);
    },
  );

  test('the pages of a range of days have the documents of those days', async () => {
    const range = { dateFrom: '2026-03-03', dateTo: '2026-05-11' };
    const { ids, totals } = await paged((page) =>
      runForOutput(listTransactions, call(), { ...range, page, limit: 2 }),
    );
    const all = await query<{ id: string }>(
      `select id from business_transactions where transaction_date between '2026-03-03' and '2026-05-11'
       order by transaction_date desc, transaction_number desc`,
    );
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(totals).toEqual([all.length]);
  });

  test.each([
    ['all entries', () => ({}), 'true'],
    [
      'those of one account',
      () => ({ accountId: org.account('1110') }),
      `exists (select from ledger_lines l where l.entry_id = e.id and l.account_id = $1)`,
    ],
    ['those of one source', () => ({ sourceKind: 'TEST' }), `e.source_kind = 'TEST'`],
    [
      'those of some days',
      () => ({ dateFrom: '2026-03-03', dateTo: '2026-05-11' }),
      `e.posting_date between '2026-03-03' and '2026-05-11'`,
    ],
  ] as const)(
    'the pages of %s have every entry once, in order, by page and by cursor, and state how many there are',
    async (_, filter, where) => {
      const rows = await query<{ id: string }>(
        `select id from ledger_entries e where ${where} order by posting_date desc, id desc`,
        where.includes('$1') ? [org.account('1110')] : [],
      );
      const expected = rows.map(({ id }) => id);
      const { ids, totals } = await paged((page) =>
        runForOutput(ledgerEntries, call(), { ...filter(), page, limit: 2 }),
      );
      expect(ids).toEqual(expected);
      expect(totals).toEqual([expected.length]);
      const walked: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await runForOutput(ledgerEntries, call(), {
          ...filter(),
          limit: 2,
          ...(after === undefined ? {} : { after }),
        });
        walked.push(...page.rows.map(({ id }) => id));
        if (page.nextCursor === null) break;
        after = page.nextCursor;
      }
      expect(walked).toEqual(expected);
    },
  );

  test('the activity of an account by page has every line once, with the balance after each', async () => {
    const range = { accountId: org.account('1110'), dateFrom: '2026-01-01', dateTo: '2026-11-30' };
    const whole = await runForOutput(accountActivity, call(), { ...range, limit: 1_000 });
    expect(whole.lines.length).toBeGreaterThan(8);
    const walked: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const { lines, total } = await runForOutput(accountActivity, call(), { ...range, page, limit: 2 });
      expect(total).toBe(whole.lines.length);
      if (lines.length === 0) break;
      walked.push(...lines);
    }
    expect(walked).toEqual(whole.lines);
    expect(whole.lines.at(-1)?.balance).toBe(whole.closing);
  });

  test('the overview counts documents and entries as they are', async () => {
    const overview = await runForOutput(glOverview, call(), { periods: 12 });
    const counted = await query<{ status: string; count: number }>(
      'select transaction_status as status, count(*)::int as count from business_transactions group by 1 order by 1',
    );
    const statuses = [...overview.transactionsByStatus].sort((one, other) =>
      one.status.localeCompare(other.status),
    );
    expect(statuses).toEqual(counted);
    const [entries] = await query<{ n: number }>('select count(*)::int as n from ledger_entries');
    expect(overview.totals.entries).toBe(entries?.n);
    expect(overview.periods.reduce((sum, period) => sum + period.entries, 0)).toBe(entries?.n);
  });

  test('the figures a screen takes from the overview are those of the whole overview', async () => {
    const { transactionsByStatus, totals, health, periods } = await runForOutput(glOverview, call(), {
      periods: 12,
    });
    expect(await runForOutput(documentCounts, call(), {})).toEqual({ transactionsByStatus });
    const { openPeriods: _, ...checks } = health;
    expect(await runForOutput(ledgerState, call(), {})).toEqual({ totals, health: checks });
    const listed = await runForOutput(periodStates, call(), { periods: 12 });
    expect(periods).toMatchObject(listed.periods);
    expect(listed.periods.length).toBe(periods.length);
    expect(periods.length).toBeGreaterThan(3);
  });
});

test('added up completely, the sums by day equal those of the lines, and verification says so; a changed sum is found', async () => {
  await fold(1_000);
  const differing = await query(
    `select subsidiary_id, posting_date, account_id, period_id, currency_code from (
       select subsidiary_id, posting_date, account_id, period_id, currency_code, debit, credit, base_debit, base_credit, 1 as n, line_count as c from ledger_days
       union all select subsidiary_id, posting_date, account_id, period_id, currency_code, -debit, -credit, -base_debit, -base_credit, 0, -1 from ledger_lines) x
     group by 1, 2, 3, 4, 5 having sum(debit) <> 0 or sum(credit) <> 0 or sum(base_debit) <> 0 or sum(base_credit) <> 0 or sum(c) <> 0`,
  );
  expect(differing).toEqual([]);
  const sound = await runForOutput(verifyBooks, org.callAs('auditor'), {});
  expect(sound.breaches).toEqual([]);
  const change = (by: string) =>
    withOwner((client) =>
      client.query(
        `update ledger_days set base_debit = base_debit ${by} 1 where organization_id = $1 and account_id = $2 and posting_date = '2026-03-15'`,
        [org.organizationId, org.account('1110')],
      ),
    );
  await change('+');
  const broken = await runForOutput(verifyBooks, org.callAs('auditor'), {});
  expect(broken.breaches.map(({ check }) => check)).toEqual(['BALANCES']);
  await change('-');
});

test('an upgrade takes off what an earlier version counted twice, of entries that are added up and no others', async () => {
  await appendTestEntries(org, [
    {
      date: '2026-05-11',
      lines: [
        { code: '1110', debit: '4' },
        { code: '1110', debit: '4', currencyCode: 'EUR' },
        { code: '3100', credit: '4' },
        { code: '3100', credit: '4', currencyCode: 'EUR' },
      ],
    },
  ]);
  const counts = `select account_id, posting_date::text, currency_code, entry_count::int from ledger_days
    where organization_id = $1 order by 1, 2, 3`;
  await withOwner(async (client) => {
    await client.query('begin');
    const before = await client.query(counts, [org.organizationId]);
    // As it was counted: in the second of its currencies as well.
    const twice = await client.query(
      `update ledger_days set entry_count = entry_count + 1
       where organization_id = $1 and posting_date = '2026-03-15' and currency_code = 'USD' and account_id = any ($2)`,
      [org.organizationId, [org.account('1110'), org.account('3100')]],
    );
    expect(twice.rowCount).toBe(2);
    await client.query(
      await readFile('prisma/migrations/20270406000000_entries_in_two_currencies/migration.sql', 'utf8'),
    );
    expect((await client.query(counts, [org.organizationId])).rows).toEqual(before.rows);
    await client.query('rollback');
  });
});

test('the application can read the sums by day, and only the database functions write them', async () => {
  for (const table of [
    'ledger_days',
    'entry_days',
    'folded_numbers',
    'document_days',
    'document_day_changes',
  ]) {
    await expect(query(`delete from ${table}`), table).rejects.toThrow(/permission denied/);
    await expect(query(`update ${table} set organization_id = organization_id`), table).rejects.toThrow(
      /permission denied/,
    );
  }
});
