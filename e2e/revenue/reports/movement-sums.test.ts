import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { findBreaches } from '@/db/reports/verification/verification';
import { readDeferredLedger, readDeferredMovements } from '@/db/revenue/balances';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { type Books, openBooks } from '../books';
import { databaseNow } from '../histories/moments';

afterAll(closeConnections);

const claimOf = ({ org }: Books) => ({ organizationId: org.principals.admin.organizationId, userId: null });

/** Proves revenue/sum-revenue-movements and ledger/check-new-lines: what they keep, against a sum over every movement, computed from scratch. */
const COMPARED = `
  with plain as (
    select m.subsidiary_id, m.currency_code, m.period, case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end as kind, sum(m.deferred) as deferred
    from revenue_movements m group by 1, 2, 3, 4
  ), kept as (
    select subsidiary_id, currency_code, period, kind, sum(deferred) as deferred from revenue_movement_months group by 1, 2, 3, 4
  )
  select count(*)::int as sums, count(distinct kind)::int as kinds, count(*) filter (where p.deferred is distinct from k.deferred)::int as wrong
  from plain p full join kept k using (subsidiary_id, currency_code, period, kind)`;

/** The same of their sums by day of posting. */
const COMPARED_BY_DAY = `
  with plain as (
    select m.subsidiary_id, m.currency_code, m.posting_date, sum(m.deferred) as deferred, sum(m.deferred_base) as deferred_base,
      sum(m.contract_asset) as contract_asset, sum(m.contract_asset_base) as contract_asset_base, sum(m.refund) as refund, sum(m.refund_base) as refund_base
    from revenue_movements m group by 1, 2, 3
  ), kept as (
    select k.subsidiary_id, k.currency_code, k.posting_date, sum(k.deferred) as deferred, sum(k.deferred_base) as deferred_base,
      sum(k.contract_asset) as contract_asset, sum(k.contract_asset_base) as contract_asset_base, sum(k.refund) as refund, sum(k.refund_base) as refund_base
    from revenue_movement_days k group by 1, 2, 3
  )
  select count(*)::int as days, count(*) filter (where (p.deferred, p.deferred_base, p.contract_asset, p.contract_asset_base, p.refund, p.refund_base)
    is distinct from (k.deferred, k.deferred_base, k.contract_asset, k.contract_asset_base, k.refund, k.refund_base))::int as wrong
  from plain p full join kept k using (subsidiary_id, currency_code, posting_date)`;

/** Two contracts billed ahead in the same months, one of them credited, with revenue of three months. */
async function company(): Promise<Books> {
  const books = await openBooks('2026-06-15');
  for (const price of ['1200', '2400']) {
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: price },
      obligations: [
        { key: 'care', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', effectiveDate: '2026-01-05', amount: price },
      { kind: 'payment', effectiveDate: '2026-02-05', amount: '500' },
    );
  }
  await books.runThrough('2026-01', '2026-03');
  return books;
}

describe('the sums of deferred revenue by period and kind', () => {
  it('equal the sums of the movements, and the roll-forward built from them is the one built from the movements', async () => {
    const books = await company();
    const [compared] = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ sums: number; kinds: number; wrong: number }>(tenant, COMPARED),
    );
    expect(compared).toMatchObject({ wrong: 0 });
    expect(compared?.sums).toBeGreaterThanOrEqual(5);
    expect(compared?.kinds).toBeGreaterThanOrEqual(3);
    const call = books.org.callAs('auditor');
    const span = { from: '2026-01', to: '2026-04' };
    const now = await runForOutput(rollforwardReport, call, span);
    const knownAsOf = await databaseNow(books);
    const then = await runForOutput(rollforwardReport, call, { ...span, knownAsOf });
    expect(now.rows).toEqual(then.rows);
    expect(now.rows.map(({ billings, difference }) => [billings, difference])).toEqual([
      ['3600.00', '0.00'],
      ['0.00', '0.00'],
      ['0.00', '0.00'],
      ['0.00', '0.00'],
    ]);
  });

  it('count a document below zero as a credit, and one above zero as a billing', async () => {
    const books = await company();
    await withTenantSql(claimOf(books), async (tenant) => {
      for (const amount of ['-5', '7', '-2']) {
        await sql(
          tenant,
          `insert into revenue_movements select (jsonb_populate_record(m, jsonb_build_object('id', $1::text, 'kind', 'DOCUMENT', 'amount', $2::numeric,
             'deferred', $2::numeric, 'contract_asset', $2::numeric, 'contract_asset_base', $2::numeric, 'refund', $2::numeric,
             'refund_base', $2::numeric, 'period', '2026-05'))).* from revenue_movements m limit 1`,
          [newId(), amount],
        );
      }
    });
    const kept = await withTenantReport(claimOf(books), (tenant) =>
      sql(
        tenant,
        `select kind, trim_scale(sum(deferred))::text as deferred from revenue_movement_months where period = '2026-05' group by 1 order by 1`,
      ),
    );
    expect(kept).toEqual([
      { kind: 'CREDIT', deferred: '-7' },
      { kind: 'DOCUMENT', deferred: '7' },
    ]);
    // Each of the three was a separate statement, and the day contains them all.
    const [byDay] = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ days: number; wrong: number }>(tenant, COMPARED_BY_DAY),
    );
    expect(byDay).toMatchObject({ wrong: 0 });
  });

  it('are kept by day of posting too, with their base amounts: the tie-out of any day equals the sum of the movements posted by then', async () => {
    const books = await company();
    const [compared] = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ days: number; wrong: number }>(tenant, COMPARED_BY_DAY),
    );
    expect(compared).toEqual({ days: 5, wrong: 0 });
    const call = books.org.callAs('auditor');
    for (const asOf of ['2026-01-04', '2026-01-05', '2026-02-15', '2026-03-31', '2026-12-31']) {
      const { holds, controls } = await runForOutput(tieOutControls, call, {
        asOf,
        control: 'DEFERRED_REVENUE',
      });
      expect([asOf, holds]).toEqual([asOf, true]);
      const [plain] = await withTenantReport(claimOf(books), (tenant) =>
        sql<{ deferred: string | null }>(
          tenant,
          'select round(sum(deferred), 2)::text as deferred from revenue_movements where posting_date <= $1::date',
          [asOf],
        ),
      );
      expect([asOf, controls[0]?.subledger ?? null]).toEqual([asOf, plain?.deferred ?? null]);
    }
  });

  it('are kept by day of recording too: the roll-forward as known at any time is that of the movements and lines recorded by then', async () => {
    const books = await company();
    // The existing movements were recorded three days ago.
    await withOwner(async (client) => {
      const organization = `organization_id = '${books.org.organizationId}'`;
      await client.query(
        [
          `set session_replication_role = replica`,
          `update revenue_movements set recorded_at = recorded_at - interval '3 days' where ${organization}`,
          `update ledger_entries set created_at = created_at - interval '3 days' where ${organization}`,
          `update revenue_movement_changes set recorded_on = recorded_on - 3 where ${organization}`,
          `update deferred_ledger_changes set recorded_on = recorded_on - 3 where ${organization}`,
          `set session_replication_role = origin`,
        ].join('; '),
      );
    });
    const [contract] = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ id: string }>(tenant, 'select id from revenue_contracts order by contract_number limit 1'),
    );
    const id = contract?.id ?? '';
    const moments: string[] = [];
    for (const hours of [100, 71.9, 48, 12])
      moments.push(new Date(Date.parse(await databaseNow(books)) - hours * 3_600_000).toISOString());
    moments.push(await databaseNow(books));
    await books.tell(id, { kind: 'invoice', effectiveDate: '2026-04-05', amount: '300' });
    moments.push(await databaseNow(books));
    await books.tell(id, {
      kind: 'creditNote',
      effectiveDate: '2026-04-06',
      amount: '50',
      mode: 'CONCESSION',
    });
    moments.push(await databaseNow(books));
    await books.run('2026-04');
    moments.push(await databaseNow(books));
    const scope = { subsidiaryIds: null, currencyCode: 'USD', effectiveAsOf: null };
    const told = new Set<string>();
    for (const knownAsOf of moments) {
      const found = await withTenantReport(claimOf(books), async (tenant) => ({
        movements: (await readDeferredMovements(tenant, { ...scope, knownAsOf } as never)).map(
          ({ period, kind, amount }) => `${period} ${kind} ${Number(amount)}`,
        ),
        ledger: (await readDeferredLedger(tenant, { ...scope, knownAsOf } as never))
          .filter(({ amount }) => Number(amount) !== 0)
          .map(({ period, amount }) => `${period} ${Number(amount)}`),
      }));
      const plain = await withTenantReport(claimOf(books), async (tenant) => ({
        movements: (
          await sql<{ line: string }>(
            tenant,
            `select m.period || ' ' || m.kind || ' ' || trim_scale(sum(m.deferred)) as line from revenue_movements m
             where m.recorded_at <= $1::timestamptz group by m.period, m.kind having sum(m.deferred) <> 0 order by m.period, m.kind`,
            [knownAsOf],
          )
        ).map(({ line }) => line),
        ledger: (
          await sql<{ line: string }>(
            tenant,
            `select q.end_date || ' ' || trim_scale(sum(l.credit - l.debit)) as line from ledger_entries e
             join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
             join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.control_for = 'DEFERRED_REVENUE'
             join fiscal_periods q on q.organization_id = l.organization_id and q.id = l.period_id
             where e.created_at <= $1::timestamptz group by q.end_date having sum(l.credit - l.debit) <> 0 order by q.end_date`,
            [knownAsOf],
          )
        ).map(({ line }) => line),
      }));
      expect([knownAsOf, found]).toEqual([knownAsOf, plain]);
      told.add(JSON.stringify(plain));
    }
    // Nothing yet, the movements of three days ago, the invoice, the credit, the run.
    expect(told.size).toBe(5);
    await books.tiesOut();
  });

  it('of another organization are not added', async () => {
    const [one, other] = [await company(), await company()];
    const span = { from: '2026-01', to: '2026-04' };
    const rowsOf = async (books: Books) =>
      (await runForOutput(rollforwardReport, books.org.callAs('auditor'), span)).rows;
    expect(await rowsOf(one)).toEqual(await rowsOf(other));
  });

  it('are verified: one that differs from its movements is named', async () => {
    const books = await company();
    const found = () => withTenantReport(claimOf(books), findBreaches);
    expect((await found()).filter(({ check }) => check === 'REVENUE_MONTHS')).toEqual([]);
    await withTenantSql(claimOf(books), (tenant) =>
      sql(
        tenant,
        `update revenue_movement_months set deferred = deferred + 0.01 where kind = 'REVENUE' and period = '2026-02'`,
      ),
    );
    await withTenantSql(claimOf(books), (tenant) =>
      sql(
        tenant,
        `update revenue_movement_days set refund_base = refund_base + 0.01 where posting_date = '2026-01-05'`,
      ),
    );
    expect((await found()).filter(({ check }) => check === 'REVENUE_MONTHS')).toMatchObject([
      { examples: ['2026-01-05 USD', '2026-02 USD REVENUE'] },
    ]);
    for (const [change, of] of [
      ['revenue_movement_changes set deferred = deferred + 0.01', 'by days of recording and effect'],
      ['revenue_movement_changes set recorded_on = recorded_on - 1', 'by days of recording and effect'],
      ['revenue_movement_changes set effective_on = effective_on - 1', 'by days of recording and effect'],
      ['deferred_ledger_changes set amount = amount + 0.01', 'in the ledger by day of recording'],
    ] as const) {
      const other = await company();
      await withTenantSql(claimOf(other), (tenant) => sql(tenant, `update ${change}`));
      const breaches = await withTenantReport(claimOf(other), findBreaches);
      expect([change, breaches.map(({ check }) => check)]).toEqual([change, ['REVENUE_MONTHS']]);
      expect(breaches[0]?.examples.join()).toContain(of);
    }
  });
});
