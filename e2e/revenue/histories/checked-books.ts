import { findBreaches } from '@/db/reports/verification/verification';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import type { Books } from '../books';

export const claimOf = ({ org }: Books) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});
export const verdict = (books: Books, extent: 'WHOLE' | 'SINCE') =>
  runForOutput(verifyRevenue, books.org.callAs('auditor'), { extent });
/** Checks so many of the contracts that were touched, as a server does within seconds of a write. */
export const check = (books: Books, limit = 1_000) =>
  withTenantSql(claimOf(books), async (tenant) => {
    const [row] = await sql<{ n: number }>(tenant, 'select daybook_check_contracts($1::int) as n', [limit]);
    return row?.n;
  });
export const foundBy = async (books: Books) =>
  (await withTenantReport(claimOf(books), findBreaches)).filter(
    ({ check: name }) => name === 'REVENUE_TIE_OUT',
  );

/** A contract over a year with an asset, a bill and a share that was earned. */
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
