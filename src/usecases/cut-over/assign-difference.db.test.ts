import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { createImport } from '../imports/create-import';
import { runImport } from '../imports/run-import';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { getTransaction } from '../transactions/get-transaction';
import { listTransactions } from '../transactions/list-transactions';
import { approveAndPostTransactions } from '../transactions/posting/approve-and-post';
import { assignDifference } from './assign-difference';
import { createCutOver } from './create-cut-over';
import { openCutOver } from './open-cut-over';
import { showProof } from './show-proof';

const DAY = '2025-01-31';

let books: TestOrganization;
let cutOverId: string;
beforeEach(async () => {
  books = await foundTestOrganization({ today: '2026-02-10' });
  cutOverId = (await ask(createCutOver, { cutOverDate: DAY })).id;
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, books.callAs('admin'), input);
const proof = () => ask(showProof, { id: cutOverId });
const assign = (code: string) =>
  ask(assignDifference, {
    id: cutOverId,
    accountId: books.account(code),
    toAccountId: books.account('6900'),
    reason: 'By our own rules.',
  });

async function imported(noun: string, columns: readonly string[], rows: readonly (readonly string[])[]) {
  const { id } = await ask(createImport, { noun, fileName: `${noun}.csv`, columns, rows, cutOverId });
  expect((await ask(runImport, { id })).counts).toMatchObject({ failed: 0 });
}

/** A contract of 1,200.00 over 2024-12-01 to 2025-11-30, of which 62 of 365 days, 203.84, are earned by the cut-over. */
const contract = (number: string, billed: string, recognized: string) => [
  ...[number, 'Northwind', '2024-12-01', billed, 'recompute', 'Plan', '1200.00', recognized],
  ...['2024-12-01', '2025-11-30'],
];
const CONTRACTS = [
  ...['Contract', 'Customer', 'Contract date', 'Billed to date', 'Taken over by', 'Obligation', 'Price'],
  ...['Recognized to date', 'Start', 'End'],
];

async function opened(contracts: readonly (readonly string[])[], balances: readonly (readonly string[])[]) {
  await imported('openContracts', CONTRACTS, contracts);
  await imported('openingBalances', ['Account', 'Debit', 'Credit'], balances);
  await ask(openCutOver, { id: cutOverId });
}

describe('the difference of recomputed contracts to the earlier system', () => {
  it('is proposed as one adjustment, with a line for each contract that says why', async () => {
    // K-2 was billed nothing, so it is a contract asset; K-3 agrees.
    await opened(
      [
        contract('K-1', '1200.00', '200.00'),
        contract('K-2', '0', '150.00'),
        contract('K-3', '1200.00', '203.84'),
      ],
      [
        ['1110', '1846.16', ''],
        ['1310', '150.00', ''],
        ['2310', '', '1996.16'],
      ],
    );
    const { transactionId } = await assign('2310');
    const entry = await ask(getTransaction, { id: transactionId });
    expect(entry.status).toBe('PENDING_APPROVAL');
    expect(entry.lines.map(({ unitPrice, description }) => [dec(unitPrice).toFixed(2), description])).toEqual(
      [
        [
          '-3.84',
          'K-1: By its terms 3.84 more is earned by the cut-over than the earlier system recognized.',
        ],
        [
          '-53.84',
          'K-2: By its terms 53.84 more is earned by the cut-over than the earlier system recognized.',
        ],
        ['57.68', 'Difference of 1310 and 2310 at the cut-over: By our own rules.'],
      ],
    );
    const { accounts, missing } = await proof();
    expect(
      accounts
        .filter(({ controlFor, assigned }) => controlFor !== null && assigned !== '0.00')
        .map((one) => [one.code, one.difference, one.assigned]),
    ).toEqual([
      ['1310', '-53.84', '-53.84'],
      ['2310', '-3.84', '-3.84'],
    ]);
    expect(missing).toEqual([`Entries that assign differences are not posted: ${entry.transactionNumber}.`]);
    await ask(approveAndPostTransactions, { items: [{ id: transactionId }], mode: 'all' });
    expect(await proof()).toMatchObject({ isProved: true });
  });

  it('once assigned is not assigned again by the other account, and nothing is made', async () => {
    await opened(
      [contract('K-1', '1200.00', '200.00'), contract('K-2', '0', '150.00')],
      [
        ['1110', '850.00', ''],
        ['1310', '150.00', ''],
        ['2310', '', '1000.00'],
      ],
    );
    await assign('1310');
    const { total } = await ask(listTransactions, {});
    await expect(assign('2310')).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    expect((await ask(listTransactions, {})).total).toBe(total);
  });
});
