import { afterAll, describe, expect, it } from 'vitest';
import { toAmountString } from '@/core/money/currency';
import { sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { createCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { type Draft, type Fact, openBooks } from '../books';

// Proves the law revenue/post-cost-rows of prisma/sql.

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });
const deliver = (date: string, key: string): Fact => ({ kind: 'delivery', ...on(date), key });

describe('presentation in the standard, down to the ledger (accounting 6)', () => {
  const product: Draft = {
    contractDate: '2026-01-01',
    price: { fixed: '1000' },
    obligations: [point('product', '1000')],
  };

  it('606-10-55 Example 38 Case A: cancellable: nothing on 31 January, a contract liability of 1,000 on 1 March', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(product);
    const due = await books.tell(contract.id, {
      kind: 'invoice',
      ...on('2026-01-31'),
      amount: '1000',
      unconditional: false,
    });
    expect(due.balances).toMatchObject({ receivable: '0.00', deferred: '0.00' });
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-03-01'), amount: '1000' },
      deliver('2026-03-31', 'product'),
    );
    await books.run('2026-03');
    await books.proves(
      '2026-03-01: Dr CASH 1000, Cr DEFERRED_REVENUE 1000',
      '2026-03-31: Dr DEFERRED_REVENUE 1000, Cr REVENUE 1000',
    );
  });

  it('606-10-45-4: what was billed while it could be canceled is a receivable, not a contract asset, once it is earned', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(product);
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-01-31'), amount: '1000', unconditional: false },
      deliver('2026-02-15', 'product'),
    );
    await books.run('2026-02');
    await books.proves('2026-02-28: Dr RECEIVABLE 1000, Cr REVENUE 1000');
  });

  it('the position of a contract is the sum of its movements: receivable, cash and what was recognized', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(product);
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-01-31'), amount: '1000' },
      { kind: 'payment', ...on('2026-02-01'), amount: '250' },
      { kind: 'payment', ...on('2026-02-02'), amount: '350' },
      deliver('2026-02-15', 'product'),
    );
    await books.run('2026-02');
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    const sums = await withTenantReport(claim, (tenant) =>
      sql(
        tenant,
        `select p.receivable::text, p.cash::text, p.recognised::text, sum(m.receivable)::text as receivables,
           sum(m.cash)::text as payments, sum(m.revenue)::text as revenue
         from revenue_positions p join revenue_movements m on m.organization_id = p.organization_id and m.contract_id = p.contract_id
         where p.contract_id = $1 group by 1, 2, 3`,
        [contract.id],
      ),
    );
    expect(sums).toEqual([
      {
        receivable: '400.0000',
        receivables: '400.0000',
        cash: '600.0000',
        payments: '600.0000',
        recognised: '1000.0000',
        revenue: '1000.0000',
      },
    ]);
  });

  it('606-10-55 Example 38 Case B: not cancellable: receivable and contract liability of 1,000 on 31 January', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(product);
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-01-31'), amount: '1000' },
      { kind: 'payment', ...on('2026-03-01'), amount: '1000' },
      deliver('2026-03-31', 'product'),
    );
    await books.run('2026-03');
    await books.proves(
      '2026-01-31: Dr RECEIVABLE 1000, Cr DEFERRED_REVENUE 1000',
      '2026-03-01: Dr CASH 1000, Cr RECEIVABLE 1000',
      '2026-03-31: Dr DEFERRED_REVENUE 1000, Cr REVENUE 1000',
    );
  });

  it('606-10-55 Example 39: A delivered for 400 is a contract asset until B establishes the receivable of 1,000', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [point('A', '400'), point('B', '600')],
    });
    await books.tell(contract.id, deliver('2026-01-10', 'A'));
    await books.run('2026-01');
    await books.tell(contract.id, deliver('2026-02-10', 'B'));
    await books.run('2026-02');
    await books.tell(contract.id, { kind: 'invoice', ...on('2026-02-28'), amount: '1000' });
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 400, Cr REVENUE 400',
      '2026-02-28: Dr CONTRACT_ASSET 600, Cr REVENUE 600',
      '2026-02-28: Dr RECEIVABLE 1000, Cr CONTRACT_ASSET 1000',
    );
  });

  it('606-10-55 Example 19: cost to cost with an uninstalled elevator at no margin: revenue 2,200,000 at 20%', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '5000000' },
      obligations: [{ key: 'refurbishment', ssp: '5000000', pattern: { kind: 'PROGRESS' } }],
    });
    await books.tell(contract.id, {
      kind: 'costs',
      scope: 'CONSTRUCTION',
      ...on('2026-12-31'),
      key: 'refurbishment',
      costToDate: '2000000',
      totalCost: '4000000',
      uninstalled: { totalCost: '1500000', costToDate: '1500000' },
    });
    await books.run('2026-12');
    await books.proves('2026-12-31: Dr CONTRACT_ASSET 2200000, Cr REVENUE 2200000');
  });
});

describe('contract costs of 340-40, down to the ledger', () => {
  const service: Draft = {
    contractDate: '2026-01-01',
    price: { fixed: '60000' },
    obligations: [
      {
        key: 'service',
        ssp: '60000',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2030-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  };
  const fiveYearsAndTwo = { incurredOn: '2026-01-05', contractMonths: 60, expectedRenewalMonths: 24 };

  it('340-40-55 Example 1 (IFRS 15 Example 36): of 50,000 incurred only the commission of 10,000 is an asset, over 5 years and a renewal of 2', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(service);
    const cost = (amount: string, incremental: boolean) =>
      runForOutput(createCost, books.org.callAs('revenue'), {
        contractId: contract.id,
        kind: 'OBTAIN',
        amount,
        incremental,
        ...fiveYearsAndTwo,
      });
    expect((await cost('15000', false)).cost.decision).toBe('EXPENSED');
    expect((await cost('25000', false)).cost.decision).toBe('EXPENSED');
    const commission = await cost('10000', true);
    expect(commission).toMatchObject({ carrying: '10000.00', cost: { decision: 'CAPITALISED', months: 84 } });
    await books.run('2026-01');
    // The policy's offset account is the one the commission was paid from; one month of seven years is 119.05.
    await books.proves(
      '2026-01-05: Dr CONTRACT_COST_ASSET 10000, Cr CONTRACT_COST_OFFSET 10000',
      '2026-01-31: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
      '2026-01-31: Dr CONTRACT_COST_EXPENSE 119.05, Cr CONTRACT_COST_ASSET 119.05',
    );
  });

  it('340-40-55 Example 2 (IFRS 15 Example 37): 10,000 and 140,000 of setup costs over 5 years and the anticipated renewal of 2', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(service);
    const call = books.org.callAs('revenue');
    await runForOutput(createCost, call, {
      contractId: contract.id,
      kind: 'OBTAIN',
      amount: '10000',
      incremental: true,
      ...fiveYearsAndTwo,
    });
    const setup = await runForOutput(createCost, call, {
      contractId: contract.id,
      kind: 'FULFIL',
      amount: '140000',
      direct: true,
      enhancesResources: true,
      ...fiveYearsAndTwo,
    });
    expect(setup.plan).toHaveLength(84);
    await books.run('2026-01');
    const tested = await runForOutput(impairCost, call, {
      id: setup.cost.id,
      date: '2026-02-28',
      expectedConsideration: '100000',
    });
    expect(tested).toMatchObject({ loss: '38333.33', carrying: '100000.00' });
    // The remaining amortization equals the carrying amount of the asset, and no month has more than before.
    const ahead = (rows: typeof tested.plan) => rows.filter((row) => row.period >= '2026-02');
    expect(toAmountString(sum(ahead(tested.plan).map(({ amount }) => amount)), 'USD')).toBe('100000.00');
    for (const { period, amount } of ahead(setup.plan)) {
      const now = sum(
        ahead(tested.plan)
          .filter((row) => row.period === period)
          .map((row) => row.amount),
      );
      expect([period, now.gte('0') && now.lt(amount)]).toEqual([period, true]);
    }
    await books.proves(
      '2026-01-05: Dr CONTRACT_COST_ASSET 10000, Cr CONTRACT_COST_OFFSET 10000',
      '2026-01-05: Dr CONTRACT_COST_ASSET 140000, Cr CONTRACT_COST_OFFSET 140000',
      '2026-01-31: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
      '2026-01-31: Dr CONTRACT_COST_EXPENSE 1785.72, Cr CONTRACT_COST_ASSET 1785.72',
      '2026-02-28: Dr CONTRACT_COST_IMPAIRMENT 38333.33, Cr CONTRACT_COST_ASSET 38333.33',
    );
  });
});
