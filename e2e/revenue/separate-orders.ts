import { runForOutput } from '@/usecases/kit/run';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { type Books, openBooks } from './books';

export const on = (effectiveDate: string) => ({ effectiveDate });
export const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });
export const z = (more: object = {}) => ({
  date: '2026-02-01',
  additions: [{ ...point('Z', '300'), price: '300', distinct: true }],
  reason: 'Z ordered at its own price',
  ...more,
});

/** Z for 121 in two years at a cash price of 100: 10% a year, 0.80 in the first month. */
export const inTwoYears = (more: object = {}) => ({
  ...z(more),
  additions: [{ ...point('Z', '100'), price: '121', distinct: true }],
  financing: {
    kind: 'ARREARS' as const,
    monthsPerPeriod: 12,
    periods: 2,
    cashPrice: '100',
    payments: [{ at: 2, amount: '121' }],
  },
});

/** X and Y for 1,000, X delivered in January; Z for 300 agreed in February at its own price. */
export async function xAndY() {
  const books = await openBooks();
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '1000' },
    obligations: [point('X', '500'), point('Y', '500')],
  });
  await books.tell(contract.id, { kind: 'delivery', ...on('2026-01-10'), key: 'X' });
  return { books, id: contract.id };
}
export const modificationOf = async (books: Books, id: string) => {
  const found = (await books.read(id)).events.findLast(({ event }) => event.kind === 'modification');
  if (found?.event.kind !== 'modification') throw new Error('no modification');
  return found.event;
};
export const back = (books: Books, id: string) =>
  runForOutput(voidFact, books.org.callAs('revenue'), { id, reason: 'Z was never ordered' });
export const rule = (name: string, more: object = {}) => ({
  refusal: { code: 'REVENUE_RULE', data: { rule: name, ...more } },
});
export const balances = (books: Books) =>
  Promise.all(['1310', '2310'].map(async (code) => [code, await books.balance(code)]));
