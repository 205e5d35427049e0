import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dec, toPlainString } from '@/core/money/decimal';
import { SUBLEDGER_PLACES } from '@/core/transactions/subledgers';
import { closeConnections } from '@/db/client';
import { controlDifferences } from '@/db/stores/structure/control-accounts';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { appendTestEntries } from '@/testing/ledger-entries';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { differencesByHand } from '../oracle/control-differences';
import { AgingBooks, histories } from '../settlement/aging-histories';

// Proves the laws ledger/fold-ledger, ledger/subledger-moves and ledger/verify-ledger of prisma/sql, as far as a close reads them.

afterAll(closeConnections);

/** Number of random histories; the ordinary run stays short, a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(4, 12, 400);
const ENDS = ['2026-01-31', '2026-02-28', '2026-03-31'];

const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});
const query = <Row>(org: TestOrganization, text: string, values: readonly unknown[] = []) =>
  withTenantSql(claimOf(org), (tenant) => sql<Row>(tenant, text, values));
const fold = (org: TestOrganization, limit: number) =>
  query(org, 'select daybook_fold_ledger($1::int)', [limit]);

/** The differences at a period's end according to the sums by period, in the oracle's form, and those according to the oracle. */
async function differencesOf(org: TestOrganization, asOf: string) {
  const subsidiaryId = org.ids.rootSubsidiary;
  return withTenantReport(claimOf(org), async (tenant) => {
    const found = await controlDifferences(tenant, {
      subsidiaryId,
      asOf,
      withAdjustments: true,
      places: SUBLEDGER_PLACES,
    });
    return {
      found: found.map(({ role, currencyCode, subledger, ledger }) => [
        `${role} ${currencyCode}`,
        toPlainString(dec(subledger)),
        toPlainString(dec(ledger)),
      ]),
      byHand: await differencesByHand(tenant, { subsidiaryId, asOf }),
    };
  });
}

describe('control accounts against documents', () => {
  it('differ at a period’s end as every document and line ever recorded says, however much is added up in advance', async () => {
    let differing = 0;
    await fc.assert(
      fc.asyncProperty(histories, fc.array(fc.nat({ max: 12 }), { maxLength: 6 }), async (history, folds) => {
        const books = await AgingBooks.open();
        for (const [n, one] of history.entries()) {
          await books.run(one);
          const some = n % 5 === 0 ? folds[n / 5] : undefined;
          if (some !== undefined) await fold(books.org, some);
        }
        for (const limit of [0, 5, 10_000]) {
          await fold(books.org, limit);
          for (const asOf of ENDS) {
            const { found, byHand } = await differencesOf(books.org, asOf);
            expect([asOf, limit, found]).toEqual([asOf, limit, byHand]);
            differing += byHand.length;
          }
        }
        // Manual entries on control accounts are found; the sums themselves are correct.
        const { breaches } = await runForOutput(verifyBooks, books.org.callAs('auditor'), {});
        expect(breaches.filter(({ check }) => check !== 'CONTROL_TIE_OUT')).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
    expect(differing).toBeGreaterThan(0);
  });

  it('do not differ by settlements across currencies, which are added up too, nor by those that were unapplied', async () => {
    const org = await foundTestOrganization({ today: '2026-03-31' });
    const euro = { currencyCode: 'EUR', exchangeRate: '1.10', transactionDate: '2026-01-10' };
    const invoice = await postedDocument(org, euro);
    const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT', transactionDate: '2026-01-12' });
    const { applications } = await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      appliedOn: '2026-01-15',
      applications: [{ documentId: invoice.id, amount: '80.00', paymentAmount: '100.00' }],
    });
    await fold(org, 1_000);
    const sums = () =>
      query<{ currency: string; total: string }>(
        org,
        `select currency_code as currency, sum(total)::text as total from subledger_periods where kind = 'INVOICE' group by 1 order by 1`,
      );
    expect(await sums()).toEqual([
      { currency: 'EUR', total: '20.0000' },
      { currency: 'USD', total: '100.0000' },
    ]);
    expect(await differencesOf(org, '2026-01-31')).toEqual({ found: [], byHand: [] });
    await runForOutput(unapplyPayment, org.callAs('accountant'), {
      applicationId: applications[0]?.id ?? '',
    });
    for (const limit of [0, 1_000]) {
      await fold(org, limit);
      for (const asOf of ENDS) expect(await differencesOf(org, asOf)).toEqual({ found: [], byHand: [] });
    }
    expect(await sums()).toEqual([
      { currency: 'EUR', total: '100.0000' },
      { currency: 'USD', total: '0.0000' },
    ]);
  });

  it('differ by a manual entry, and by a sum that was changed, which verification finds', async () => {
    const org = await foundTestOrganization({ today: '2026-03-31' });
    await postedDocument(org, { transactionDate: '2026-01-10' });
    await appendTestEntries(org, [
      {
        date: '2026-01-11',
        lines: [
          { code: '1210', debit: '3.00' },
          { code: '4300', credit: '3.00' },
        ],
      },
    ]);
    await fold(org, 1_000);
    const byHand = [['RECEIVABLE USD', '100', '103']];
    expect(await differencesOf(org, '2026-01-31')).toEqual({ found: byHand, byHand });
    const changed = async (statement: string) => {
      await withOwner((client) => client.query(statement, [org.organizationId]));
      const { breaches } = await runForOutput(verifyBooks, org.callAs('auditor'), {});
      return breaches.map(({ check }) => check);
    };
    const moveBy = (by: string) =>
      changed(`update subledger_periods set total = total ${by} where organization_id = $1`);
    expect(await moveBy('+ 3')).toContain('BALANCES');
    expect((await differencesOf(org, '2026-01-31')).found).toEqual([]);
    expect(await moveBy('- 3')).toEqual(['CONTROL_TIE_OUT']);
  });

  it('the application can read these sums, and only the database functions write them', async () => {
    const org = await foundTestOrganization();
    for (const table of ['subledger_periods', 'revenue_ledger_periods']) {
      await expect(query(org, `delete from ${table}`), table).rejects.toThrow(/permission denied/);
      await expect(
        query(org, `update ${table} set organization_id = organization_id`),
        table,
      ).rejects.toThrow(/permission denied/);
    }
  });
});

describe('what revenue contracts posted directly', () => {
  it('is added up by period as its lines are, and a changed sum is found', async () => {
    const books = await AgingBooks.open();
    for (const [n, cents] of [12_000, 34_500].entries()) {
      await books.run({ verb: 'invoice', contract: n, day: n, cents });
      await fold(books.org, 1_000);
      // The payment moves an account of a period that already has sums.
      await books.run({ verb: 'payment', contract: n, day: n + 2, cents: cents / 2 });
      await fold(books.org, 1_000);
    }
    const differing = await query(
      books.org,
      `select subsidiary_id, period_id, account_id, currency_code, source_kind from (
         select subsidiary_id, period_id, account_id, currency_code, source_kind, debit, credit from revenue_ledger_periods
         union all
         select l.subsidiary_id, l.period_id, l.account_id, l.currency_code, e.source_kind, -l.debit, -l.credit from ledger_lines l
         join ledger_entries e on e.id = l.entry_id where e.source_kind in ('REVENUE_EVENT', 'REVENUE_RUN')) x
       group by 1, 2, 3, 4, 5 having sum(debit) <> 0 or sum(credit) <> 0`,
    );
    expect(differing).toEqual([]);
    const [kept] = await query<{ n: number }>(
      books.org,
      'select count(*)::int as n from revenue_ledger_periods',
    );
    expect(kept?.n).toBeGreaterThan(3);
    const verify = () => runForOutput(verifyBooks, books.org.callAs('auditor'), {});
    expect((await verify()).breaches).toEqual([]);
    await withOwner((client) =>
      client.query('update revenue_ledger_periods set debit = debit + 1 where organization_id = $1', [
        books.org.organizationId,
      ]),
    );
    expect((await verify()).breaches.map(({ check }) => check)).toEqual(['BALANCES']);
  });
});
