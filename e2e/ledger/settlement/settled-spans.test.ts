import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { closeConnections } from '@/db/client';
import { findBreaches } from '@/db/reports/verification/verification';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { openItems } from '@/usecases/reports/list-open-items';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { planted } from '../evidence/planted-books';

// Proves the laws documents/spans-of and documents/keep-spans of prisma/sql, and the queries that use them.

afterAll(closeConnections);

/** How many days each invoice is open: values on both sides of each power of two. */
const WAITED = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 300];
/** The first invoice is posted on this day, each further one a day later. */
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
    // Every third payment stays on account before it is applied, so that it is open as long as its invoice.
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
  it('is what was posted by then and not settled or reversed until later, whenever that was', async () => {
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

  it('is found by its spans, with lengths as powers of two, which everything that writes settlements maintains', async () => {
    const compare = () =>
      query<{ label: string; days: number; waited: number }>(
        `with facts as (
           select a.id, t.id as document_id, a.applied_on - t.posting_date as days from payment_applications a
           join business_transactions t on t.id in (a.document_id, a.payment_id) where a.reversed_at is null and t.posting_date < a.applied_on
         )
         select case when f.id is null or s.application_id is null or s.amount <> 100 or s.base is not null or s.settled_on - s.opened_on <> f.days
           then 'differs' else 'kept' end as label, f.days, s.waited
         from facts f full join document_spans s on s.application_id = f.id and s.document_id = f.document_id`,
      );
    const kept = await compare();
    // Each invoice except the one paid at once; every third payment as well.
    expect(kept).toHaveLength(WAITED.length - 1 + Math.floor((WAITED.length - 1) / 3));
    const lengths = (rows: typeof kept) => rows.map(({ label, days, waited }) => [label, days, waited]);
    const powers = (rows: typeof kept) =>
      rows.map(({ days }) => ['kept', days, Math.floor(Math.log2(days)) + 1]);
    expect(lengths(kept)).toEqual(powers(kept));
    class TakenBack extends Error {}
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    const changedBy = async (change: string) => {
      let rows: typeof kept = [];
      await withTenantSql(claim, async (tenant) => {
        await sql(tenant, change);
        rows = await sql(
          tenant,
          `select 'kept' as label, s.settled_on - s.opened_on as days, s.waited from document_spans s`,
        );
        throw new TakenBack();
      }).catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
      return rows;
    };
    const later = await changedBy('update payment_applications set applied_on = applied_on + 1000');
    expect(later).toHaveLength(2 * WAITED.length);
    expect(lengths(later)).toEqual(powers(later));
    expect(
      await changedBy(`update payment_applications set reversed_at = now(), reversed_on = applied_on`),
    ).toEqual([]);
    expect(await changedBy('delete from payment_applications')).toEqual([]);
  });

  it('is verified: a span that is missing or has a different amount is named by a full verification', async () => {
    const found = () =>
      withTenantReport({ organizationId: org.principals.admin.organizationId, userId: null }, findBreaches);
    expect(await found()).toEqual([]);
    for (const change of [
      `delete from document_spans where organization_id = $org and waited = 1`,
      `update document_spans set amount = amount + 1 where organization_id = $org and waited = 1`,
    ]) {
      const { answer } = await planted(org.organizationId, ['document_spans'], change, found);
      expect(answer.map(({ check }) => check)).toEqual(['APPLICATIONS']);
    }
    expect(await found()).toEqual([]);
  });

  it('is carried at what it is in the base currency, where the document was in another', async () => {
    const rates = [
      { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-01', rateType: 'SPOT', rate: '1.1' },
    ];
    await runForOutput(setExchangeRates, org.callAs('controller'), { rates });
    const euros = { currencyCode: 'EUR' };
    const invoice = await postedDocument(org, { ...euros, transactionDate: '2026-02-01' });
    const payment = await postedDocument(org, {
      ...euros,
      kind: 'CUSTOMER_PAYMENT',
      transactionDate: '2026-03-01',
    });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      appliedOn: '2026-03-01',
      applications: [{ documentId: invoice.id, amount: '100.00' }],
    });
    const spans = await query(
      'select s.amount::text, s.base::text from document_spans s where s.document_id = $1',
      [invoice.id],
    );
    expect(spans).toEqual([{ amount: '100.0000', base: '110.0000' }]);
    const { items } = await runForOutput(openItems, org.callAs('auditor'), {
      side: 'RECEIVABLE',
      asOf: '2026-02-15',
    });
    const own = items.find(({ transactionNumber }) => transactionNumber === invoice.transactionNumber);
    expect([own?.openAmount, own?.openBase]).toEqual(['100.00', '110.00']);
    const found = () =>
      withTenantReport({ organizationId: org.principals.admin.organizationId, userId: null }, findBreaches);
    const change =
      'update document_spans set base = base + 1 where organization_id = $org and base is not null';
    const { answer } = await planted(org.organizationId, ['document_spans'], change, found);
    expect(answer.map(({ check }) => check)).toEqual(['APPLICATIONS']);
  });
});
