import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { openBooks } from '../../books';
import { check, contractOf, foundBy, someAmount, someFact, verdict } from './checked-books';

// Proves the laws revenue/contract-sums, revenue/contract-standings, revenue/balance-parts and revenue/check-contracts of prisma/sql over
// random histories.

afterAll(closeConnections);

/** Number of random histories; the ordinary run stays short, a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(4, 12, 400);

describe('the reconciliation of what was touched', () => {
  const fact = someFact(4);
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ fact, contract: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ cost: someAmount, contract: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ run: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 2, arbitrary: fc.record({ check: fc.integer({ min: 1, max: 4 }) }) },
  );

  it('finds what adding up every row finds, whatever was checked before, and reads no contract that has been checked since', async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (history) => {
        const books = await openBooks('2026-06-30');
        const ids = [await contractOf(books), await contractOf(books, '350.55'), await contractOf(books)];
        let through = 0;
        for (const one of history) {
          const attempt = async (work: () => Promise<unknown>) => {
            try {
              await work();
            } catch (error) {
              if (!(error instanceof RefusalError)) throw error;
            }
          };
          if ('fact' in one) await attempt(() => books.tell(ids[one.contract] ?? '', one.fact));
          else if ('cost' in one) {
            await attempt(() =>
              runForOutput(createCost, books.org.callAs('revenue'), {
                contractId: ids[one.contract] ?? '',
                kind: 'OBTAIN',
                amount: one.cost,
                incurredOn: '2026-01-05',
                contractMonths: 24,
              }),
            );
          } else if ('run' in one) {
            for (; through < one.run; through += 1) await books.run(`2026-0${through + 1}`);
          } else await check(books, one.check);
          const [since, whole] = [await verdict(books, 'SINCE'), await verdict(books, 'WHOLE')];
          read += since.contractsRead;
          expect(since.lines).toEqual(whole.lines);
          expect(whole).toMatchObject({ holds: true, contractsRead: 3 });
          expect(since).toMatchObject({ holds: true, summary: whole.summary });
        }
        expect(await foundBy(books)).toEqual([]);
        await check(books);
        expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true, contractsRead: 0 });
        expect(await foundBy(books)).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
    expect(read).toBeGreaterThan(0);
  });
});
