import { afterAll, describe, expect, it } from 'vitest';
import { toAmountString } from '@/core/money/currency';
import { sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import {
  createCost,
  getCost,
  impairCost,
  reviseCostTerm,
} from '@/usecases/revenue/contracts/costs/cost-records';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { createPolicy } from '@/usecases/revenue/setup/policy-records';
import { type Books, MET, openBooks } from './books';
import { close, ledger } from './histories/reversed-books';

// Proves the laws ledger/entry-draft, revenue/post-cost-rows of prisma/sql.

afterAll(closeConnections);

/** A contract of two years, and a commission that is amortized at 100 a month over them. */
async function withCommission(more: object = {}, currencyCode = 'USD', policy: object | null = null) {
  const books = await openBooks();
  if (policy !== null) {
    await runForOutput(createPolicy, books.org.callAs('admin'), {
      name: 'Policy',
      validFrom: '1900-01-01',
      ...policy,
    });
  }
  if (currencyCode !== 'USD') {
    await runForOutput(setExchangeRates, books.org.callAs('controller'), {
      rates: [
        {
          fromCurrency: currencyCode,
          toCurrency: 'USD',
          rateDate: '2026-01-05',
          rate: '1.25',
          rateType: 'SPOT',
        },
      ],
    });
  }
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    currencyCode,
    price: { fixed: '24000' },
    obligations: [
      {
        key: 'service',
        ssp: '24000',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2027-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  });
  const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
    contractId: contract.id,
    kind: 'OBTAIN',
    amount: '2400',
    incurredOn: '2026-01-05',
    contractMonths: 24,
    ...more,
  });
  const impair = (date: string, expectedConsideration: string) =>
    runForOutput(impairCost, books.org.callAs('revenue'), { id: cost.id, date, expectedConsideration });
  return { books, id: cost.id, contractId: contract.id, impair };
}

/** The amortization of each month from `from` on, all rows of the month together. */
async function planned({ org }: Books, id: string, from: string): Promise<string[]> {
  const { plan } = await runForOutput(getCost, org.callAs('auditor'), { id });
  const months = new Map<string, string[]>();
  for (const { period, amount } of plan) {
    if (period >= from) months.set(period, [...(months.get(period) ?? []), amount]);
  }
  return [...months.values()].map((amounts) => toAmountString(sum(amounts), 'USD'));
}

describe('a contract cost in another currency', () => {
  it('is amortized at the rate of its capitalization, and each month names its entry', async () => {
    const { books, id } = await withCommission({}, 'EUR');
    await books.run('2026-01');
    const { plan } = await runForOutput(getCost, books.org.callAs('auditor'), { id });
    const [january, ...later] = plan;
    expect(january).toMatchObject({ period: '2026-01', amount: '100.00', postedPeriod: '2026-01' });
    expect(later.filter(({ entryId }) => entryId !== null)).toEqual([]);
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    const entry = await withTenantReport(claim, (tenant) =>
      sql(
        tenant,
        `select e.currency_code as currency, e.base_currency_code as base, (l.debit - l.credit)::text as amount,
           (l.base_debit - l.base_credit)::text as "baseAmount"
         from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
         where e.id = $1 order by l.line_number`,
        [january?.entryId],
      ),
    );
    const currencies = { currency: 'EUR', base: 'USD' };
    expect(entry).toEqual([
      { ...currencies, amount: '100.0000', baseAmount: '125.0000' },
      { ...currencies, amount: '-100.0000', baseAmount: '-125.0000' },
    ]);
    await books.tiesOut();
  });
});

describe('a contract cost that is impaired', () => {
  it('expenses the excess over the expected consideration once, then only a further excess; posted months stay (340-40-35-3, 340-40-35-6)', async () => {
    const { books, id, impair } = await withCommission();
    await books.run('2026-01');
    expect(await impair('2026-02-10', '1150')).toMatchObject({ loss: '1150.00', carrying: '1150.00' });
    expect(await planned(books, id, '2026-01')).toEqual(['100.00', ...Array<string>(23).fill('50.00')]);
    const before = await books.journal();

    // Nothing is written up, and the same loss is not booked twice.
    expect(await impair('2026-02-10', '1150')).toMatchObject({ loss: '0.00', carrying: '1150.00' });
    expect(await impair('2026-02-11', '9000')).toMatchObject({ loss: '0.00', carrying: '1150.00' });
    expect(await books.journal()).toEqual(before);

    expect(await impair('2026-02-12', '575')).toMatchObject({ loss: '575.00', carrying: '575.00' });
    expect(await planned(books, id, '2026-01')).toEqual(['100.00', ...Array<string>(23).fill('25.00')]);
    await books.run('2026-02');
    expect((await books.journal()).slice(before.length)).toEqual([
      '2026-02-12: Dr CONTRACT_COST_IMPAIRMENT 575, Cr CONTRACT_COST_ASSET 575',
      '2026-02-28: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
      '2026-02-28: Dr CONTRACT_COST_EXPENSE 25, Cr CONTRACT_COST_ASSET 25',
    ]);
    expect(await books.balance('1320')).toBe('550');
    await books.tiesOut();
  });

  it('cannot be impaired before it was incurred, nor when it was expensed, and nothing is written', async () => {
    const asset = await withCommission();
    const expensed = await withCommission({ incremental: false });
    for (const [{ books, id, impair }, date, refusal] of [
      [asset, '2026-01-04', { code: 'INVALID_INPUT' }],
      [expensed, '2026-02-10', { code: 'REVENUE_RULE', data: { rule: 'NOT_CAPITALISED' } }],
    ] as const) {
      const before = [
        await books.journal(),
        await runForOutput(getCost, books.org.callAs('auditor'), { id }),
      ];
      await expect(impair(date, '1')).rejects.toMatchObject({ refusal });
      expect([
        await books.journal(),
        await runForOutput(getCost, books.org.callAs('auditor'), { id }),
      ]).toEqual(before);
    }
  });
});

/** Voids the last fact of a kind. */
async function voidLast({ org, read }: Books, contractId: string, kind: string): Promise<void> {
  const { events } = await read(contractId);
  const found = events.findLast(({ event }) => event.kind === kind);
  await runForOutput(voidFact, org.callAs('revenue'), {
    id: found?.event.id ?? '',
    reason: 'Recorded in error',
  });
}

describe('a contract cost as a fact of its contract', () => {
  it('is listed among the facts of its contract, and the contract shows its carrying amount in the ledger', async () => {
    const { books, contractId, id } = await withCommission({ evidence: 'Commission plan 2026' });
    await books.runThrough('2026-01', '2026-02');
    const { costs, events } = await books.read(contractId);
    expect(events.at(-1)?.event).toMatchObject({ kind: 'cost', key: id, evidence: 'Commission plan 2026' });
    expect(costs).toMatchObject([
      {
        key: id,
        decision: 'CAPITALISED',
        capitalized: '2400.00',
        amortized: '200.00',
        carrying: '2200.00',
        end: '2027-12-31',
      },
    ]);
    await books.tiesOut();
  });

  it('recorded after the close of its months, is caught up in the first open month, labeled with the months it belongs to', async () => {
    const { books, contractId } = await withCommission({});
    await books.runThrough('2026-01', '2026-03');
    await close(books, '2026-03');
    const before = await books.journal();
    const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
      contractId,
      kind: 'OBTAIN',
      amount: '1200',
      incurredOn: '2026-01-10',
      contractMonths: 24,
    });
    await books.run('2026-04');
    expect((await books.journal()).slice(before.length)).toEqual([
      '2026-04-01: Dr CONTRACT_COST_ASSET 1200, Cr CONTRACT_COST_OFFSET 1200',
      '2026-04-30: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
      // The first commission 100; the second 50 a month, from January on.
      '2026-04-30: Dr CONTRACT_COST_EXPENSE 300, Cr CONTRACT_COST_ASSET 300',
    ]);
    const { plan } = await runForOutput(getCost, books.org.callAs('auditor'), { id: cost.id });
    expect(plan.slice(0, 4).map(({ period, naturalPeriod }) => [period, naturalPeriod])).toEqual([
      ['2026-04', '2026-01'],
      ['2026-04', '2026-02'],
      ['2026-04', '2026-03'],
      ['2026-04', '2026-04'],
    ]);
    await books.tiesOut();
  });

  it('that was recorded in error and is voided leaves nothing in the ledger after the next run', async () => {
    const { books, contractId, id, impair } = await withCommission({});
    await books.runThrough('2026-01', '2026-02');
    await impair('2026-02-10', '1150');
    const other = await withCommission({ kind: 'FULFIL', direct: false });
    await voidLast(books, contractId, 'costTest');
    await voidLast(books, contractId, 'cost');
    await books.run('2026-03');
    expect(await ledger(books, false)).toEqual({ position: '3000 (3000)', '4100': '-3000 (-3000)' });
    const { cost, carrying } = await runForOutput(getCost, books.org.callAs('auditor'), { id });
    expect([cost.voided, carrying]).toEqual([true, '0.00']);
    expect((await books.read(contractId)).costs).toEqual([]);
    await books.tiesOut();
    expect((await other.books.read(other.contractId)).costs).toMatchObject([{ decision: 'EXPENSED' }]);
  });

  it('ends with its contract: the month of the termination writes off the rest, and voiding the termination restores the months', async () => {
    const { books, contractId } = await withCommission({});
    await books.runThrough('2026-01', '2026-03');
    await runForOutput(terminateContract, books.org.callAs('revenue'), {
      id: contractId,
      effectiveDate: '2026-04-10',
      refund: '0',
      reason: 'The customer closed its office',
    });
    const before = await books.journal();
    await books.run('2026-04');
    expect((await books.journal()).slice(before.length)).toContain(
      '2026-04-30: Dr CONTRACT_COST_EXPENSE 2100, Cr CONTRACT_COST_ASSET 2100',
    );
    expect(await books.balance('1320')).toBe('0');
    await books.tiesOut();
    await voidLast(books, contractId, 'termination');
    await books.runThrough('2026-04', '2026-05');
    expect(await books.balance('1320')).toBe('1900');
    await books.tiesOut();
  });

  it('340-40-35-2: follows a modification of the term, and a separate estimate, from their month on', async () => {
    const { books, contractId, id } = await withCommission({});
    await books.runThrough('2026-01', '2026-06');
    const pattern = {
      kind: 'RATABLE',
      start: '2026-01-01',
      end: '2028-06-30',
      method: 'EVEN_PERIODS',
    } as const;
    await books.modify(contractId, {
      date: '2026-07-01',
      treatment: 'prospective',
      reason: 'Half a year more for the rest',
      priceChange: '6000',
      obligations: [{ key: 'service', pattern }],
    });
    // 1,800 over 24 months.
    expect(await planned(books, id, '2026-06')).toEqual(['100.00', ...Array<string>(24).fill('75.00')]);
    await runForOutput(reviseCostTerm, books.org.callAs('revenue'), {
      id,
      date: '2026-07-15',
      end: '2027-06-30',
      evidence: 'The next version replaces it',
    });
    expect((await planned(books, id, '2026-06')).filter((amount) => amount !== '0.00')).toEqual([
      '100.00',
      ...Array<string>(12).fill('150.00'),
    ]);
    await books.run('2026-07');
    expect(await books.balance('1320')).toBe('1650');
    await books.tiesOut();
  });

  it('IFRS 15.104: under an IFRS policy a later test reverses the impairment, at most up to the carrying amount without it', async () => {
    const { books, impair } = await withCommission({}, 'USD', { framework: 'IFRS' });
    await books.run('2026-01');
    expect(await impair('2026-02-10', '1150')).toMatchObject({ loss: '1150.00', carrying: '1150.00' });
    await books.run('2026-02');
    const before = await books.journal();
    // 1,100 are carried when March begins; without the loss it would be 2,200.
    expect(await impair('2026-03-10', '9000')).toMatchObject({ loss: '-1100.00', carrying: '2200.00' });
    await books.run('2026-03');
    expect((await books.journal()).slice(before.length)).toEqual([
      '2026-03-10: Dr CONTRACT_COST_ASSET 1100, Cr CONTRACT_COST_IMPAIRMENT 1100',
      '2026-03-31: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
      '2026-03-31: Dr CONTRACT_COST_EXPENSE 100, Cr CONTRACT_COST_ASSET 100',
    ]);
    await books.tiesOut();
  });

  it('340-40-35-1: one that follows obligations is amortized as they are satisfied, by the runs', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [{ key: 'plant', ssp: '1000', pattern: { kind: 'PROGRESS' } }],
    });
    const follow = (more: object) =>
      runForOutput(createCost, books.org.callAs('revenue'), {
        contractId: contract.id,
        kind: 'FULFIL',
        direct: true,
        enhancesResources: true,
        amount: '500',
        incurredOn: '2026-01-05',
        contractMonths: 12,
        ...more,
      });
    await expect(follow({ follows: ['roads'] })).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'UNKNOWN_OBLIGATION' } },
    });
    await expect(follow({ follows: ['plant'], expectedRenewalMonths: 12 })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    expect((await books.read(contract.id)).costs).toEqual([]);
    await follow({ follows: ['plant'] });
    await books.tell(contract.id, {
      kind: 'progress',
      effectiveDate: '2026-03-31',
      key: 'plant',
      progress: '0.4',
    });
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-01-05: Dr CONTRACT_COST_ASSET 500, Cr CONTRACT_COST_OFFSET 500',
      '2026-03-31: Dr CONTRACT_ASSET 400, Cr REVENUE 400',
      '2026-03-31: Dr CONTRACT_COST_EXPENSE 200, Cr CONTRACT_COST_ASSET 200',
    );
  });

  it('of a draft is capitalized before the contract is in force, and the draft keeps its price', async () => {
    const books = await openBooks();
    const { id } = await runForOutput(createContract, books.org.callAs('revenue'), {
      customerId: books.org.ids.customer,
      contractDate: '2026-02-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'plant', ssp: '1200', pattern: { kind: 'POINT' } }],
    });
    await runForOutput(createCost, books.org.callAs('revenue'), {
      contractId: id,
      kind: 'OBTAIN',
      amount: '120',
      incurredOn: '2026-01-20',
      contractMonths: 12,
    });
    const { contract, costs } = await books.read(id);
    expect([contract.contractStatus, contract.transactionPrice, costs[0]?.capitalized]).toEqual([
      'DRAFT',
      '1200.00',
      '120.00',
    ]);
    await runForOutput(activateContract, books.org.callAs('revenue'), { id, criteria: MET });
    expect((await books.read(id)).costs).toMatchObject([{ capitalized: '120.00' }]);
    await books.tiesOut();
  });
});
