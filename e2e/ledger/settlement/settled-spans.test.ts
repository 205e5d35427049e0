import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '@/core/periods/calendar';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { openItems } from '@/usecases/reports/list-open-items';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

// Proves the law documents/measure-settlement of prisma/sql, and what reads by it.

afterAll(closeConnections);

/** The days an invoice is open; on both sides of each power of two. */
const WAITED = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 300];
/** The first invoice is posted on this day, each further one some days later. */
const FIRST = '2026-01-02';

interface Invoice {
  readonly number: string;
  readonly from: string;
  /** Applied or reversed on this day. */
  readonly until: string;
}

let org: TestOrganization;
const invoices: Invoice[] = [];
const payments: Invoice[] = [];

const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Row>(tenant, text, values),
  );

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-12-31' });
  const accountant = org.callAs('accountant');
  for (const [n, waited] of WAITED.entries()) {
    const from = addDays(FIRST, n);
    const until = addDays(from, waited);
    const invoice = await postedDocument(org, { transactionDate: from });
    // Every third payment lies on account before it is applied, so that it has waited as long.
    const paidOn = n % 3 === 0 ? from : until;
    const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT', transactionDate: paidOn });
    await runForOutput(applyPayment, accountant, {
      paymentId: payment.id,
      appliedOn: until,
      applications: [{ documentId: invoice.id, amount: '100.00' }],
    });
    invoices.push({ number: invoice.transactionNumber, from, until });
    payments.push({ number: payment.transactionNumber, from: paidOn, until });
  }
  for (const waited of [0, 1, 200]) {
    const invoice = await postedDocument(org, { transactionDate: FIRST });
    const until = addDays(FIRST, waited);
    await runForOutput(reverseTransaction, accountant, {
      id: invoice.id,
      reversalReason: 'Billed by mistake',
      reversalDate: until,
    });
    invoices.push({ number: invoice.transactionNumber, from: FIRST, until });
  }
});

describe('what was open on an earlier day', () => {
  it('is what was posted by then and settled or reversed after it, whenever that was', async () => {
    const all = [...invoices, ...payments];
    const days = [
      ...new Set(all.flatMap(({ from, until }) => [addDays(from, -1), from, addDays(until, -1), until])),
    ];
    let most = 0;
    for (const asOf of days.sort()) {
      const { items } = await runForOutput(openItems, org.callAs('auditor'), { side: 'RECEIVABLE', asOf });
      const expected = all.filter(({ from, until }) => from <= asOf && asOf < until);
      expect([asOf, items.map(({ transactionNumber }) => transactionNumber).sort()]).toEqual([
        asOf,
        expected.map(({ number }) => number).sort(),
      ]);
      most = Math.max(most, expected.length);
    }
    expect(most).toBeGreaterThan(10);
  });

  it('is found by how long it waited, which each settlement keeps as a power of two, whatever the writer says', async () => {
    const kept = await query<{ from: string; until: string; waited: number }>(
      `select least(d.posting_date, y.posting_date)::text as from, a.applied_on::text as until, a.waited
       from payment_applications a join business_transactions d on d.id = a.document_id join business_transactions y on y.id = a.payment_id`,
    );
    expect(kept).toHaveLength(WAITED.length);
    for (const { from, until, waited } of kept) {
      const days = daysBetween(from, until);
      expect([days, waited]).toEqual([days, days === 0 ? 0 : Math.floor(Math.log2(days)) + 1]);
    }
    const changed = await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      const { rows } = await client.query<{ days: number; waited: number }>(
        `update payment_applications a set waited = 0, applied_on = applied_on + 1000 where organization_id = $1
         returning (select a.applied_on - min(t.posting_date) from business_transactions t
           where t.organization_id = a.organization_id and t.id in (a.document_id, a.payment_id)) as days, a.waited`,
        [org.organizationId],
      );
      await client.query('rollback');
      return rows;
    });
    expect(changed).toHaveLength(WAITED.length);
    for (const { days, waited } of changed)
      expect([days, waited]).toEqual([days, Math.floor(Math.log2(days)) + 1]);
  });
});
