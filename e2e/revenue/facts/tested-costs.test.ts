import { afterAll, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { statementsOf } from '@/testing/statements';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { createCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { type Books, openBooks } from '../books';
import { point } from './judged';

afterAll(closeConnections);

const rated = (books: Books, rate: string) =>
  runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-05', rate }],
    confirmation: 'Rates of the example',
  });

/** Corrects the euro's rates of the year; answers what contract costs came to, by contract and day, before and after. */
const correct = async ({ org }: Books) =>
  (
    await runForOutput(correctRates, org.callAs('controller'), {
      ...{ subsidiaryId: org.ids.rootSubsidiary, currencyCode: 'EUR', from: '2026-01-05' },
    })
  ).items.flatMap(({ kind, label, originOn, beforeBase, afterBase }) =>
    kind === 'COST' ? [[label, originOn, beforeBase, afterBase]] : [],
  );

/** A contract in euros with costs of a year; each is what it cost, and what the test of February expects of it, if there was one. */
async function costing(books: Books, costs: readonly (readonly [string, string | null])[]): Promise<string> {
  const { contract } = await books.contract({
    ...{ contractDate: '2026-01-05', currencyCode: 'EUR', price: { fixed: '1000' } },
    obligations: [point('a', '1000')],
  });
  for (const [amount, expectedConsideration] of costs) {
    const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
      ...{ contractId: contract.id, kind: 'OBTAIN', amount, incurredOn: '2026-01-05' },
      ...{ amortiseFrom: '2026-01-01', contractMonths: 12 },
    });
    if (expectedConsideration === null) continue;
    await runForOutput(impairCost, books.org.callAs('revenue'), {
      ...{ id: cost.id, date: '2026-02-10', expectedConsideration },
    });
  }
  return contract.contractNumber;
}

// 1,100 remain of 1,200 and 550 of 600 after January, of which the test takes what exceeds 500 and 400: 600 and 150.
it('each cost follows a corrected rate with what its own test took: of several of a contract, and of several contracts', async () => {
  const books = await openBooks();
  await rated(books, '1.10');
  const plain = await costing(books, [['1200', null]]);
  const tested = await costing(books, [['1200', '500']]);
  const another = await costing(books, [['600', '400']]);
  const several = await costing(books, [
    ['2400', null],
    ['1200', '500'],
  ]);
  await books.run('2026-01');
  await rated(books, '1.20');
  const items = await correct(books);
  const of = (label: string) => items.flatMap(([each, ...item]) => (each === label ? [item] : []));
  const [booked, amortized] = [
    ['2026-01-05', '1320.00', '1440.00'],
    ['2026-01-31', '110.00', '120.00'],
  ];
  expect(of(plain)).toEqual([booked, amortized]);
  expect(of(tested)).toEqual([booked, amortized, ['2026-02-10', '660.00', '720.00']]);
  expect(of(another)).toEqual([
    ['2026-01-05', '660.00', '720.00'],
    ['2026-01-31', '55.00', '60.00'],
    ['2026-02-10', '165.00', '180.00'],
  ]);
  expect(of(several)).toEqual([
    ['2026-01-05', '2640.00', '2880.00'],
    ['2026-01-31', '220.00', '240.00'],
    ...of(tested),
  ]);
  await books.tiesOut();
  const { breaches } = await runForOutput(verifyBooks, books.org.callAs('auditor'), {});
  expect(breaches).toEqual([]);
  expect(await correct(books)).toEqual([]);
});

it('costs of many contracts that were tested are corrected with as many statements as those of a few', async () => {
  const statements = async (count: number) => {
    const books = await openBooks();
    await rated(books, '1.10');
    for (let made = 0; made < count; made += 1) await costing(books, [['1200', '500']]);
    // The first one opens what connections it needs.
    expect(await correct(books)).toEqual([]);
    await rated(books, '1.20');
    const sent = await statementsOf(() => correct(books));
    expect(sent.result).toHaveLength(2 * count);
    return sent.count;
  };
  expect(await statements(5)).toBe(await statements(1));
});
