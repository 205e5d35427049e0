import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { openBooks } from './books';
import { deliver, no, on, pays, term, yes } from './facts/judged';

afterAll(closeConnections);

const year = term('2026-01-01', '2026-12-31');
const units = (quantity: string) => ({ kind: 'UNITS' as const, quantity });

describe('the supplier’s share, by time, by usage, and when the contract changes', () => {
  it('606-10-55-38: an agent of a service over a year owes its supplier month by month, with the run, and no month closes without it', async () => {
    const books = await openBooks();
    const call = books.org.callAs('revenue');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'hosting', ssp: '120', pattern: year, capacity: 'AGENT', supplierShare: '1080' }],
    });
    expect(contract.transactionPrice).toBe('120.00');
    await books.tell(contract.id, pays('2026-01-01', '1200'));
    const run = await runForOutput(createRun, call, { period: '2026-01' });
    expect(run.proposal.suppliers).toEqual([
      { contractNumber: contract.contractNumber, currencyCode: 'USD', amount: '90.00' },
    ]);
    const january = (await runForOutput(listPeriods, books.org.callAs('viewer'), {})).find(
      ({ startDate }) => startDate === '2026-01-01',
    );
    const blockers = async () =>
      (await runForOutput(periodBlockers, books.org.callAs('viewer'), { id: january?.id })).map(
        ({ message }) => message,
      );
    expect(await blockers()).toContain(
      '1 contract has a supplier’s share that has accrued but is not posted. Run the month.',
    );
    await runForOutput(postRun, call, { id: run.id });
    expect(await blockers()).toEqual([]);
    await runForOutput(postRun, call, { id: run.id });
    await books.run('2026-02');
    await books.proves(
      '2026-01-01: Dr CASH 1200, Cr DEFERRED_REVENUE 1200',
      '2026-01-31: Dr DEFERRED_REVENUE 10, Cr REVENUE 10',
      '2026-01-31: Dr DEFERRED_REVENUE 90, Cr SUPPLIER_PAYABLE 90',
      '2026-02-28: Dr DEFERRED_REVENUE 10, Cr REVENUE 10',
      '2026-02-28: Dr DEFERRED_REVENUE 90, Cr SUPPLIER_PAYABLE 90',
    );
  });

  it('606-10-55-37B: a principal has the supplier’s share as cost over the same months', async () => {
    const books = await openBooks();
    await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'hosting', ssp: '1200', pattern: year, supplierShare: '600' }],
    });
    await books.runThrough('2026-01', '2026-12');
    expect([await books.balance('4100'), await books.balance('5400')]).toEqual(['-1200', '600']);
    expect((await books.journal()).slice(0, 2)).toEqual([
      '2026-01-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
      '2026-01-31: Dr COST_OF_SALES 50, Cr SUPPLIER_PAYABLE 50',
    ]);
    await books.tiesOut();
  });

  it('606-10-55-38: of each usage an agent keeps its part and owes the rest to the supplier at once', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '0' },
      obligations: [
        {
          key: 'calls',
          ssp: '0',
          pattern: { kind: 'USAGE', invoicedPrice: '2' },
          capacity: 'AGENT',
          supplierRate: '0.8',
          answers: [no('CONTROLS_BEFORE_TRANSFER', 'the network is another party’s')],
        },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'usage', ...on('2026-01-20'), key: 'calls', quantity: '50' },
      pays('2026-01-25', '100'),
    );
    await books.run('2026-01');
    await books.proves(
      '2026-01-20: Dr DEFERRED_REVENUE 80, Cr SUPPLIER_PAYABLE 80',
      '2026-01-20: Dr CONTRACT_ASSET 80, Cr DEFERRED_REVENUE 80',
      '2026-01-25: Dr CASH 100, Cr CONTRACT_ASSET 80, Cr DEFERRED_REVENUE 20',
      '2026-01-31: Dr DEFERRED_REVENUE 20, Cr REVENUE 20',
    );
    expect((await books.read(contract.id)).contract.transactionPrice).toBe('20.00');
  });

  it('606-10-55-48: for unused vouchers an agent owes its supplier nothing and keeps the amount collected', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [
        {
          key: 'vouchers',
          ssp: '100',
          nature: 'MATERIAL_RIGHT',
          pattern: { kind: 'RIGHTS', expectedUsed: '10' },
          capacity: 'AGENT',
          supplierShare: '900',
          answers: [yes('MATERIAL_RIGHT', 'no one gets them without paying')],
        },
      ],
    });
    await books.tell(
      contract.id,
      pays('2026-01-01', '1000'),
      { kind: 'redemption', ...on('2026-01-20'), key: 'vouchers', quantity: '6' },
      { kind: 'lapse', ...on('2026-02-28'), key: 'vouchers' },
    );
    await books.runThrough('2026-01', '2026-02');
    await books.proves(
      '2026-01-01: Dr CASH 1000, Cr DEFERRED_REVENUE 1000',
      '2026-01-20: Dr DEFERRED_REVENUE 540, Cr SUPPLIER_PAYABLE 540',
      '2026-01-31: Dr DEFERRED_REVENUE 60, Cr REVENUE 60',
      '2026-02-28: Dr DEFERRED_REVENUE 400, Cr REVENUE 400',
    );
  });

  it('a contract that is terminated owes its suppliers for what they supplied until then, and an agent does not recognize the part it passed through', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '2400' },
      obligations: [
        { key: 'hosting', ssp: '120', pattern: year, capacity: 'AGENT', supplierShare: '1080' },
        { key: 'support', ssp: '1200', pattern: year, supplierShare: '600' },
      ],
    });
    await books.tell(contract.id, { kind: 'invoice', ...on('2026-01-01'), amount: '2400' });
    await books.run('2026-01');
    // By the end of February a sixth of each is earned: 20 and 200, and the suppliers have earned 180 and 100.
    await runForOutput(terminateContract, books.org.callAs('revenue'), {
      id: contract.id,
      effectiveDate: '2026-03-01',
      refund: '2000',
      reason: 'the customer leaves and gets back what no one supplied',
    });
    await books.runThrough('2026-02', '2026-04');
    await books.proves(
      '2026-01-01: Dr RECEIVABLE 2400, Cr DEFERRED_REVENUE 2400',
      '2026-01-31: Dr DEFERRED_REVENUE 110, Cr REVENUE 110',
      '2026-01-31: Dr DEFERRED_REVENUE 90, Cr SUPPLIER_PAYABLE 90',
      '2026-01-31: Dr COST_OF_SALES 50, Cr SUPPLIER_PAYABLE 50',
      '2026-03-01: Dr DEFERRED_REVENUE 90, Cr SUPPLIER_PAYABLE 90',
      '2026-03-01: Dr DEFERRED_REVENUE 2000, Cr RECEIVABLE 2000',
      '2026-03-01: Dr COST_OF_SALES 50, Cr SUPPLIER_PAYABLE 50',
      '2026-02-28: Dr DEFERRED_REVENUE 110, Cr REVENUE 110',
    );
  });

  it('606-10-25-13(a): a modification leaves earlier supplies unchanged, and spreads the supplier’s new total over the remainder', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [
        { key: 'goods', ssp: '100', pattern: units('10'), capacity: 'AGENT', supplierShare: '900' },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-20', 'goods', '4'));
    // Six units more than agreed for 600, of which the supplier gets 570.
    const applied = await books.modify(contract.id, {
      date: '2026-02-01',
      priceChange: '600',
      obligations: [{ key: 'goods', remainingDistinct: true, supplierShare: '1470', pattern: units('16') }],
      reason: 'more, at another commission',
    });
    expect([applied.treatment, applied.contract.contract.transactionPrice]).toEqual([
      'prospective',
      '130.00',
    ]);
    await books.tell(contract.id, deliver('2026-02-20', 'goods', '6'), deliver('2026-03-20', 'goods', '6'));
    await books.runThrough('2026-01', '2026-03');
    const lines = (await books.journal()).filter((entry) => /SUPPLIER_PAYABLE|Cr REVENUE/.test(entry));
    // 360 and 40 by then; of the remaining 1,110 and 90, half for each six units.
    expect(lines).toEqual([
      '2026-01-20: Dr DEFERRED_REVENUE 360, Cr SUPPLIER_PAYABLE 360',
      '2026-02-20: Dr DEFERRED_REVENUE 555, Cr SUPPLIER_PAYABLE 555',
      '2026-03-20: Dr DEFERRED_REVENUE 555, Cr SUPPLIER_PAYABLE 555',
      '2026-01-31: Dr CONTRACT_ASSET 40, Cr REVENUE 40',
      '2026-02-28: Dr CONTRACT_ASSET 45, Cr REVENUE 45',
      '2026-03-31: Dr CONTRACT_ASSET 45, Cr REVENUE 45',
    ]);
    await books.tiesOut();
  });

  it('606-10-25-13(b): remeasured progress applies to the supplier too, and for a removed obligation only what was supplied is owed', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '2000' },
      obligations: [
        { key: 'building', ssp: '1000', pattern: { kind: 'PROGRESS' }, supplierShare: '400' },
        { key: 'spares', ssp: '1000', pattern: units('10'), supplierShare: '500' },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'progress', ...on('2026-01-20'), key: 'building', progress: '0.5' },
      deliver('2026-01-20', 'spares', '2'),
    );
    expect(await books.balance('5400')).toBe('300');
    await books.modify(contract.id, {
      date: '2026-02-01',
      removals: ['spares'],
      priceChange: '-800',
      obligations: [
        { key: 'building', remainingDistinct: false, satisfiedAfter: '0.4', supplierShare: '600' },
      ],
      reason: 'a larger building, no more spare parts',
    });
    // 40% of 600 instead of 200 for the building, 100 for two of the ten spares.
    expect(await books.balance('5400')).toBe('340');
    await books.tell(contract.id, { kind: 'progress', ...on('2026-03-20'), key: 'building', progress: '1' });
    expect(await books.balance('5400')).toBe('700');
    await books.runThrough('2026-01', '2026-03');
    await books.tiesOut();
  });

  it('an addition an agent supplies is priced at the amount the agent keeps', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [{ key: 'service', ssp: '100', pattern: year }],
    });
    const applied = await books.modify(contract.id, {
      date: '2026-02-01',
      additions: [
        {
          key: 'voucher',
          price: '100',
          ssp: '30',
          distinct: true,
          pattern: { kind: 'POINT' },
          capacity: 'AGENT',
          supplierShare: '70',
        },
      ],
      reason: 'a voucher of another party',
    });
    expect([applied.treatment, applied.contract.contract.transactionPrice]).toEqual(['separate', '30.00']);
    expect((await books.read(contract.id)).contract.transactionPrice).toBe('100.00');
  });
});
