import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { foldDays } from '@/db/stores/documents/day-sums';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { createDocument, postedDocument } from '@/testing/documents';
import { withOwner } from '@/testing/owner';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { runForOutput } from '@/usecases/kit/run';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { mendSums } from '@/usecases/verify/mend-sums';
import { verifyBooks } from '@/usecases/verify/verify-books';
import type { Books } from '../../revenue/books';
import { check, claimOf } from '../../revenue/histories/checked/checked-books';
import { sumSome } from '../../revenue/reports/posted-books';
import { randomFrom } from '../../support/sample';
import { furnishedBooks } from './planted-books';
import { SUM_PLANTS } from './planted-sums';

// Proves the laws documents/mend-counts, documents/mend-spans, platform/mend-ledger-days, platform/mend-ledger-sums and platform/mend-record-counts of prisma/sql.

/** The sums that can be mended, and the part of the answer that says how many were. */
const MENDED: Readonly<Record<string, string>> = {
  counterparty_days: 'documentCounts',
  document_days: 'documentCounts',
  document_span_days: 'spansByDay',
  entry_days: 'ledgerByDay',
  intercompany_days: 'ledgerSums',
  ledger_days: 'ledgerByDay',
  ledger_dimension_days: 'ledgerSums',
  ledger_dimension_periods: 'ledgerSums',
  record_counts: 'recordCounts',
  revenue_ledger_periods: 'ledgerSums',
  subledger_periods: 'ledgerSums',
};

/** A part of its key that is another for every row it is set to. */
const earlier = (day: string) => `${day} = ${day} - (4000 + $n)`;
const unknown = (id: string) => `${id} = gen_random_uuid()`;

/** The figures of each, and how a row of it comes to be about something else. */
const DAMAGED: Readonly<Record<string, readonly [figures: readonly string[], misplaced: string]>> = {
  counterparty_days: [['document_count'], earlier('transaction_date')],
  document_days: [['document_count', 'base_total'], earlier('transaction_date')],
  document_span_days: [['item_count', 'amount', 'base'], earlier('opened_on')],
  entry_days: [['entry_count'], earlier('posting_date')],
  intercompany_days: [['amount', 'base'], unknown('entity_id')],
  ledger_days: [
    ['debit', 'credit', 'base_debit', 'base_credit', 'line_count', 'entry_count'],
    earlier('posting_date'),
  ],
  ledger_dimension_days: [['base_debit', 'base_credit', 'line_count'], earlier('posting_date')],
  ledger_dimension_periods: [['base_debit', 'base_credit'], unknown('dimension_id')],
  record_counts: [['record_count'], `state = state || '/' || $n`],
  revenue_ledger_periods: [['debit', 'credit'], unknown('account_id')],
  subledger_periods: [['total', 'discount'], unknown('period_id')],
};

afterAll(closeConnections);

let books: Books;
let departmentId = '';
beforeAll(async () => {
  books = await furnishedBooks();
  // What customers owe counts as between companies, so that there are sums of it.
  await withOwner((client) =>
    client.query(
      `update accounts set elimination = 'INTERCOMPANY' where organization_id = $1 and control_for = 'RECEIVABLE'`,
      [books.org.organizationId],
    ),
  );
  await check(books);
  await sumSome({ claim: claimOf(books) }, 10_000);
  await foldDays(claimOf(books), 10_000);
  await query('select daybook_count_counterparties(array[$1::uuid], 1)', [books.org.ids.customer]);
  // Part of what happened is not added up yet.
  await postedDocument(books.org, { transactionDate: '2026-02-10' });
  await createDocument(books.org, { transactionDate: '2026-02-11' });
  departmentId = (await query<{ id: string }>('select id from departments limit 1'))[0]?.id ?? '';
  await postedDocument(books.org, {
    transactionDate: '2026-02-10',
    lines: [{ unitPrice: '30.00', departmentId }],
  });
  await books.run('2026-02');
  await newCustomer();
  const invoice = await postedDocument(books.org, { transactionDate: '2026-02-10' });
  const payment = await postedDocument(books.org, {
    kind: 'CUSTOMER_PAYMENT',
    transactionDate: '2026-02-12',
  });
  await runForOutput(applyPayment, books.org.callAs('accountant'), {
    ...{ paymentId: payment.id, appliedOn: '2026-03-20' },
    applications: [{ documentId: invoice.id, amount: '60.00' }],
  });
});

const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql(claimOf(books), (tenant) => sql<Row>(tenant, text, values));
const newCustomer = () =>
  runForOutput(customerVerbs.create, books.org.callAs('admin'), { companyName: 'The newest' });
const mend = () => runForOutput(mendSums, books.org.callAs('admin'), {});
const breaches = async () =>
  (await runForOutput(verifyBooks, books.org.callAs('auditor'), {})).breaches.map(({ check: name }) => name);
const audited = async () =>
  (await query<{ n: number }>(`select count(*)::int as n from audit_log where action = 'verify.mend'`))[0]?.n;
/** The sums as they are stored, with the versions of their rows. */
const stored = () =>
  withTenantReport(claimOf(books), async (tenant) => {
    const rows: unknown[] = [];
    for (const table of Object.keys(MENDED))
      rows.push(await sql(tenant, `select to_jsonb(t) as row, t.xmin::text from ${table} t order by 1`));
    return rows;
  });
/** A sum of nothing says what no row says: some stay where what was summed was taken back. */
const bare = (rows: readonly unknown[]) =>
  Object.keys(MENDED).map((table, place) =>
    (rows[place] as { row: Record<string, unknown> }[])
      .map(({ row }) => row)
      .filter((row) => DAMAGED[table]?.[0].some((figure) => row[figure] !== 0)),
  );

describe('kept sums', () => {
  it('that are right are not written, and nothing is recorded', async () => {
    const before = await stored();
    expect(await mend()).toEqual({
      documentCounts: '0',
      spansByDay: '0',
      ledgerByDay: '0',
      ledgerSums: '0',
      recordCounts: '0',
    });
    expect(await stored()).toEqual(before);
    expect(await audited()).toBe(0);
  });

  it.each(SUM_PLANTS.filter(([, tables]) => tables in MENDED))(
    'are again what their rows come to after %s, and the audit trail says that they were not',
    async (_what, table, statement, named) => {
      const before = bare(await stored());
      const known = await audited();
      await withOwner(async (client) => {
        await client.query('set session_replication_role = replica');
        await client.query(statement.replaceAll('$org', `'${books.org.organizationId}'::uuid`));
      });
      expect(await breaches()).toContain(named);
      const mended = await mend();
      expect(Number(mended[(MENDED[table] ?? '') as keyof typeof mended])).toBeGreaterThan(0);
      expect(bare(await stored())).toEqual(before);
      expect(await breaches()).toEqual([]);
      expect(await audited()).toBe((known ?? 0) + 1);
    },
  );

  it('are again what their rows come to whichever of them were changed, removed or invented, however many at once', async () => {
    const random = randomFrom(Number(process.env.DAYBOOK_SEED ?? 20261229));
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const before = bare(await stored());
    let damaged = 0;
    while (damaged < 500) {
      await withOwner(async (client) => {
        await client.query('set session_replication_role = replica');
        for (let many = pick([1, 2, 5, 12]); many > 0; many -= 1) {
          const table = pick(Object.keys(DAMAGED));
          const [columns, misplaced] = DAMAGED[table] as (typeof DAMAGED)[string];
          const column = pick(columns);
          const place = Math.floor(random() * 1_000);
          const row = `ctid = (select x.ctid from ${table} x where x.organization_id = $1 order by x.ctid offset
            (select ${place} % greatest(count(*), 1) from ${table} y where y.organization_id = $1) limit 1)`;
          const { rowCount } = await client.query(
            pick([
              `update ${table} set ${column} = ${column} + ${pick([1, -1, 7])} where ${row}`,
              `delete from ${table} where ${row}`,
              `update ${table} set ${misplaced.replaceAll('$n', String(damaged))} where ${row}`,
            ]),
            [books.org.organizationId],
          );
          damaged += rowCount ?? 0;
        }
      });
      await mend();
      expect({ damaged, sums: bare(await stored()) }).toEqual({ damaged, sums: before });
    }
    expect(damaged).toBeGreaterThanOrEqual(500);
    // What was invented is gone, not left as a sum of nothing.
    expect(await query('select 1 from ledger_dimension_days where line_count = 0')).toEqual([]);
    expect(await breaches()).toEqual([]);
  });

  it('are mended while documents and records are written and added up: what came in between is counted once', async () => {
    for (let round = 0; round < 4; round += 1) {
      await withOwner(async (client) => {
        await client.query('set session_replication_role = replica');
        for (const [, , statement] of SUM_PLANTS.filter(([what]) => /twice|one unit more/.test(what)))
          if (Object.keys(MENDED).some((table) => statement.startsWith(`update ${table} `)))
            await client.query(statement.replaceAll('$org', `'${books.org.organizationId}'::uuid`));
      });
      await Promise.all([
        mend(),
        ...[1, 2, 3].map(async () => {
          const { id } = await postedDocument(books.org, {
            transactionDate: '2026-02-12',
            lines: [{ unitPrice: '30.00', departmentId }],
          });
          await newCustomer();
          await foldDays(claimOf(books), 3);
          await runForOutput(reverseTransaction, books.org.callAs('accountant'), {
            ...{ id, reversalReason: 'Wrong', reversalDate: '2026-02-13' },
          });
        }),
      ]);
      await foldDays(claimOf(books), 2);
      expect((await breaches()).filter((name) => !name.endsWith('_CHAIN'))).toEqual([]);
    }
  });

  it('are the operator’s to mend, not an auditor’s', async () => {
    await expect(runForOutput(mendSums, books.org.callAs('auditor'), {})).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
  });
});
