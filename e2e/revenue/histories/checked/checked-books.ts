import fc from 'fast-check';
import { findBreaches } from '@/db/reports/verification/verification';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import type { Books, Fact } from '../../books';

export const claimOf = ({ org }: Books) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});
export const verdict = (books: Books, extent: 'WHOLE' | 'SINCE') =>
  runForOutput(verifyRevenue, books.org.callAs('auditor'), { extent });
/** Checks up to `limit` of the touched contracts, as a server does within seconds of a write. */
export const check = (books: Books, limit = 1_000) =>
  withTenantSql(claimOf(books), async (tenant) => {
    const [row] = await sql<{ n: number }>(tenant, 'select daybook_check_contracts($1::int) as n', [limit]);
    return row?.n;
  });
export const foundBy = async (books: Books) =>
  (await withTenantReport(claimOf(books), findBreaches)).filter(
    ({ check: name }) => name === 'REVENUE_TIE_OUT',
  );

/** A one-year contract with a service over time and work measured by progress. */
export async function contractOf(books: Books, price = '1200'): Promise<string> {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price: { fixed: price },
    obligations: [
      { key: 'care', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      { key: 'work', ssp: price, pattern: { kind: 'PROGRESS' } },
    ],
  });
  return contract.id;
}

/** An amount up to 900.00. */
export const someAmount = fc
  .bigInt({ min: 1n, max: 90_000n })
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);

/** A fact about one of these contracts in the first `months` months of 2026: a bill, a payment, a price change or progress. */
export function someFact(months: number): fc.Arbitrary<Fact> {
  const day = fc
    .tuple(fc.integer({ min: 1, max: months }), fc.integer({ min: 1, max: 28 }))
    .map(([month, date]) => `2026-0${month}-${String(date).padStart(2, '0')}`);
  return fc.oneof(
    fc
      .tuple(day, someAmount)
      .map(([effectiveDate, amount]): Fact => ({ kind: 'invoice', effectiveDate, amount })),
    fc
      .tuple(day, someAmount)
      .map(([effectiveDate, amount]): Fact => ({ kind: 'payment', effectiveDate, amount })),
    fc
      .tuple(day, someAmount)
      .map(([effectiveDate, change]): Fact => ({ kind: 'estimateChange', effectiveDate, change })),
    fc.tuple(day, fc.integer({ min: 0, max: 100 })).map(
      ([effectiveDate, share]): Fact => ({
        kind: 'progress',
        effectiveDate,
        key: 'work',
        progress: (share / 100).toFixed(2),
      }),
    ),
  );
}
