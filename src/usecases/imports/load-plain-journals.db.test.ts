import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { type Query, rowsLeft } from '@/testing/left/rows-left';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { subscribe } from '@/testing/subscriber';
import { runForOutput } from '../kit/run';
import { createSubsidiary } from '../subsidiaries/create-subsidiary';
import { checkImport } from './check-import';
import { createImport } from './create-import';
import { listRowsOfImport } from './list-import-rows';
import { storeUpload } from './reading/store-upload';
import { runImport } from './run-import';

// Proves the laws documents/load-journals, documents/read-journals, documents/judge-journals, documents/store-journals,
// documents/record-journals and structure/named of prisma/sql.

const TODAY = '2026-11-21';
/** The last day that is not far ahead of today, and the first one that is. */
const [NOT_FAR, FAR] = ['2026-12-21', '2026-12-22'];
/** Random files, and how many documents each has at least. */
const [FILES, DOCUMENTS] = [6, 84];
const HEADERS = [
  ...['Document', 'Date', 'Subsidiary', 'Currency', 'Memo', 'Account', 'Debit', 'Credit', 'Amount', 'Text'],
  ...['Department', 'Class', 'Location'],
];
type Row = readonly string[];

/** Books with accounts that refuse, require or warn, names that two records share, and periods that are not open. */
async function books(): Promise<TestOrganization> {
  const org = await foundTestOrganization({ today: TODAY });
  const call = org.callAs('admin');
  const parentId = org.ids.rootSubsidiary;
  await runForOutput(createSubsidiary, call, {
    code: 'DE',
    name: 'Berlin GmbH',
    parentId,
    baseCurrency: 'EUR',
  });
  await runForOutput(createSubsidiary, call, { code: 'JP', name: 'Tokyo KK', parentId, baseCurrency: 'JPY' });
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    await insertRows(tenant, 'departments', [
      { id: newId(), code: 'OPS', name: 'Operations' },
      { id: newId(), code: 'OP2', name: 'operations' },
      { id: newId(), code: 'HR', name: 'People' },
    ]);
    await insertRows(tenant, 'classes', [{ id: newId(), code: 'A', name: 'Class A' }]);
    await insertRows(tenant, 'locations', [{ id: newId(), code: 'NY', name: 'New York' }]);
  });
  await asOwnerOf(org, async (query) => {
    const set = (fields: string, code: string) =>
      query(`update accounts set ${fields} where organization_id = daybook_organization() and code = $1`, [
        code,
      ]);
    await set(`required_dimensions = '{department}'`, '6220');
    await set(`recommended_dimensions = '{class}'`, '6230');
    await set(`record_status = 'inactive'`, '6350');
    const month = (status: string, start: string) =>
      query(
        `update fiscal_periods set period_status = $1 where organization_id = daybook_organization() and subsidiary_id = $2
           and start_date = $3 and not is_adjustment`,
        [status, parentId, start],
      );
    await month('CLOSED', '2026-01-01');
    await month('SOFT_CLOSED', '2026-02-01');
  });
  return org;
}

const asOwnerOf = <T>(org: TestOrganization, work: (query: Query) => Promise<T>): Promise<T> =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    return work(async (text, values = []) => (await client.query(text, [...values])).rows);
  });

/** What an import left, table by table, with names in place of ids and without the moments at which it happened. */
async function leftBy(org: TestOrganization, importId: string) {
  return asOwnerOf(org, async (query) => {
    const people = Object.entries(org.users).map(([role, { id }]) => [id, role] as const);
    const { rows } = await rowsLeft(query, new Map([[importId, 'import'], ...people]));
    const numbers = async (table: string, column: string) =>
      (
        await query(
          `select ${column} as n from ${table} where organization_id = daybook_organization() order by 1`,
        )
      ).map(({ n }) => n);
    return {
      // Made in sets, a document that is posted is stored as posted: its first version, and never listed as unposted.
      documents: await rows('business_transactions', ['id', 'version']),
      lines: await rows('business_transaction_lines'),
      impact: await rows('transaction_impact_lines'),
      unposted: await rows(
        'unposted_documents',
        [],
        `(select t.ledger_entry_id from business_transactions t where t.organization_id = x.organization_id and t.id = x.transaction_id) is null`,
      ),
      entries: await rows('ledger_entries', ['id', 'inserted_in_transaction']),
      ledger: await rows('ledger_lines'),
      balances: await query(
        `select a.code, p.label, b.currency_code, sum(b.debit) as debit, sum(b.credit) as credit, sum(b.base_debit) as base_debit,
           sum(b.base_credit) as base_credit, sum(b.line_count) as lines
         from ledger_balances b join accounts a on a.id = b.account_id join fiscal_periods p on p.id = b.period_id
         where b.organization_id = daybook_organization() group by 1, 2, 3
         order by 1, 2, 3`,
      ),
      dimensions: await rows('ledger_dimension_balances'),
      days: await query(
        `select transaction_date, transaction_status, base_currency_code, sum(document_count) as documents, sum(base_total) as total
         from document_day_changes where organization_id = daybook_organization() group by 1, 2, 3 having sum(document_count) <> 0 order by 1, 2, 3`,
      ),
      audit: await rows(
        'audit_log',
        ['id', 'occurred_at', 'request_id', 'inserted_in_transaction'],
        `noun = 'transaction'`,
      ),
      events: await rows('outbox_events', ['id', 'published_at'], `event_type like 'gl.transaction%'`),
      rows: await rows('import_rows', ['cells']),
      // How far the last portion came says nothing about what was made.
      counts: await rows('imports', ['id', 'version', 'reached']),
      documentNumbers: await numbers('business_transactions', 'transaction_number'),
      entryNumbers: await numbers('ledger_entries', 'entry_number'),
    };
  });
}

/** No such day, which a refusal quotes as it was written. */
const NO_DAY = '2026-02-30';

/** Day first is a form of days that only the verb for one entry reads: the whole table takes its way. */
const dayFirst = (table: readonly Row[]): Row[] =>
  table.map((cells) =>
    cells.map((cell, at) =>
      at === 1 && cell !== NO_DAY && /^\d{4}-\d\d-\d\d$/.test(cell)
        ? cell.split('-').reverse().join('.')
        : cell,
    ),
  );

async function imported(
  org: TestOrganization,
  rows: readonly Row[],
  { posts, checks }: { posts: boolean; checks: boolean },
) {
  const call = org.callAs('admin', { requestId: 'the request' });
  async function* arriving() {
    yield [HEADERS, ...rows];
  }
  const upload = { noun: 'journals', fileName: 'journals.csv', posts } as const;
  const { id } = await storeUpload(call, upload, arriving());
  const checked = checks ? await runForOutput(checkImport, call, { id }) : null;
  const verdicts = checks ? (await runForOutput(listRowsOfImport, call, { id, limit: 5_000 })).rows : [];
  const done = await runForOutput(runImport, call, { id });
  return { id, counts: done.counts, checked: checked?.counts, verdicts };
}

const cell = (...texts: string[]) => fc.constantFrom(...texts);
const usually = (often: string, ...seldom: string[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(often) }, { weight: 1, arbitrary: cell(...seldom) });

/** A document: mostly what the set takes, now and then something that only the verb for one entry reads or refuses. */
const document = fc
  .record({
    amounts: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 4 }),
    style: usually(
      'plain',
      'grouped',
      'signed',
      'in parentheses',
      'off by one',
      'both sides',
      'zero',
      'negative',
    ),
    day: usually(
      '2026-11-05',
      ...['2026-01-15', '2026-02-15', '1999-01-01', '2027-06-01', '2026-10-31', NOT_FAR, FAR, NO_DAY],
    ),
    subsidiary: usually('', 'DE', 'Berlin GmbH', 'JP', 'nobody'),
    currency: usually('', 'USD', 'usd', 'EUR', 'XXX'),
    memo: usually('Payroll', '', '  spaced \u00a0', '“Quoted”, 漢字', 'x'.repeat(2001)),
    accounts: fc.array(
      usually('6210', '6300', '6220', '6230', '6350', '1200', '9999', 'Travel', '6000', 'travel'),
      {
        minLength: 5,
        maxLength: 5,
      },
    ),
    text: usually('Gross pay', '', "Employer's share", 'a\tb'),
    department: usually('', 'HR', 'People', 'OPS', 'Operations', 'nowhere'),
    classes: usually('', 'A', 'class a'),
    location: usually('', 'NY'),
    apart: fc.boolean(),
  })
  .map((answered) => (reference: string): Row[] => {
    const cents = (value: number) => `${Math.trunc(value / 100)}.${String(value % 100).padStart(2, '0')}`;
    const written = (value: number) =>
      answered.style === 'grouped' ? cents(value).replace(/\B(?=(\d{3})+\.)/g, ',') : cents(value);
    const line = (at: number, value: number, isDebit: boolean): Row => {
      const sides =
        answered.style === 'signed'
          ? ['', '', `${isDebit ? '' : '-'}${cents(value)}`]
          : answered.style === 'in parentheses'
            ? ['', '', isDebit ? cents(value) : `(${cents(value)})`]
            : answered.style === 'negative'
              ? isDebit
                ? ['', `-${cents(value)}`, '']
                : [`-${cents(value)}`, '', '']
              : isDebit
                ? [written(value), answered.style === 'both sides' ? '1' : '', '']
                : ['', written(value), ''];
      return [
        reference,
        at === 0 ? answered.day : '',
        at === 0 ? answered.subsidiary : '',
        at === 0 ? answered.currency : '',
        at === 0 ? answered.memo : '',
        answered.accounts[at] ?? '',
        ...sides,
        answered.text,
        ...[answered.department, answered.classes, answered.location],
      ];
    };
    const total = answered.amounts.reduce((sum, amount) => sum + amount, 0);
    const last = answered.style === 'off by one' ? total + 1 : answered.style === 'zero' ? 0 : total;
    return [
      ...answered.amounts.map((amount, at) => line(at, amount, true)),
      line(answered.amounts.length, last, false),
    ];
  });

const table = fc
  .array(document, { minLength: DOCUMENTS, maxLength: DOCUMENTS + 16 })
  .chain((documents) =>
    fc.record({
      rows: fc.constant(documents.flatMap((make, at) => make(`D-${at}`))),
      // Rows of one document may lie apart.
      apart: fc.boolean(),
      posts: fc.boolean(),
      checks: fc.boolean(),
    }),
  )
  .map(({ rows, apart, ...how }) => ({
    ...how,
    rows: apart ? [...rows.filter((_, at) => at % 3 !== 2), ...rows.filter((_, at) => at % 3 === 2)] : rows,
  }));

afterAll(closeConnections);

describe('journal entries made in sets', () => {
  test('leave in every table what making them one at a time leaves, and refuse the same rows in the same words', async () => {
    let documents = 0;
    await fc.assert(
      fc.asyncProperty(table, async ({ rows, ...how }) => {
        const [plain, slow] = [await books(), await books()];
        // With a subscriber, or there are no events to compare.
        if (how.checks) for (const org of [plain, slow]) await subscribe(org);
        const one = await imported(plain, rows, how);
        const other = await imported(slow, dayFirst(rows), how);
        expect(one.counts).toEqual(other.counts);
        expect(one.checked).toEqual(other.checked);
        const said = ({ verdicts }: typeof one) =>
          verdicts.map(({ rowState, errorField, errorMessage }) => [rowState, errorField, errorMessage]);
        expect(said(one)).toEqual(said(other));
        expect(await leftBy(plain, one.id)).toEqual(await leftBy(slow, other.id));
        documents += new Set(rows.map(([reference]) => reference)).size;
      }),
      { numRuns: FILES, endOnFailure: true },
    );
    expect(documents).toBeGreaterThanOrEqual(500);
  });
});

describe('an import of plain entries', () => {
  let org: TestOrganization;
  beforeAll(async () => {
    org = await books();
  });

  const rowsOf = (count: number, prefix: string): Row[] =>
    Array.from({ length: count }, (_, at) => [
      [`${prefix}-${at}`, '2026-11-05', '', '', 'Payroll', '6210', '12.50', '', '', 'Gross pay', '', '', ''],
      [`${prefix}-${at}`, '', '', '', '', '1110', '', '12.50', '', '', '', '', ''],
    ]).flat();
  const published = (reference: string, own: TestOrganization) =>
    asOwnerOf(own, (query) =>
      query(
        `select e.event_type, e.published_at is not null as reported from outbox_events e join business_transactions t on t.id = e.record_id
         where t.organization_id = daybook_organization() and t.reference_number = $1 order by 1`,
        [reference],
      ),
    );

  test('takes more rows than a portion has: every document once, numbers without a gap in the order of the file', async () => {
    const { counts } = await imported(org, rowsOf(2_600, 'M'), { posts: true, checks: false });
    expect(counts).toMatchObject({ total: 5_200, imported: 5_200, failed: 0, left: 0, pending: 0 });
    const found = await asOwnerOf(org, (query) =>
      query(
        `select count(*)::int as documents, count(distinct t.reference_number)::int as references,
           max(right(t.transaction_number, 6)::int) - min(right(t.transaction_number, 6)::int) + 1 as span,
           bool_and(t.transaction_status = 'POSTED') as posted
         from business_transactions t
         where t.organization_id = daybook_organization() and t.reference_number like 'M-%'`,
      ),
    );
    expect(found).toEqual([{ documents: 2_600, references: 2_600, span: 2_600, posted: true }]);
    const inOrder = await asOwnerOf(org, (query) =>
      query(
        `select t.reference_number as r from business_transactions t
         where t.organization_id = daybook_organization() and t.reference_number like 'M-%' order by t.transaction_number`,
      ),
    );
    expect(inOrder.map(({ r }) => r)).toEqual(Array.from({ length: 2_600 }, (_, at) => `M-${at}`));
  });

  test('leaves no events while no one subscribes, and events to be sent where someone does, as an entry made alone does', async () => {
    const own = await books();
    const events = async (sets: string, alone: string) => {
      await imported(own, rowsOf(1, sets), { posts: false, checks: false });
      await imported(own, dayFirst(rowsOf(1, alone)), { posts: false, checks: false });
      return [await published(`${sets}-0`, own), await published(`${alone}-0`, own)];
    };
    expect(await events('S', 'T')).toEqual([[], []]);
    await subscribe(own);
    const created = [{ event_type: 'gl.transaction.created', reported: false }];
    expect(await events('U', 'V')).toEqual([created, created]);
  });

  test('whose rows changed their minds since a check is judged again by the run', async () => {
    const call = org.callAs('admin');
    const { id } = await runForOutput(createImport, call, {
      noun: 'journals',
      fileName: 'journals.csv',
      columns: HEADERS,
      rows: rowsOf(3, 'R'),
      posts: true,
    });
    expect((await runForOutput(checkImport, call, { id })).counts).toMatchObject({ ready: 6, failed: 0 });
    const close = (status: string) =>
      asOwnerOf(org, (query) =>
        query(
          `update accounts set record_status = $1 where organization_id = daybook_organization() and code = '6210'`,
          [status],
        ),
      );
    await close('inactive');
    expect((await runForOutput(runImport, call, { id })).counts).toMatchObject({ imported: 0, failed: 6 });
    await close('active');
    expect((await runForOutput(runImport, call, { id })).counts).toMatchObject({
      imported: 6,
      failed: 0,
      ready: 0,
    });
  });
});
