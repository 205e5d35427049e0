import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { combineContracts } from '@/usecases/revenue/contracts/modifications/combine-contracts';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { fingerprint } from '../support/fingerprint';
import { openBooks } from './books';

afterAll(closeConnections);

describe('a contract from draft to ledger', () => {
  it('defers an invoice and recognizes 1,200 over 2026 by exact days, month by month, to the cent', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '1200' },
      obligations: [
        {
          key: 'support',
          ssp: '1200',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' },
        },
      ],
    });
    const invoiced = await books.tell(contract.id, {
      kind: 'invoice',
      effectiveDate: '2026-01-05',
      amount: '1200',
    });
    expect(invoiced.balances).toMatchObject({
      billed: '1200.00',
      deferred: '1200.00',
      receivable: '1200.00',
    });
    expect(await books.entries()).toEqual([['1210 1200', '2310 -1200']]);

    const run = await books.run('2026-01');
    expect(run).toMatchObject({ runStatus: 'POSTED', postedRows: 1, postedContracts: 1 });
    expect((await books.entries()).at(-1)).toEqual(['2310 101.92', '4100 -101.92']);
    for (const month of ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']) {
      await books.run(`2026-${month}`);
    }
    const after = await books.read(contract.id);
    expect(after.schedule.map(({ amount }) => amount).slice(0, 4)).toEqual([
      '101.92',
      '92.05',
      '101.92',
      '98.63',
    ]);
    expect(after.schedule.at(-1)?.amount).toBe('101.91');
    expect(after.balances).toMatchObject({ recognised: '1200.00', remaining: '0.00', deferred: '0.00' });
    expect(await books.balance('2310')).toBe('0');
    expect(await books.balance('4100')).toBe('-1200');
  });

  it('refuses to run a month before the one due, and posts nothing twice when repeated', async () => {
    const books = await openBooks();
    await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '300' },
      obligations: [
        {
          key: 'a',
          ssp: '300',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-03-31', method: 'EVEN_PERIODS' },
        },
      ],
    });
    await expect(books.run('2026-02')).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'PERIOD_SKIPPED', next: '2026-01' } },
    });
    await books.run('2026-01');
    await books.run('2026-01');
    expect(await books.balance('4100')).toBe('-100');
    expect(await books.balance('1310')).toBe('100');
  });

  it("recognizes deferred revenue of a foreign currency contract at the rate at which it was invoiced, not at today's (830-10-45-18)", async () => {
    const books = await openBooks();
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, (tenant) =>
      sql(
        tenant,
        `insert into exchange_rates (organization_id, id, from_currency, to_currency, rate_date, rate)
         select $1::uuid, daybook_uuid_v7(), 'EUR', 'USD', d::date, r from (values ('2026-01-01', 1.10), ('2026-01-20', 1.25)) x(d, r)`,
        [books.org.organizationId],
      ),
    );
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode: 'EUR',
      price: { fixed: '1000' },
      obligations: [{ key: 'a', ssp: '1000', pattern: { kind: 'POINT' } }],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', effectiveDate: '2026-01-05', amount: '600' },
      { kind: 'delivery', effectiveDate: '2026-01-25', key: 'a' },
    );
    await books.run('2026-01');
    const lines = await withTenantSql(claim, (tenant) =>
      sql<{ line: string }>(
        tenant,
        `select a.code || ' ' || trim_scale(l.debit - l.credit) || ' ' || trim_scale(l.base_debit - l.base_credit) as line
         from ledger_lines l join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
         join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
         where e.source_kind = 'REVENUE_RUN' order by l.line_number`,
      ),
    );
    expect(lines.map(({ line }) => line).sort()).toEqual([
      '1310 400 500',
      '2310 600 660',
      '4100 -1000 -1160',
    ]);
    expect((await runForOutput(verifyRevenue, books.org.callAs('auditor'), {})).holds).toBe(true);
  });

  it('keeps payments received before the contract criteria are met as a liability until it is activated (606-10-25-8)', async () => {
    const books = await openBooks();
    const call = books.org.callAs('revenue');
    const { id } = await runForOutput(createContract, call, {
      customerId: books.org.ids.customer,
      contractDate: '2026-01-01',
    });
    const held = await books.tell(id, { kind: 'payment', effectiveDate: '2026-01-10', amount: '500' });
    expect(held.balances).toMatchObject({ deferred: '500.00', recognised: '0.00' });
    await expect(
      books.tell(id, { kind: 'delivery', effectiveDate: '2026-01-11', key: 'a' }),
    ).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'CONTRACT_NOT_ACTIVE' } },
    });
  });

  it('combines two drafts of one customer and allocates one price over all obligations (606-10-25-9)', async () => {
    const books = await openBooks();
    const call = books.org.callAs('revenue');
    const draft = (key: string, ssp: string) =>
      runForOutput(createContract, call, {
        customerId: books.org.ids.customer,
        contractDate: '2026-01-01',
        price: { fixed: '60' },
        obligations: [{ key, ssp, pattern: { kind: 'POINT' } }],
      });
    const [a, b] = [await draft('a', '100'), await draft('b', '50')];
    const combined = await runForOutput(combineContracts, call, {
      id: a.id,
      with: [b.id],
      reasons: { pricesInterdependent: true },
    });
    expect(combined.allocation).toMatchObject({ allocations: [{ amount: '80.00' }, { amount: '40.00' }] });
    await expect(
      books.tell(a.id, { kind: 'payment', effectiveDate: '2026-01-10', amount: '5' }),
    ).rejects.toMatchObject({ refusal: { data: { rule: 'CONTRACT_COMBINED' } } });
    // The drafts have no facts, and no check misses them.
    expect((await runForOutput(verifyBooks, books.org.callAs('auditor'), {})).breaches).toEqual([]);
  });

  it('does not combine a draft that has received a payment, because the payment would stay with it, and nothing changes', async () => {
    const books = await openBooks();
    const call = books.org.callAs('revenue');
    const draft = (key: string) =>
      runForOutput(createContract, call, {
        customerId: books.org.ids.customer,
        contractDate: '2026-01-01',
        price: { fixed: '60' },
        obligations: [{ key, ssp: '60', pattern: { kind: 'POINT' } }],
      });
    const [a, b] = [await draft('a'), await draft('b')];
    await books.tell(b.id, { kind: 'payment', effectiveDate: '2026-01-10', amount: '5' });
    const before = await fingerprint(books.org.organizationId);
    await expect(
      runForOutput(combineContracts, call, {
        id: a.id,
        with: [b.id],
        reasons: { pricesInterdependent: true },
      }),
    ).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'HAS_EVENTS', contractId: b.id } },
    });
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });

  it('terminates a contract: the schedule stops, the retained amount is recognized, the refund is credited', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [
        {
          key: 'a',
          ssp: '1200',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
        },
      ],
    });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-01', amount: '1200' });
    await books.run('2026-01');
    const ended = await runForOutput(terminateContract, books.org.callAs('revenue'), {
      id: contract.id,
      effectiveDate: '2026-03-01',
      refund: '700',
      reason: 'closed',
    });
    expect(ended.contract).toMatchObject({ contractStatus: 'TERMINATED', transactionPrice: '500.00' });
    await books.run('2026-02');
    await books.run('2026-03');
    expect([await books.balance('4100'), await books.balance('2310')]).toEqual(['-500', '0']);
    expect((await runForOutput(verifyRevenue, books.org.callAs('auditor'), {})).holds).toBe(true);
  });
});
