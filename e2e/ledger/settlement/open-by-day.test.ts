import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { findBreaches } from '@/db/reports/verification/verification';
import { foldDays } from '@/db/stores/documents/day-sums';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { planted } from '../evidence/planted-books';
import { AgingBooks, DAYS, settledHistories } from './aging-histories';
import { compareWays } from './earlier-ways';

// Proves the laws documents/keep-spans and documents/fold-spans of prisma/sql, and the queries that read what they keep, over random histories.

afterAll(closeConnections);

/** Number of random histories; a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(8, 20, 400);
const SIDES = ['RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE'];

describe('what was open on an earlier day, from sums by day', () => {
  it('is what reading every item finds, on any day, however much of it is added up', async () => {
    let [compared, items, folded] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(settledHistories, fc.integer({ min: 0, max: 6 }), async (history, atOnce) => {
        const books = await AgingBooks.open();
        const { organizationId } = books.org.principals.admin;
        const claim = { organizationId, userId: null };
        for (const [n, one] of history.entries()) {
          await books.run(one);
          // Part of what is noted is added up between the facts, and what changes afterward is noted against it.
          if (atOnce > 0 && n % 5 === 4) folded += (await foldDays(claim, atOnce)).notes;
        }
        for (const asOf of [...DAYS, '2026-03-31', '2026-01-04'])
          for (const side of SIDES) {
            const subsidiaryIds = [books.org.ids.rootSubsidiary];
            const one = await compareWays(claim, { side, asOf, subsidiaryIds, limit: 2 });
            compared += one.compared;
            items += one.items;
          }
        const breaches = await withTenantReport(claim, findBreaches);
        expect(breaches.filter(({ check }) => check === 'APPLICATIONS')).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
    expect(compared).toBeGreaterThanOrEqual(500);
    expect(items).toBeGreaterThan(30);
    expect(folded).toBeGreaterThan(10);
  });

  it('has a row for each currency in which a counterparty owed something', async () => {
    const org = await foundTestOrganization({ today: '2026-06-30' });
    const accountant = org.callAs('accountant');
    for (const money of [{ currencyCode: 'USD' }, { currencyCode: 'EUR', exchangeRate: '1.25' }]) {
      const invoice = await postedDocument(org, { ...money, transactionDate: '2026-01-10' });
      const payment = await postedDocument(org, {
        ...money,
        kind: 'CUSTOMER_PAYMENT',
        transactionDate: '2026-02-10',
      });
      await runForOutput(applyPayment, accountant, {
        paymentId: payment.id,
        appliedOn: '2026-02-10',
        applications: [{ documentId: invoice.id, amount: '100.00' }],
      });
    }
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    const subsidiaryIds = [org.ids.rootSubsidiary];
    const asked = { side: 'RECEIVABLE', asOf: '2026-01-20', subsidiaryIds, limit: 1 };
    expect(await compareWays(claim, asked)).toMatchObject({ items: 2, compared: 5 });
  });

  it('leaves nothing behind where a settlement was unapplied, counts a document once however often it was settled, and is verified', async () => {
    const org = await foundTestOrganization({ today: '2026-06-30' });
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    const accountant = org.callAs('accountant');
    const invoice = await postedDocument(org, { transactionDate: '2026-01-10' });
    const pay = async (appliedOn: string, amount: string) => {
      const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT', transactionDate: appliedOn });
      const { applications } = await runForOutput(applyPayment, accountant, {
        paymentId: payment.id,
        appliedOn,
        applications: [{ documentId: invoice.id, amount }],
      });
      return applications[0]?.id ?? '';
    };
    const stored = async (table: string) =>
      withTenantReport(claim, (tenant) =>
        sql<{ items: number; amount: string; until: string }>(
          tenant,
          `select sum(s.item_count)::int as items, sum(s.amount)::numeric(20, 2)::text as amount, s.settled_on::text as until from ${table} s
           group by s.settled_on order by s.settled_on`,
        ),
      );
    // The later payment is told first, and the last one settles on the day of another.
    await pay('2026-04-10', '30.00');
    await pay('2026-02-10', '50.00');
    const last = await pay('2026-04-10', '20.00');
    const [earlier, later] = [
      { items: 0, amount: '50.00', until: '2026-02-10' },
      { items: 1, amount: '50.00', until: '2026-04-10' },
    ];
    expect(await stored('document_span_changes')).toEqual([earlier, later]);
    expect((await foldDays(claim, 100)).notes).toBeGreaterThan(0);
    expect([await stored('document_span_changes'), await stored('document_span_days')]).toEqual([
      [],
      [earlier, later],
    ]);
    const found = () => withTenantReport(claim, findBreaches);
    expect(await found()).toEqual([]);
    for (const column of ['item_count', 'amount', 'base']) {
      const change = `update document_span_days set ${column} = ${column} + 1 where organization_id = $org and settled_on = '2026-02-10'`;
      const { answer } = await planted(org.organizationId, ['document_span_days'], change, found);
      expect(answer.map(({ check, examples }) => [check, examples])).toEqual([
        ['APPLICATIONS', ['open until 2026-02-10']],
      ]);
    }
    await runForOutput(unapplyPayment, accountant, { applicationId: last });
    expect(await stored('document_span_changes')).toEqual([
      { items: 0, amount: '-20.00', until: '2026-04-10' },
    ]);
    await foldDays(claim, 100);
    expect(await stored('document_span_days')).toEqual([earlier, { ...later, amount: '30.00' }]);
    for (const { id } of await withTenantReport(claim, (tenant) =>
      sql<{ id: string }>(tenant, 'select id::text from payment_applications where reversed_at is null'),
    ))
      await runForOutput(unapplyPayment, accountant, { applicationId: id });
    await foldDays(claim, 100);
    expect([await stored('document_span_changes'), await stored('document_span_days')]).toEqual([[], []]);
    expect(await found()).toEqual([]);
  });
});
