import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '@/lib/clock';
import { withOwner } from '@/testing/owner';
import { listRateCorrections } from '@/usecases/fx/correct-rates';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { buildDemo } from './build/demo';

/**
 * A demo takes as long as a hundred other tests. Every run starts one, the long run founds one more, on the last day of a month (demo.db.test.ts), and a proof
 * (DAYBOOK_HISTORIES) founds these too.
 */
const isLong = vi.hoisted(() => Number(process.env.DAYBOOK_HISTORIES ?? 200) > 200);

/** A separate database: the demo's organizations and people have names that can be used only once. */
const database = await vi.hoisted(async () =>
  isLong ? (await import('@/testing/empty-database')).emptyDatabase() : undefined,
);

/** Days on which years and leap days begin or end, each soon after a year began, so that the story is short. */
const DAYS = [
  ['a leap day at the end of its month', '2028-02-29'],
  ['the first of January after a leap year', '2029-01-01'],
] as const;

describe.runIf(isLong)('the demo company founded on another day', () => {
  // Frees the names for the next demo.
  afterEach(() =>
    withOwner(async (client) => {
      await client.query('update organizations set slug = id::text');
      await client.query(`update users set email = id::text || '@example.com'`);
    }),
  );
  afterAll(() => database?.leave());

  it.each(DAYS)(
    'has books that pass every check in both organizations, and a corrected exchange rate, on %s, %s',
    async (_name, today) => {
      const demo = await buildDemo(systemClock(today), (_label, work) => work());
      for (const { stage } of [demo.meridian, demo.harbor]) {
        const verdict = await stage.run('admin', verifyBooks, {});
        expect(verdict.breaches).toEqual([]);
        expect(Number(verdict.ledger.entries)).toBeGreaterThan(50);
      }
      const corrections = await demo.meridian.stage.run('controller', listRateCorrections, {});
      expect(corrections.flatMap(({ items }) => items.map(({ kind }) => kind))).toContain('DOCUMENT');
    },
  );
});
