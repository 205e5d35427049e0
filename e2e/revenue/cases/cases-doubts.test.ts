import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { openBooks, PROBABLE } from '../books';
import { deliver, on, pays, RELATES } from '../facts/judged';

afterAll(closeConnections);

/** The standard gives no figures for these; the figures are ours, the conclusions are the standard's. */
describe('doubtful collection, claims and fees as the standard judges them, down to the ledger', () => {
  it('606-10-55 Example 4: royalties of a licensee that can no longer pay are withheld from revenue; revenue earned before stays', async () => {
    const books = await openBooks();
    const royalty = (date: string, sales: string) => ({
      kind: 'royalty' as const,
      ...on(date),
      key: 'patent',
      sales,
    });
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '0', royalties: [{ key: 'patent', rate: '0.1', to: ['licence'], criteria: RELATES }] },
      obligations: [
        {
          key: 'licence',
          ssp: '1000',
          nature: 'LICENCE',
          pattern: {
            kind: 'LICENCE',
            intellectualProperty: 'FUNCTIONAL',
            start: '2026-01-01',
            end: '2028-12-31',
          },
        },
      ],
    });
    await books.tell(contract.id, deliver('2026-01-01', 'licence'), royalty('2026-01-31', '5000'), {
      kind: 'invoice',
      ...on('2026-01-31'),
      amount: '500',
    });
    await books.run('2026-01');
    await books.tell(
      contract.id,
      {
        kind: 'hold',
        ...on('2026-02-10'),
        reason: 'the licensee has lost its customers and its credit (25-5)',
      },
      royalty('2026-02-28', '800'),
    );
    await books.runThrough('2026-02', '2026-03');
    const earned = [
      '2026-01-31: Dr RECEIVABLE 500, Cr DEFERRED_REVENUE 500',
      '2026-01-31: Dr DEFERRED_REVENUE 500, Cr REVENUE 500',
    ];
    await books.proves(...earned);
    // Payments that arrive nevertheless are a liability while the doubt lasts.
    await books.tell(contract.id, pays('2026-03-20', '560'));
    await books.proves(...earned, '2026-03-20: Dr CASH 560, Cr RECEIVABLE 500, Cr DEFERRED_REVENUE 60');
  });

  it('606-10-55 Example 9: a disputed claim for a delay is a modification of the contract, included in the price as far as it is probable', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000000' },
      obligations: [{ key: 'building', ssp: '1000000', pattern: { kind: 'PROGRESS' } }],
    });
    const spent = (date: string, costToDate: string) => ({
      kind: 'costs' as const,
      scope: 'CONSTRUCTION' as const,
      ...on(date),
      key: 'building',
      costToDate,
      totalCost: '800000',
    });
    await books.tell(contract.id, spent('2026-01-31', '320000'));
    const claim = (probable: string) => ({
      ...PROBABLE,
      method: 'EXPECTED_VALUE' as const,
      outcomes: [
        { amount: '100000', probability: '0.8' },
        { amount: '0', probability: '0.2' },
      ],
      constraint: { kind: 'CAP' as const, amount: probable },
    });
    const { treatment, comparison } = await books.modify(contract.id, {
      date: '2026-02-15',
      variable: [{ key: 'claim', ...claim('50000') }],
      obligations: [{ key: 'building', remainingDistinct: false }],
      reason: 'claim for 120 days without access to the land, enforceable by the contract, price not agreed',
    });
    expect([treatment, comparison.required.paragraph]).toEqual(['catchUp', '606-10-25-13(b)']);
    // Agreed at 80,000 in March.
    await books.tell(contract.id, {
      kind: 'reassessment',
      ...on('2026-03-10'),
      key: 'claim',
      ...claim('80000'),
    });
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 400000, Cr REVENUE 400000',
      '2026-02-28: Dr CONTRACT_ASSET 20000, Cr REVENUE 20000',
      '2026-03-31: Dr CONTRACT_ASSET 12000, Cr REVENUE 12000',
    );
  });

  it('606-10-55 Example 25: a manager earns the fee of each quarter by its assets, and the performance fee only when it is certain', async () => {
    const books = await openBooks();
    const reward = (kind: 'EXCLUDED' | 'NONE') => ({
      ...PROBABLE,
      method: 'MOST_LIKELY' as const,
      outcomes: [{ amount: '90000', probability: '1' }],
      constraint: { kind },
    });
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '0',
        variable: [{ key: 'reward', ...reward('EXCLUDED'), to: ['management'], criteria: RELATES }],
      },
      obligations: [{ key: 'management', ssp: '100000', pattern: { kind: 'USAGE' } }],
    });
    expect(contract.transactionPrice).toBe('0.00');
    const quarter = (date: string, amount: string) => ({
      kind: 'usage' as const,
      ...on(date),
      key: 'management',
      amount,
    });
    await books.tell(
      contract.id,
      quarter('2026-03-31', '20000'),
      quarter('2026-06-30', '18000'),
      // Still subject to the market: re-estimated, and still not included.
      { kind: 'reassessment', ...on('2026-06-30'), key: 'reward', ...reward('EXCLUDED') },
      { kind: 'reassessment', ...on('2026-12-31'), key: 'reward', ...reward('NONE') },
    );
    await books.runThrough('2026-01', '2026-12');
    await books.proves(
      '2026-03-31: Dr CONTRACT_ASSET 20000, Cr REVENUE 20000',
      '2026-06-30: Dr CONTRACT_ASSET 18000, Cr REVENUE 18000',
      '2026-12-31: Dr CONTRACT_ASSET 90000, Cr REVENUE 90000',
    );
  });
});
