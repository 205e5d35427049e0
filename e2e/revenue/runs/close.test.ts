import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { decideTreatment } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

/** The first period of the books, soft-closed, with a contract that has revenue due in it. */
async function due() {
  const books = await openBooks();
  const { org } = books;
  const [first] = await runForOutput(listPeriods, org.callAs('viewer'), {});
  if (first === undefined) throw new Error('no periods');
  const month = first.startDate.slice(0, 7);
  const { contract } = await books.contract({
    contractDate: first.startDate,
    price: { fixed: '300' },
    obligations: [
      {
        key: 'care',
        ssp: '300',
        pattern: {
          kind: 'RATABLE',
          start: first.startDate,
          end: `${month.slice(0, 5)}03-31`,
          method: 'EVEN_PERIODS',
        },
      },
    ],
  });
  await books.tell(contract.id, { kind: 'invoice', effectiveDate: first.startDate, amount: '300' });
  const blockers = () => runForOutput(periodBlockers, org.callAs('viewer'), { id: first.id });
  const close = () => runForOutput(closePeriod, org.callAs('controller'), { id: first.id });
  const softClose = () => runForOutput(softClosePeriod, org.callAs('controller'), { id: first.id });
  return { books, contract, month, blockers, close, softClose };
}

/** Changes a stored balance, bypassing every check, as database corruption would. */
const damage = ({ org }: Books, contractId: string, by: string) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    await client.query(
      'update revenue_positions set net = net + $3::numeric where organization_id = $1 and contract_id = $2',
      [org.organizationId, contractId, by],
    );
  });

describe('the close of a period', () => {
  it('waits for the schedule of every active contract, and says so', async () => {
    const { books, contract, month, blockers, close, softClose } = await due();
    expect(await blockers()).toEqual([
      {
        blocker: 'UNPOSTED_SCHEDULES',
        message: '1 revenue or contract cost amounts are due but not in a recognition run. Run the month.',
        count: 1,
        examples: [contract.contractNumber],
      },
    ]);
    await books.run(month);
    expect(await blockers()).toEqual([]);
    await softClose();
    expect((await close()).status).toBe('CLOSED');
  });

  it('waits while revenue does not reconcile to the ledger, and names each difference with both figures', async () => {
    const { books, contract, month, blockers, close, softClose } = await due();
    await books.run(month);
    await softClose();
    await damage(books, contract.id, '7.5');
    const untied = await blockers();
    expect(untied).toMatchObject([
      {
        blocker: 'REVENUE_NOT_TIED',
        message: 'Deferred revenue does not reconcile to the ledger: 207.50 − 200.00 = 7.50 USD.',
      },
      {
        blocker: 'REVENUE_NOT_TIED',
        message: expect.stringContaining('Contract movements do not add up to their balances'),
        examples: [contract.contractNumber],
      },
    ]);
    await expect(close()).rejects.toMatchObject({
      refusal: {
        code: 'INVALID_STATUS_TRANSITION',
        message: expect.stringContaining('Deferred revenue does not reconcile to the ledger'),
      },
    });
    await damage(books, contract.id, '-7.5');
    expect((await close()).status).toBe('CLOSED');
  });

  it('waits until a treatment called into question by a late fact is decided again, and names the contract', async () => {
    const books = await openBooks();
    const { org } = books;
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '2000' },
      obligations: [
        { key: 'goods', ssp: '1000', pattern: { kind: 'UNITS', quantity: '10' } },
        { key: 'project', ssp: '1000', pattern: { kind: 'PROGRESS' } },
      ],
    });
    const progress = (effectiveDate: string, share: string) =>
      ({ kind: 'progress', effectiveDate, key: 'project', progress: share }) as const;
    await books.tell(contract.id, progress('2026-02-01', '0.5'));
    await books.modify(contract.id, { date: '2026-04-01', priceChange: '-100', reason: 'Rebate agreed' });
    const { openDecisions } = await books.tell(contract.id, progress('2026-03-15', '1'));
    await books.runThrough('2026-01', '2026-04');
    const periods = await runForOutput(listPeriods, org.callAs('viewer'), {});
    const blockersOf = (endDate: string) => {
      const id = periods.find((period) => period.endDate === endDate)?.id;
      return runForOutput(periodBlockers, org.callAs('viewer'), { id });
    };
    // The modification is of April.
    expect(await blockersOf('2026-03-31')).toEqual([]);
    expect(await blockersOf('2026-04-30')).toEqual([
      {
        blocker: 'OPEN_DECISIONS',
        message:
          'The treatment of 1 contract modification has to be decided again: facts recorded since require a different one.',
        count: 1,
        examples: [contract.contractNumber],
      },
    ]);
    await runForOutput(decideTreatment, org.callAs('revenue'), {
      id: openDecisions[0]?.eventId ?? '',
      treatment: 'prospective',
      reason: 'The project was finished before the rebate',
    });
    await books.runThrough('2026-01', '2026-04');
    expect(await blockersOf('2026-04-30')).toEqual([]);
  });
});
