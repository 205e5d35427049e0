import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdPeriods, wordsOf } from '@/testing/contenders';
import { approvedDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { MET } from '../../revenue/books';

afterAll(closeConnections);

let org: TestOrganization;
let januaryId: string;
beforeEach(async () => {
  org = await foundTestOrganization();
  const periods = await runForOutput(listPeriods, org.callAs('viewer'), { fiscalYear: 2025 });
  januaryId = periods.find(({ label }) => label === '2025-01')?.id ?? '';
});

/** What closing does under its lock: the period is closed before anyone else can continue. */
const closeJanuary = (client: pg.ClientBase) =>
  client.query(`update fiscal_periods set period_status = 'CLOSED' where organization_id = $1 and id = $2`, [
    org.organizationId,
    januaryId,
  ]);
const holdClosing = async (client: pg.ClientBase) => {
  await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
  await holdPeriods(org.organizationId, 'closing')(client);
};
const entriesOf = () =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from ledger_entries where organization_id = $1',
      [org.organizationId],
    );
    return rows[0]?.count;
  });

describe('no period closes during a posting', () => {
  it('a posting waits for a close under way, and then finds the period closed', async () => {
    const { id } = await approvedDocument(org, { transactionDate: '2025-01-10' });
    const post = () =>
      runForOutput(postTransaction, org.callAs('accountant'), { id, postingDate: '2025-01-10' });
    const outcomes = await contend(holdClosing, [post], { release: closeJanuary });
    expect(wordsOf(outcomes)).toEqual(['PERIOD_NOT_OPEN']);
    expect(await entriesOf()).toBe(0);
  });

  it('a reversal waits for a close under way, and then finds the period closed', async () => {
    const { id } = await postedDocument(org, { transactionDate: '2025-01-10' });
    const reverse = () =>
      runForOutput(reverseTransaction, org.callAs('accountant'), {
        id,
        reversalReason: 'Wrong',
        reversalDate: '2025-01-20',
      });
    const outcomes = await contend(holdClosing, [reverse], { release: closeJanuary });
    expect(wordsOf(outcomes)).toEqual(['PERIOD_NOT_OPEN']);
    expect(await entriesOf()).toBe(1);
  });

  it('a contract’s cost waits for a close under way, and is then booked on the first day that is open', async () => {
    const contract = await runForOutput(createContract, org.callAs('revenue'), {
      customerId: org.ids.customer,
      contractDate: '2025-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'setup', ssp: '1200', pattern: { kind: 'POINT' } }],
      criteria: MET,
    });
    const cost = () =>
      runForOutput(createCost, org.callAs('revenue'), {
        contractId: contract.id,
        kind: 'OBTAIN',
        amount: '120',
        incurredOn: '2025-01-10',
        contractMonths: 12,
      });
    const [outcome] = await contend(holdClosing, [cost], { release: closeJanuary });
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { cost: { postingDate: '2025-02-01' } } });
    expect(await entriesOf()).toBe(1);
  });

  it('a fact waits for a lock of its month under way, and is then refused; one of the day after is recorded', async () => {
    const contract = await runForOutput(createContract, org.callAs('revenue'), {
      customerId: org.ids.customer,
      contractDate: '2025-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'work', ssp: '1200', pattern: { kind: 'PROGRESS' } }],
      criteria: MET,
    });
    await runForOutput(activateContract, org.callAs('revenue'), { id: contract.id });
    const tell = (effectiveDate: string) => () =>
      runForOutput(recordEvent, org.callAs('revenue'), {
        id: contract.id,
        event: { kind: 'progress', key: 'work', effectiveDate, progress: '0.5' },
      });
    const lockJanuary = async (client: pg.ClientBase) => {
      await closeJanuary(client);
      await client.query(
        `update fiscal_periods set period_status = 'LOCKED' where organization_id = $1 and id = $2`,
        [org.organizationId, januaryId],
      );
    };
    const outcomes = await contend(holdClosing, [tell('2025-01-31')], { release: lockJanuary });
    expect(wordsOf(outcomes)).toEqual(['PERIOD_NOT_OPEN']);
    expect(wordsOf(await Promise.allSettled([tell('2025-01-15')()]))).toEqual(['PERIOD_NOT_OPEN']);
    const read = () => runForOutput(getContract, org.callAs('revenue'), { id: contract.id });
    expect((await read()).events.map(({ event }) => event.kind)).toEqual(['created', 'activated']);
    await tell('2025-02-01')();
    expect((await read()).schedule.map(({ period, amount }) => [period, amount])).toEqual([
      ['2025-02', '600.00'],
    ]);
  });

  it('a run waits for a close under way, and then posts nothing into the closed period', async () => {
    const year = { start: '2025-01-01', end: '2025-12-31', method: 'EVEN_PERIODS' };
    const contract = await runForOutput(createContract, org.callAs('revenue'), {
      customerId: org.ids.customer,
      contractDate: '2025-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'seat', ssp: '1200', pattern: { kind: 'RATABLE', ...year } }],
      criteria: MET,
    });
    await runForOutput(activateContract, org.callAs('revenue'), { id: contract.id });
    const { id } = await runForOutput(createRun, org.callAs('revenue'), { period: '2025-01' });
    const post = () => runForOutput(postRun, org.callAs('revenue'), { id });
    const [outcome] = await contend(holdClosing, [post], { release: closeJanuary });
    expect(outcome).toMatchObject({ status: 'rejected', reason: { refusal: { code: 'PERIOD_NOT_OPEN' } } });
    expect(await entriesOf()).toBe(0);
  });

  it('a close waits for a posting under way', async () => {
    await runForOutput(softClosePeriod, org.callAs('controller'), { id: januaryId });
    const close = () => runForOutput(closePeriod, org.callAs('controller'), { id: januaryId });
    const outcomes = await contend(holdPeriods(org.organizationId, 'posting'), [close]);
    expect(wordsOf(outcomes)).toEqual(['won']);
  });
});
