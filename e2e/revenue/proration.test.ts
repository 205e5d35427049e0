import { afterAll, describe, expect, it } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { openBooks } from './books';

afterAll(closeConnections);

describe('proration conventions, posted month by month (accounting 5)', () => {
  const ratable = async (
    method: string,
    fixed: string,
    start: string,
    end: string,
    residual?: 'LAST' | 'CUMULATIVE',
  ) => {
    const books = await openBooks();
    const view = await books.contract({
      contractDate: start,
      price: { fixed },
      obligations: [
        {
          key: 'term',
          ssp: fixed,
          pattern: { kind: 'RATABLE', start, end, method: method as 'EXACT_DAYS', residual },
        },
      ],
    });
    const months = [...new Set(view.schedule.map(({ period }) => period))];
    for (const month of months) await books.run(month);
    const posted = (await books.journal()).map((entry, index) => {
      const [, date, asset, revenue] = /^(\S+): Dr CONTRACT_ASSET (\S+), Cr REVENUE (\S+)$/.exec(entry) ?? [];
      expect([date, asset]).toEqual([lastDayOf(months[index] ?? ''), revenue]);
      return revenue;
    });
    expect(await books.balance('4100')).toBe(`-${fixed}`);
    await books.tiesOut();
    return posted;
  };

  it('exact days: 12,000 over the 365 days of 2025: 986.30 in a month of 30 days, 1,019.18 in one of 31', async () => {
    const posted = await ratable('EXACT_DAYS', '12000', '2025-01-01', '2025-12-31');
    expect([posted[0], posted[3], posted[2]]).toEqual(['1019.18', '986.3', '1019.18']);
  });

  it('exact days: 1,200 over 2025: 101.92, 92.05, … and 101.91 in December, since simple rounding would add up to 1,200.01', async () => {
    const posted = await ratable('EXACT_DAYS', '1200', '2025-01-01', '2025-12-31');
    expect([posted[0], posted[1], posted[3], posted[11]]).toEqual(['101.92', '92.05', '98.63', '101.91']);
  });

  it('even periods: 1,000 over twelve months: eleven of 83.33 and a last of 83.37', async () => {
    const posted = await ratable('EVEN_PERIODS', '1000', '2026-01-01', '2026-12-31');
    expect(posted).toEqual([...Array.from({ length: 11 }, () => '83.33'), '83.37']);
  });

  it('prorate first and last: 1,200 from 16 January 2026 to 15 January 2027: partial months by days, full ones equal', async () => {
    const posted = await ratable('PRORATE_FIRST_LAST', '1200', '2026-01-16', '2027-01-15');
    expect(posted).toHaveLength(13);
    expect(new Set(posted.slice(1, 12))).toEqual(new Set(['100']));
    // 16 of the 31 days of January 2026, the rest in January 2027.
    expect([posted[0], posted[12]]).toEqual(['51.61', '48.39']);
  });

  it('full months: 1,200 from 15 January 2026 over a year: January 100, no thirteenth month', async () => {
    const posted = await ratable('FULL_MONTHS', '1200', '2026-01-15', '2027-01-14');
    expect(posted).toEqual(Array.from({ length: 12 }, () => '100'));
  });
});
