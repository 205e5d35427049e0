import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { applyModification } from '@/usecases/revenue/apply-modification';
import { openBooks } from './books';

afterAll(closeConnections);

describe('modifications of the standard, down to the ledger', () => {
  it('606-10-55 Example 5 Case A: 30 units more at 95, their standalone price, are a contract of their own', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '12000' },
      obligations: [{ key: 'units', ssp: '12000', pattern: { kind: 'UNITS', quantity: '120' } }],
    });
    await books.tell(contract.id, {
      kind: 'delivery',
      effectiveDate: '2026-02-28',
      key: 'units',
      quantity: '60',
    });
    const applied = await runForOutput(applyModification, books.org.callAs('revenue'), {
      id: contract.id,
      date: '2026-03-01',
      additions: [
        {
          key: 'more',
          price: '2850',
          ssp: '2850',
          distinct: true,
          pattern: { kind: 'UNITS', quantity: '30' },
        },
      ],
      answers: { priceAtSsp: true },
      reason: '30 further units',
    });
    expect(applied.treatment).toBe('separate');
    await books.tell(
      contract.id,
      { kind: 'delivery', effectiveDate: '2026-03-31', key: 'units', quantity: '60' },
      { kind: 'delivery', effectiveDate: '2026-03-31', key: 'more', quantity: '30' },
    );
    await books.run('2026-02');
    await books.run('2026-03');
    expect(await books.entries()).toEqual([
      ['1310 6000', '4100 -6000'],
      ['1310 8850', '4100 -8850'],
    ]);
  });

  it('606-10-55 Example 6: Y and Z stand at 450 each after the change, at 460 after the estimate, X catches up 20', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '1000',
        variable: [{ key: 'bonus', method: 'MOST_LIKELY', outcomes: [{ amount: '200', probability: '1' }] }],
      },
      obligations: [
        { key: 'X', ssp: '500', pattern: { kind: 'POINT' } },
        { key: 'Y', ssp: '500', pattern: { kind: 'POINT' } },
      ],
    });
    await books.tell(contract.id, { kind: 'delivery', effectiveDate: '2026-01-10', key: 'X' });
    const applied = await runForOutput(applyModification, books.org.callAs('revenue'), {
      id: contract.id,
      date: '2026-02-01',
      additions: [{ key: 'Z', price: '300', ssp: '500', distinct: true, pattern: { kind: 'POINT' } }],
      answers: { priceAtSsp: false },
      reason: 'Z added',
    });
    expect(applied.treatment).toBe('prospective');
    expect(applied.contract.obligations.map(({ key, allocated }) => [key, allocated])).toEqual([
      ['X', '600.00'],
      ['Y', '450.00'],
      ['Z', '450.00'],
    ]);
    await books.tell(
      contract.id,
      { kind: 'estimateChange', effectiveDate: '2026-03-01', change: '40', promisedBefore: true },
      { kind: 'delivery', effectiveDate: '2026-04-01', key: 'Y' },
      { kind: 'delivery', effectiveDate: '2026-05-01', key: 'Z' },
    );
    for (const month of ['01', '02', '03', '04', '05']) await books.run(`2026-${month}`);
    expect((await books.entries()).map((lines) => lines[1])).toEqual([
      '4100 -600',
      '4100 -20',
      '4100 -460',
      '4100 -460',
    ]);
  });

  it.each([
    ['rounded to 51.2 %', 1, '91200'],
    ['unrounded', undefined, '91463.41'],
  ])(
    '606-10-55 Example 8, percentage %s: a catch-up of its own on the date of the change',
    async (_mode, percentDecimals, catchUp) => {
      const books = await openBooks();
      const { contract } = await books.contract({
        contractDate: '2026-01-01',
        price: { fixed: '1000000' },
        obligations: [{ key: 'building', ssp: '1000000', pattern: { kind: 'PROGRESS' } }],
      });
      await books.tell(contract.id, {
        kind: 'costs',
        effectiveDate: '2026-06-30',
        key: 'building',
        costToDate: '420000',
        totalCost: '700000',
      });
      const applied = await runForOutput(applyModification, books.org.callAs('revenue'), {
        id: contract.id,
        date: '2026-07-15',
        priceChange: '350000',
        obligations: [
          {
            key: 'building',
            remainingDistinct: false,
            costs: {
              toDate: '420000',
              totalAfter: '820000',
              ...(percentDecimals === undefined ? {} : { percentDecimals }),
            },
          },
        ],
        reason: 'changed floor plan; the bonus is now probable',
      });
      expect(applied.treatment).toBe('catchUp');
      await books.run('2026-06');
      await books.run('2026-07');
      expect(await books.entries()).toEqual([
        ['1310 600000', '4100 -600000'],
        [`1310 ${catchUp}`, `4100 -${catchUp}`],
      ]);
    },
  );
});
