import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failedChecks } from '@/core/transactions/overridable-checks';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { approvedDocument, journalLines } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { batchesOf, holds } from '../support/hold';
import { judgePostings } from './judge';

// Proves the law documents/judge-postings of prisma/sql.

const BATCH = 12;
const BATCHES = batchesOf(BATCH, 60);
/** The limit of the interface: thirty days ahead pass, thirty-one do not. */
const LAST_DAY = 30;
/** Years that have a period here; founding gives the organization those around its own day. */
const [FIRST_YEAR, LAST_YEAR] = [1896, 2105];
const DAY = 86_400_000;

let org: TestOrganization;
let documents: string[];
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });

beforeAll(async () => {
  org = await foundTestOrganization();
  const lines = journalLines(org, [
    ['1110', '1.00'],
    ['4100', '-1.00'],
  ]);
  documents = [];
  while (documents.length < BATCH) {
    documents.push((await approvedDocument(org, { kind: 'JOURNAL', lines })).id);
  }
  const own = [2025, 2026, 2027];
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, n) => FIRST_YEAR + n);
  await withTenantSql(claim(), (tenant) =>
    insertRows(
      tenant,
      'fiscal_periods',
      years
        .filter((year) => !own.includes(year))
        .map((year) => ({
          id: newId(),
          subsidiaryId: org.ids.rootSubsidiary,
          fiscalYear: year,
          periodNumber: 1,
          label: `${year}`,
          startDate: `${year}-01-01`,
          endDate: `${year}-12-31`,
        })),
    ),
  );
});
afterAll(closeConnections);

/** Days since 1970 by JavaScript's own calendar: the oracle does not share one with core or the database. */
const dateOf = (days: number) => new Date(days * DAY).toISOString().slice(0, 10);
const daysOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / DAY;

const today = fc.oneof(
  fc.integer({ min: daysOf(FIRST_YEAR + 2, 1, 1), max: daysOf(LAST_YEAR - 2, 12, 31) }),
  // A month before a leap day and before a day that is not one, the turn of a year and of a century, a clock change.
  fc
    .tuple(
      fc.constantFrom(1896, 1900, 1904, 2000, 2024, 2026, 2028, 2100),
      fc.constantFrom(
        [1, 28],
        [1, 29],
        [1, 30],
        [1, 31],
        [2, 28],
        [11, 30],
        [12, 1],
        [12, 2],
        [12, 31],
        [2, 27],
        [9, 27],
      ),
    )
    .map(([year, [month = 1, day = 1]]) => Math.max(daysOf(year, month, day), daysOf(FIRST_YEAR + 1, 1, 1))),
);
const ahead = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(LAST_DAY - 1, LAST_DAY, LAST_DAY + 1, LAST_DAY + 2) },
  { weight: 1, arbitrary: fc.integer({ min: -366, max: 366 }) },
);

describe('core, which owns the limit on future posting dates, and the database', () => {
  it('set it after the thirtieth day, whatever the months and years between', async () => {
    const seen = new Map<boolean, number>();
    const batch = fc.record({ today, ahead: fc.array(ahead, { minLength: BATCH, maxLength: BATCH }) });
    await withTenantReport(claim(), (tenant) =>
      holds(
        fc.asyncProperty(batch, async ({ today: from, ahead: all }) => {
          const dates = all.map((days) => dateOf(from + days));
          const verdicts = await judgePostings(
            tenant,
            dates.map((postingDate, index) => ({
              transactionId: documents[index] ?? '',
              postingDate,
              overrideChecks: false,
              maySoftClosed: false,
              actorId: null,
              scope: null,
            })),
            dateOf(from),
          );
          const database = verdicts.map(({ refusal, detail }) => [refusal, detail.checks]);
          const core = dates.map((postingDate) =>
            failedChecks({
              ...{ credit: null, missingDimensions: [], duplicates: [], softClosedPeriod: null },
              postingDate,
              today: dateOf(from),
            }).map(({ check }) => check),
          );
          const far = all.map((days) => days > LAST_DAY);
          const words = `${dateOf(from)}: ${dates.join(' ')}`;
          expect(core, words).toEqual(far.map((is) => (is ? ['FAR_FUTURE_DATE'] : [])));
          expect(database, words).toEqual(
            far.map((is) => (is ? ['CHECKS_FAILED', ['FAR_FUTURE_DATE']] : [null, undefined])),
          );
          for (const is of far) seen.set(is, (seen.get(is) ?? 0) + 1);
        }),
        BATCHES,
      ),
    );
    expect(BATCHES * BATCH).toBeGreaterThanOrEqual(500);
    expect(seen.size).toBe(2);
  });
});
