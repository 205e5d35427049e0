import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { EntryLine } from '@/core/ledger/entry-line';
import type { PeriodStatus } from '@/core/periods/period-status';
import type { TransactionStatus } from '@/core/transactions/status';
import { closeConnections } from '@/db/client';
import { reverseTransactions } from '@/db/stores/documents/postings';
import { sql, type Tenant, withTenantSql } from '@/db/tenancy';
import { withSavepoint } from '@/db/transaction';
import { approvedDocument, createDocument, journalLines, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { mirrored, whyNotReversible } from './oracle/reversal';

// Proves the laws documents/judge-reversals, documents/store-reversals of prisma/sql.

afterAll(closeConnections);

const CASES = 600;
class TakeBack extends Error {}

/** Documents in every state in which a reversal can be attempted. */
async function documentsOf(org: TestOrganization): Promise<string[]> {
  const journal = (amount: string, fields: object = {}) =>
    postedDocument(org, {
      kind: 'JOURNAL',
      lines: journalLines(org, [
        ['1110', amount],
        ['4100', `-${amount}`],
      ]),
      ...fields,
    });
  const invoice = (unitPrice: string, fields: object = {}) =>
    postedDocument(org, {
      lines: [{ unitPrice }, { unitPrice: '0.01', taxCodeId: org.ids.taxCode }],
      ...fields,
    });
  const early = await journal('77.77', { transactionDate: '2025-03-20' });
  const foreign = await invoice('12.34', { currencyCode: 'EUR', exchangeRate: '1.0837' });
  const plain = [await journal('0.01'), await journal('12345.67'), await invoice('100.00'), foreign, early];
  const [paid, partly] = [await invoice('50.00'), await invoice('50.00')];
  const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice: '60.00' }] });
  const total = (await runForOutput(applyPayment, org.callAs('accountant'), {
    paymentId: payment.id,
    applications: [{ documentId: paid.id, amount: paid.totalAmount }],
  })) as { paymentOpen: string };
  await runForOutput(applyPayment, org.callAs('accountant'), {
    paymentId: payment.id,
    applications: [{ documentId: partly.id, amount: total.paymentOpen }],
  });
  const gone = await journal('5.00');
  const back = await runForOutput(reverseTransaction, org.callAs('controller'), {
    id: gone.id,
    reversalReason: 'Entered twice',
  });
  const unposted = [await createDocument(org), await approvedDocument(org)];
  return [...plain, ...plain, paid, partly, payment, gone, ...unposted]
    .map(({ id }) => id)
    .concat(back.reversalTransactionId);
}

const linesOf = (tenant: Tenant, entryId: string) =>
  sql<EntryLine>(
    tenant,
    `select line_number as "lineNumber", account_id as "accountId", currency_code as "currencyCode", debit::text, credit::text,
       base_debit::text as "baseDebit", base_credit::text as "baseCredit", class_id as "classId", department_id as "departmentId",
       location_id as "locationId", project_id as "projectId", entity_type as "entityType", entity_id as "entityId"
     from ledger_lines where entry_id = $1::uuid order by line_number`,
    [entryId],
  );

const impactOf = (tenant: Tenant, transactionId: string) =>
  sql<Omit<EntryLine, 'currencyCode'>>(
    tenant,
    `select line_number as "lineNumber", account_id as "accountId", debit::text, credit::text, base_debit::text as "baseDebit",
       base_credit::text as "baseCredit", class_id as "classId", department_id as "departmentId", location_id as "locationId",
       project_id as "projectId", entity_type as "entityType", entity_id as "entityId"
     from transaction_impact_lines where transaction_id = $1::uuid order by line_number`,
    [transactionId],
  );

describe('daybook_reverse_transactions, which owns the rules of reversal', () => {
  it('agrees with the oracle on every document and date, and posts the exact mirror of the entry', async () => {
    const org = await foundTestOrganization();
    const periods = await runForOutput(listPeriods, org.callAs('viewer'), { fiscalYear: 2025 });
    const documents = await documentsOf(org);
    for (const [place, depth] of [3, 2, 1].entries()) {
      for (const verb of [softClosePeriod, closePeriod, lockPeriod].slice(0, depth))
        await runForOutput(verb, org.callAs('controller'), { id: periods[place]?.id });
    }
    const seen = new Map<string, number>();
    const one = fc.record({
      id: fc.constantFrom(...documents),
      date: fc.constantFrom(
        ...['2026-11-21', '2026-11-20', '2026-11-22', '2026-12-31', '2025-03-20', '2025-03-19', '2025-02-28'],
        ...['2025-01-15', '2025-04-01', '2031-01-01'],
      ),
    });
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, async (tenant) => {
      await fc.assert(
        fc.asyncProperty(one, async ({ id, date }) => {
          const [facts] = await sql<{
            status: TransactionStatus;
            isReversal: boolean;
            isApplied: boolean;
            postingDate: string | null;
            entryId: string | null;
            period: PeriodStatus | null;
          }>(
            tenant,
            `select t.transaction_status as status, t.reverses_transaction_id is not null as "isReversal",
               exists (select from payment_applications a where a.reversed_at is null and t.id in (a.payment_id, a.document_id)) as "isApplied",
               t.posting_date::text as "postingDate", t.ledger_entry_id as "entryId", p.period_status as period
             from business_transactions t
             left join fiscal_periods p on p.subsidiary_id = t.subsidiary_id and not p.is_adjustment
               and $2::date between p.start_date and p.end_date
             where t.id = $1::uuid`,
            [id, date],
          );
          if (facts === undefined) throw new Error('the document is gone');
          const expected = whyNotReversible({ ...facts, reversalDate: date });
          const how = { reason: 'Chance', actorId: null };
          // Every case is rolled back, so that the next one starts with the same books.
          await withSavepoint(tenant, async () => {
            const [made] = await reverseTransactions(tenant, [{ transactionId: id, date }], how);
            if (made === undefined) throw new Error('reversing answered nothing');
            expect(made.refusal).toBe(expected);
            seen.set(expected ?? 'granted', (seen.get(expected ?? 'granted') ?? 0) + 1);
            if (made.refusal === null) {
              const before = await linesOf(tenant, facts.entryId ?? '');
              expect(await linesOf(tenant, made.entryId ?? '')).toEqual(mirrored(before));
              expect(before.length).toBeGreaterThan(1);
              // The GL impact shown on the document is what it posted.
              expect(await impactOf(tenant, made.reversalId ?? '')).toEqual(
                mirrored(before).map(({ currencyCode: _, ...line }) => line),
              );
            }
            throw new TakeBack();
          }).catch((error) => {
            if (!(error instanceof TakeBack)) throw error;
          });
        }),
        { numRuns: CASES, endOnFailure: true },
      );
      throw new TakeBack();
    }).catch((error) => {
      if (!(error instanceof TakeBack)) throw error;
    });
    expect([...seen.keys()].sort()).toEqual([
      'INVALID_STATUS_TRANSITION',
      'PERIOD_NOT_OPEN',
      'REVERSAL_BEFORE_POSTING',
      'granted',
    ]);
  });
});
