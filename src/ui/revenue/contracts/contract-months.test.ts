import { expect, test } from 'vitest';
import { type Contract, contractMonths } from './contract-months';

const row = (key: string, period: string, amount: string, entryId: string | null) => ({
  key,
  period,
  amount,
  entryId,
  runId: entryId === null ? null : 'r-1',
});

test('months show the revenue of all obligations, the cumulative revenue, and the remaining price', () => {
  const contract = {
    contract: { transactionPrice: '300' },
    obligations: [{ key: 'a' }, { key: 'b' }],
    schedule: [
      row('b', '2026-02', '50', null),
      row('a', '2026-01', '100.10', 'e-1'),
      row('a', '2026-02', '149.90', null),
    ],
  } as unknown as Contract;
  expect(contractMonths(contract)).toEqual([
    {
      period: '2026-01',
      amounts: ['100.1', '0'],
      total: '100.1',
      toDate: '100.1',
      remaining: '199.9',
      posted: 'ALL',
      entryId: 'e-1',
    },
    {
      period: '2026-02',
      amounts: ['149.9', '50'],
      total: '199.9',
      toDate: '300',
      remaining: '0',
      posted: 'NONE',
      entryId: null,
    },
  ]);
});

test('a month is posted when a run posted all of it, also where what it posted cancels out and has no entry', () => {
  const contract = {
    contract: { transactionPrice: '100' },
    obligations: [{ key: 'a' }],
    schedule: [
      { ...row('a', '2026-01', '96', null), runId: 'r-1' },
      { ...row('a', '2026-01', '-96', null), runId: 'r-1' },
      row('a', '2026-02', '60', 'e-2'),
      row('a', '2026-02', '40', null),
    ],
  } as unknown as Contract;
  expect(contractMonths(contract).map(({ posted, entryId }) => [posted, entryId])).toEqual([
    ['ALL', null],
    ['SOME', 'e-2'],
  ]);
});
