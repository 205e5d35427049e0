import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { deal } from './drawn-deals';
import { early, MONTHS, steps } from './drawn-steps';
import { live } from './lived-abroad';
import { begin, bringIntoForce, LAST, type Living, runFrom } from './opened-abroad';
import { accountsAtNothing, carriedAtNothing, standing, twoSided, untied, windUp } from './settled-abroad';

afterAll(closeConnections);

const HISTORIES = cases(2, 30);
const AMPLE = 600_000 + HISTORIES * 20_000;

/** The books pass every check, where nothing stands nothing is carried, and what has ended is either owed or owing. */
async function passes(living: Living): Promise<void> {
  const { books } = living;
  await books.tiesOut();
  for (const month of MONTHS) expect(await untied(books, lastDayOf(month)), month).toEqual([]);
  const { breaches } = await runForOutput(verifyBooks, books.org.callAs('auditor'), {});
  expect(breaches).toEqual([]);
  expect(await carriedAtNothing(books)).toEqual([]);
  expect(await accountsAtNothing(books)).toEqual([]);
  expect(await twoSided(living)).toEqual([]);
}

describe('random histories of a contract of a company or of its branch in another base currency', () => {
  it(
    'can all be recorded, corrected, reversed and ended, the books pass every check, and where nothing stands nothing is carried',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(deal, { minLength: 1, maxLength: 2 }),
          early,
          steps,
          async (deals, before, history) => {
            const living = await begin(deals);
            await live(living, before);
            await bringIntoForce(living);
            await live(living, history);
            await runFrom(living, living.open, LAST);
            await passes(living);
            await windUp(living);
            await passes(living);
            // A payment of a document is not a fact of its contract, so that what the contract is owed does not follow from its facts alone.
            const isPaidAlone = living.documents.some(({ kind }) => kind === 'CUSTOMER_PAYMENT');
            if (!isPaidAlone) expect(await standing(living)).toEqual([]);
          },
        ),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );
});
