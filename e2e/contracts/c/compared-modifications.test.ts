import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { openRestClient, type Read, type RestClient } from './rest-client';

let client: RestClient;
beforeAll(async () => {
  client = await openRestClient();
});
afterAll(closeConnections);

const even = (start: string, end: string) => ({ kind: 'RATABLE', start, end, method: 'EVEN_PERIODS' });
const days = (start: string, end: string) => ({ kind: 'RATABLE', start, end });
const on = (effectiveDate: string) => ({ effectiveDate, key: 'A' });

/** The figures of a contract’s page that the comparison shows under `afterRun`. */
function pageOf({ contract, balances, losses, costs, obligations }: Read) {
  return {
    ...balances,
    transactionPrice: contract.transactionPrice,
    provision: total(losses, 'posted'),
    costs: total(costs, 'carrying'),
    obligations: obligations.map(({ key, allocated, recognised, remaining }: Read) => {
      return { key, allocated, recognised, remaining };
    }),
  };
}

const total = (rows: Read[], field: string) =>
  rows.reduce((whole, row) => whole + Number(row[field]), 0).toFixed(2);

describe('the comparison of a modification, over REST', () => {
  // Work of 1,000 at 60% earned 600.00. 1,200 × 60% is 720.00: 120.00 at once.
  test.each([
    { state: 'nothing was billed', facts: [], contractAsset: '720.00', deferred: '0.00' },
    {
      state: 'a part was billed',
      facts: [{ kind: 'invoice', effectiveDate: '2026-01-10', amount: '250' }],
      contractAsset: '470.00',
      deferred: '0.00',
    },
    {
      state: 'more was billed than is earned',
      facts: [{ kind: 'invoice', effectiveDate: '2026-01-10', amount: '1000' }],
      contractAsset: '0.00',
      deferred: '280.00',
    },
    {
      state: 'it was paid ahead of any bill',
      facts: [{ kind: 'payment', effectiveDate: '2026-01-10', amount: '900' }],
      contractAsset: '0.00',
      deferred: '180.00',
    },
    {
      state: 'a part of what was billed is expected to be refunded',
      facts: [
        { kind: 'invoice', effectiveDate: '2026-01-10', amount: '1000' },
        { kind: 'refundEstimate', ...on('2026-02-15'), liability: '60' },
      ],
      // 60.00 less are in the position, and 60.00 less are earned: 940.00 less 660.00.
      contractAsset: '0.00',
      deferred: '280.00',
    },
    {
      // Of 1,210 billed for goods of 1,000 in two years at 10%, 210 is interest and is shown separately.
      state: 'what was billed has interest in it',
      price: {
        fixed: '1210',
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 12,
          periods: 2,
          ratePerPeriod: '0.1',
          payments: [{ at: 2, amount: '1210' }],
        },
      },
      facts: [{ kind: 'invoice', effectiveDate: '2026-01-10', amount: '1210' }],
      contractAsset: '0.00',
      deferred: '280.00',
    },
    {
      // The price is 1,100 then, of which 660.00 is earned; 900 are billed.
      state: 'a part of what was billed was credited',
      facts: [
        { kind: 'invoice', effectiveDate: '2026-01-10', amount: '1000' },
        { kind: 'creditNote', effectiveDate: '2026-01-20', amount: '100', mode: 'CONCESSION' },
      ],
      contractAsset: '0.00',
      deferred: '240.00',
    },
    {
      // 400 billed, 200 paid beyond the bill, 50 of it paid back.
      state: 'more was paid than billed, and a part was paid back',
      facts: [
        { kind: 'invoice', effectiveDate: '2026-01-10', amount: '400' },
        { kind: 'payment', effectiveDate: '2026-01-12', amount: '600' },
        { kind: 'payout', effectiveDate: '2026-01-20', amount: '50' },
      ],
      contractAsset: '170.00',
      deferred: '0.00',
    },
  ])(
    'has the figures that the page has once it is applied and run: $state',
    async ({ facts, price, contractAsset, deferred }) => {
      const books = await openRestClient();
      const id = await books.contract({
        price: price ?? { fixed: '1000' },
        obligations: [{ key: 'A', ssp: '1000', pattern: { kind: 'PROGRESS' } }],
      });
      await books.tell(id, ...facts, { kind: 'progress', ...on('2026-02-10'), progress: '0.6' });
      await books.run('2026-01', '2026-02');
      const change = {
        date: '2026-03-01',
        priceChange: '200',
        obligations: [{ key: 'A', remainingDistinct: false }],
      };
      const compared = await books.call('POST', `/revenue/contracts/${id}/modifications?dryRun=true`, change);
      const { catchUp } = compared.body.outcomes;
      await books.modify(id, change);
      await books.run('2026-03');
      const page = await books.read(id);
      const { period, ...afterRun } = catchUp.afterRun;
      expect(period).toBe('2026-03');
      expect(afterRun).toEqual(pageOf(page));
      const { balances, obligations } = page;
      expect({
        contractAsset: catchUp.contractAsset,
        deferred: catchUp.deferred,
        remaining: catchUp.rpo,
        recognised: catchUp.allocation[0].recognised,
        allocated: catchUp.allocation[0].after,
      }).toEqual({
        contractAsset: balances.contractAsset,
        deferred: balances.deferred,
        remaining: balances.remaining,
        recognised: balances.recognised,
        allocated: obligations[0].allocated,
      });
      expect(balances.contractAsset).toBe(contractAsset);
      if (deferred !== null) expect(balances.deferred).toBe(deferred);
    },
  );

  // Work of 1,000 at 60% earned 600.00; with 200 more for it, 720.00 of 1,200.
  test.each([
    {
      // Example 38 Case A: 600 of 1,000 billed are due by the runs, 120 more by the catch-up; 280 still wait.
      state: 'the customer can still cancel the bill',
      facts: [{ kind: 'invoice', effectiveDate: '2026-01-10', amount: '1000', unconditional: false }],
      shown: { due: '120.00', contractAsset: '0.00', deferred: '0.00' },
      page: { receivable: '720.00', contractAsset: '0.00', deferred: '0.00' },
    },
    {
      // Of 650 billed 600 are due; 50 more fall due, and 70 are performed beyond what is billed.
      state: 'the customer can still cancel a bill of less than is performed',
      facts: [{ kind: 'invoice', effectiveDate: '2026-01-10', amount: '650', unconditional: false }],
      shown: { due: '50.00', contractAsset: '70.00', deferred: '0.00' },
      page: { receivable: '650.00', contractAsset: '70.00', deferred: '0.00' },
    },
    {
      // 700 paid ahead of performance pay the bill: 300 of it wait. 720 are performed: 20 of them are due.
      state: 'a bill the customer can still cancel was paid in part',
      facts: [
        { kind: 'invoice', effectiveDate: '2026-01-10', amount: '1000', unconditional: false },
        { kind: 'payment', effectiveDate: '2026-01-12', amount: '700' },
      ],
      shown: { due: '20.00', contractAsset: '0.00', deferred: '0.00' },
      page: { receivable: '20.00', contractAsset: '0.00', deferred: '0.00' },
    },
    {
      // 1,126.83 in a year at 1% a month are a price of 1,000.00. 1,000 × 1.01³ is 1,030.30 at the end of March, 20.10 of it before
      // the change and 10.20 by the run of its month (606-10-32-20).
      state: 'the run of the month accrues interest after the day',
      price: {
        fixed: '1126.83',
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 1,
          periods: 12,
          ratePerPeriod: '0.01',
          payments: [{ at: 12, amount: '1126.83' }],
        },
      },
      facts: [],
      shown: { due: '0.00', contractAsset: '720.00', deferred: '0.00' },
      page: { accruedInterest: '30.30', contractAsset: '720.00', deferred: '0.00' },
    },
    {
      // Costs of 1,500 for 1,000 lose 500, of which 40% is not performed: 200.00. For 1,200 they lose 300: 120.00 (605-35-25-45).
      state: 'a loss is provided for',
      facts: [
        {
          kind: 'costEstimate',
          ...on('2026-02-12'),
          totalCost: '1500',
          evidence: 'Offers',
          scope: 'CONSTRUCTION',
        },
      ],
      shown: { due: '0.00', contractAsset: '720.00', deferred: '0.00' },
      page: { provision: '120.00', contractAsset: '720.00', deferred: '0.00' },
    },
    {
      // On hold the runs earn nothing: 600.00 were earned before, and the 120.00 wait.
      state: 'the work is on hold',
      facts: [],
      since: [{ kind: 'hold', ...on('2026-02-28'), reason: 'Disputed' }],
      shown: { due: '0.00', contractAsset: '720.00', deferred: '0.00' },
      page: { recognised: '600.00', remaining: '600.00', contractAsset: '600.00' },
    },
    {
      // The contract ends on 20 March, which was recorded before the change of 1 March: 720.00 are performed by then, and nothing was billed.
      state: 'the contract has ended by a fact of a later day',
      facts: [],
      ends: { effectiveDate: '2026-03-20', reason: 'Agreed' },
      shown: { due: '0.00', contractAsset: '720.00', deferred: '0.00' },
      page: { recognised: '720.00', remaining: '0.00', contractAsset: '720.00' },
    },
  ])(
    'has every figure that the page has once it is applied and run: $state',
    async ({ facts, since, ends, price, shown, page }) => {
      const books = await openRestClient();
      const id = await books.contract({
        price: price ?? { fixed: '1000' },
        obligations: [{ key: 'A', ssp: '1000', pattern: { kind: 'PROGRESS' } }],
      });
      await books.tell(id, ...facts, { kind: 'progress', ...on('2026-02-10'), progress: '0.6' });
      await books.run('2026-01', '2026-02');
      if (since !== undefined) await books.tell(id, ...since);
      if (ends !== undefined) {
        const ended = await books.call('POST', `/revenue/contracts/${id}/terminate`, ends);
        expect(ended.status, JSON.stringify(ended.body)).toBe(200);
      }
      const change = {
        date: '2026-03-01',
        priceChange: '200',
        obligations: [{ key: 'A', remainingDistinct: false }],
      };
      const compared = await books.call('POST', `/revenue/contracts/${id}/modifications?dryRun=true`, change);
      expect(compared.status, JSON.stringify(compared.body)).toBe(200);
      const { catchUp } = compared.body.outcomes;
      await books.modify(id, change);
      await books.run('2026-03');
      const read = await books.read(id);
      const { period: _period, ...afterRun } = catchUp.afterRun;
      expect(afterRun).toEqual(pageOf(read));
      expect(pageOf(read)).toMatchObject(page);
      expect(catchUp).toMatchObject(shown);
    },
  );

  // June is what was earned before the 16th on the first terms, 100.00 of B and 12.34 of use among it, and the rest on the new ones.
  test.each([
    { by: 'even months', pattern: even('2026-01-01', '2026-12-31'), distinct: true },
    { by: 'even months from the middle of one', pattern: even('2026-01-10', '2027-01-09'), distinct: true },
    { by: 'days', pattern: days('2026-01-01', '2026-12-31'), distinct: true },
    { by: 'days of one service', pattern: days('2026-01-01', '2026-12-31'), distinct: false },
    {
      by: 'a longer term of one service',
      pattern: even('2026-01-01', '2026-12-31'),
      distinct: false,
      after: even('2026-01-01', '2027-03-31'),
    },
  ])(
    'has the months that the page has once it is applied within a month: $by',
    async ({ pattern, distinct, after }) => {
      const id = await client.contract({
        price: { fixed: '1200' },
        obligations: [
          { key: 'A', ssp: '1100', pattern },
          { key: 'B', ssp: '100', pattern: { kind: 'POINT' } },
          { key: 'calls', ssp: '0', pattern: { kind: 'USAGE' } },
        ],
      });
      await client.tell(
        id,
        { kind: 'delivery', effectiveDate: '2026-06-03', key: 'B' },
        { kind: 'usage', effectiveDate: '2026-06-04', key: 'calls', amount: '12.34' },
      );
      const change = {
        date: '2026-06-16',
        priceChange: '65',
        obligations: [{ key: 'A', remainingDistinct: distinct, ...(after && { pattern: after }) }],
        confirm: ['CUT_BELOW_EARNED'],
      };
      const { confirm: _asked, ...terms } = change;
      const compared = await client.call('POST', `/revenue/contracts/${id}/modifications?dryRun=true`, terms);
      const { treatment } = await client.modify(id, change);
      expect(treatment).toBe(distinct ? 'prospective' : 'catchUp');
      const months = compared.body.outcomes[treatment].revenueByMonth as { period: string; amount: string }[];
      const page = Object.entries(await client.months(id)).filter(([period]) => period >= '2026-06');
      expect(Object.fromEntries(months.map(({ period, amount }) => [period, amount]))).toEqual(
        Object.fromEntries(page),
      );
    },
  );
});
