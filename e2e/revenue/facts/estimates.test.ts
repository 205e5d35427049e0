import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { listEstimates } from '@/usecases/revenue/reports/list-estimates';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { openBooks, PROBABLE } from '../books';

afterAll(closeConnections);

describe('the interest of a financing component', () => {
  it('is proposed and posted by the run of each month, once, and a month is not closed without it (606-10-32-20)', async () => {
    const books = await openBooks();
    const { org } = books;
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '1200',
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 1,
          periods: 24,
          ratePerPeriod: '0.01',
          payment: '50',
        },
      },
      obligations: [{ key: 'goods', ssp: '1062.17', pattern: { kind: 'POINT' } }],
    });
    // 50 a month for 24 months at 1%.
    expect(contract.transactionPrice).toBe('1062.17');
    await books.tell(contract.id, { kind: 'delivery', effectiveDate: '2026-01-01', key: 'goods' });
    const call = org.callAs('revenue');
    const run = await runForOutput(createRun, call, { period: '2026-01' });
    expect(run.proposal.interest).toEqual([
      { contractNumber: contract.contractNumber, currencyCode: 'USD', amount: '-10.62' },
    ]);
    const january = (await runForOutput(listPeriods, org.callAs('viewer'), {})).find(
      ({ startDate }) => startDate === '2026-01-01',
    );
    const blockers = async () =>
      (await runForOutput(periodBlockers, org.callAs('viewer'), { id: january?.id })).map(
        ({ message }) => message,
      );
    expect(await blockers()).toContain(
      '1 contract has interest that has accrued but is not posted. Run the month.',
    );
    await runForOutput(postRun, call, { id: run.id });
    expect(await books.entries()).toEqual([
      ['1310 1062.17', '4100 -1062.17'],
      ['1340 10.62', '7100 -10.62'],
    ]);
    expect(await blockers()).toEqual([]);
    await runForOutput(postRun, call, { id: run.id });
    expect(await books.entries()).toHaveLength(2);
    await books.tell(contract.id, { kind: 'payment', effectiveDate: '2026-01-31', amount: '50' });
    await books.run('2026-02');
    expect((await books.entries()).at(-1)).toEqual(['1340 10.23', '7100 -10.23']);
    expect((await runForOutput(verifyRevenue, org.callAs('auditor'), {})).holds).toBe(true);
  });
});

describe('estimates due for reassessment', () => {
  it('are the variable elements and refund liabilities not reassessed since the month began (606-10-32-14, 55-26)', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '1000',
        variable: [
          {
            key: 'bonus',
            ...PROBABLE,
            method: 'MOST_LIKELY',
            outcomes: [{ amount: '200', probability: '1' }],
          },
        ],
      },
      obligations: [
        { key: 'X', ssp: '600', pattern: { kind: 'POINT' } },
        { key: 'Y', ssp: '600', pattern: { kind: 'POINT' } },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'delivery', effectiveDate: '2026-01-10', key: 'X' },
      { kind: 'refundEstimate', effectiveDate: '2026-01-20', key: 'X', liability: '30' },
    );
    const due = async (period: string) =>
      (await runForOutput(listEstimates, books.org.callAs('auditor'), { period })).estimates.map(
        ({ kind, key, amount, lastJudged }) => [kind, key, amount, lastJudged],
      );
    expect(await due('2026-01')).toEqual([]);
    expect(await due('2026-02')).toEqual([
      ['VARIABLE', 'bonus', '200.00', '2026-01-01'],
      ['REFUND', null, '30.00', '2026-01-20'],
    ]);
    await books.tell(contract.id, {
      kind: 'reassessment',
      effectiveDate: '2026-02-15',
      key: 'bonus',
      ...PROBABLE,
      method: 'MOST_LIKELY',
      outcomes: [{ amount: '200', probability: '1' }],
    });
    expect(await due('2026-02')).toEqual([['REFUND', null, '30.00', '2026-01-20']]);
    expect((await due('2026-03')).map(([kind]) => kind)).toEqual(['REFUND', 'VARIABLE']);
  });
});
