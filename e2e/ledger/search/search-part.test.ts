import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql, withTenantSql } from '@/db/tenancy';
import { documentBody } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createTransactionBatch } from '@/usecases/transactions/create-batch';

// Proves the law documents/search-part of prisma/sql, and that documents/search-documents finds with it what it would without it.

/** A separate database: the sample is of pages of the table, and here it is of all of them. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());
afterAll(() => database.leave());

interface Document {
  readonly id: string;
  readonly day: string;
  readonly entityId: string;
  readonly text: string;
  readonly number: string;
}

let org: TestOrganization;
let all: Document[];

const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Row>(tenant, text, values),
  );

/** The last five are of as many spans of sixteen days, within nine weeks. */
const DAYS = [
  '2024-02-10',
  '2025-12-30',
  '2026-05-02',
  '2026-09-03',
  '2026-09-19',
  '2026-10-05',
  '2026-10-20',
  '2026-11-03',
];
const memoOf = (n: number) => {
  // Some of these have such digits in their own number.
  if (n >= 45 && n <= 55) return 'Refers to 00004';
  if (n === 40) return 'Order 4711 of the pier';
  if (n % 9 === 8) return 'Pier 2025';
  return n % 3 === 0 ? `Harbor order ${1000 + n}` : `Order ${1000 + n}, 100% of Foods`;
};

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  const items = Array.from({ length: 90 }, (_, n) =>
    documentBody(org, {
      ...{ kind: n % 5 === 4 ? 'VENDOR_BILL' : 'INVOICE', memo: memoOf(n), transactionDate: '2026-06-15' },
      ...(n % 2 === 0 ? { referenceNumber: `PO-${n}` } : {}),
    }),
  );
  const made = await runForOutput(createTransactionBatch, org.callAs('accountant'), { items, mode: 'all' });
  // Periods of all these years would be needed to create them there.
  await withOwner(async (client) => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const [n, one] of made.entries()) {
      if (!one.ok) throw new Error(one.refusal.message);
      await client.query('update business_transactions set transaction_date = $2 where id = $1', [
        one.output.id,
        DAYS[(n * 5 + (n % 7)) % DAYS.length],
      ]);
    }
    await client.query('commit');
  });
  all = await query(
    `select id, transaction_date as day, entity_id as "entityId", transaction_number as number,
       lower(coalesce(memo, '') || E'\\n' || coalesce(reference_number, '')) as text
     from business_transactions order by transaction_date desc, transaction_number desc`,
  );
});

const SIGNS = 'qxzjkvwfhp';
const indexed = ({ number, text }: Document) =>
  `${number.toLowerCase().replace(/\d/g, (digit) => SIGNS[Number(digit)] ?? '')}\n${text}`;
const WORD = /(?<![\\\p{L}\p{N}])[\p{L}\p{N}]{3,}/gu;

/** Whether a text matches a LIKE pattern, both in small letters. */
const isLike = (text: string, pattern: string) => {
  const parts = [...pattern.matchAll(/\\(.)|(%)|(.|\n)/g)].map(([, escaped, any, plain]) =>
    any === undefined ? (escaped ?? plain ?? '').replace(/[^\p{L}\p{N}\n ]/u, '\\$&') : '(.|\\n)*',
  );
  return new RegExp(`^${parts.join('')}$`).test(text);
};

/** By hand: what half of the documents have is left out, unless nothing remains; null where more than a few have what does. */
function partOf(pattern: string, entityId: string | null, few: number): string | null {
  const sample = all.filter((one) => entityId === null || one.entityId === entityId).map(indexed);
  const isCommon = (word: string) => 2 * sample.filter((text) => text.includes(word)).length >= sample.length;
  const less = pattern.replace(WORD, (word) => (isCommon(word.toLowerCase()) ? '%' : word));
  const part = [...less.matchAll(WORD)].length > 0 ? less : pattern;
  const signs = pattern.toLowerCase().replace(/\d/g, (digit) => SIGNS[Number(digit)] ?? '');
  const having = sample.filter((text) => isLike(text, part.toLowerCase()) || isLike(text, signs));
  return having.length <= few ? part : null;
}

const asked = () =>
  fc.record({
    search: fc.constantFrom(
      'order 4711',
      'ORDER 1003',
      'order 10',
      'Harbor order 1003',
      'of Foods',
      'order 1010, 100% of foods',
      '100% of foods',
      'order of the pier',
      'pier 2025',
      'inv 1003',
      'order order',
      'zebra crossing',
      'order',
      'order zebra',
      '00004',
      'Order 1002, 100% of Foods\nPO',
    ),
    entityId: fc.constantFrom(null, org.ids.customer, org.ids.vendor),
    few: fc.constantFrom(0, 1, 2, 5, 30, 1000),
    from: fc.constantFrom(null, '2026-09-03', '2026-05-02'),
    until: fc.constantFrom(null, '2026-10-05', '2026-11-03'),
  });
const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

describe('a search of documents', () => {
  it('looks in the index of texts for what of a text is rare, if it is, and leaves out the words that half of the documents have', async () => {
    let [left, many] = [0, 0];
    await fc.assert(
      fc.asyncProperty(asked(), async ({ search, entityId, few }) => {
        const pattern = patternOf(search);
        const [row] = await query<{ part: string | null }>(
          'select daybook_search_part($1, $2::uuid, $3) as part',
          [pattern, entityId, few],
        );
        expect(row?.part).toBe(partOf(pattern, entityId, few));
        if (row?.part === null) many += 1;
        else if (row?.part !== pattern) left += 1;
      }),
      { numRuns: cases(500, 2_000) },
    );
    expect(Math.min(left, many)).toBeGreaterThan(50);
  });

  it('finds with a part of a text what has the whole text, and no more', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(asked(), async ({ search, entityId, few, from, until }) => {
        const rows = await query<{ id: string; day: string; until: string }>(
          `select o_id as id, o_day as day, o_end as until
           from daybook_search_documents($1, false, $4, null, null, null, $2::uuid, $5::date, $3::date)`,
          [patternOf(search), entityId, until, few + 1, from],
        );
        const expected = all.filter(
          (one) =>
            (from === null || one.day >= from) &&
            (until === null || one.day <= until) &&
            (entityId === null || one.entityId === entityId) &&
            `${one.number.toLowerCase()}\n${one.text}`
              .split('\n')
              .some((text) => text.includes(search.toLowerCase())),
        );
        const ids = rows.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        // Where there are as many as were asked for, some of the oldest days may be missing.
        const since = rows.length <= few ? '' : (rows.map(({ until: end }) => end).sort()[0] ?? '');
        expect(ids).toEqual(
          expect.arrayContaining(expected.filter(({ day }) => day >= since).map(({ id }) => id)),
        );
        expect(expected.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
        expect(rows).toHaveLength(Math.min(few + 1, expected.length));
        found += expected.length > 0 ? 1 : 0;
      }),
      { numRuns: cases(500, 2_000) },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('finds by spans of days what is found in more documents than the sample said: some are counted for their number and for their memo', async () => {
    const expected = all.filter((one) => `${one.number}\n${one.text}`.includes('00004'));
    const twice = all.filter((one) => one.number.includes('00004') && one.text.includes('00004'));
    expect(twice.length).toBeGreaterThan(2);
    const rows = await query<{ id: string }>(
      `select o_id as id from daybook_search_documents('%00004%', false, $1, null, null, null, null, null, null)`,
      [expected.length],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  it('looks once into an index for what few have, however many days there are, and by spans of days for what many have', async () => {
    const looks = (search: string, most: number) =>
      withOwner(async (client) => {
        const scans = async () => {
          const { rows } = await client.query<{ n: number }>(
            `select sum(pg_stat_get_xact_numscans(indexrelid))::int as n from pg_index where indrelid = 'business_transactions'::regclass`,
          );
          return rows[0]?.n ?? 0;
        };
        await client.query('begin');
        await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
        const before = await scans();
        await client.query(
          'select count(*) from daybook_search_documents($1, false, $2, null, null, null, $3, null, null)',
          [patternOf(search), most, org.ids.customer],
        );
        const after = await scans();
        await client.query('rollback');
        return after - before;
      });
    expect(await looks('order 4711', 100)).toBe(1);
    expect(await looks('zebra crossing', 100)).toBe(1);
    expect(await looks('order', 5)).toBeGreaterThan(2);
  });

  it('leaves out no escaped letter, and no word within another', async () => {
    const part = async (pattern: string) =>
      (await query<{ part: string }>('select daybook_search_part($1, null, 1000) as part', [pattern])).map(
        ({ part: of }) => of,
      );
    expect(await part('%order 4711%')).toEqual(['%% 4711%']);
    expect(await part('%\\order 4711%')).toEqual(['%\\order 4711%']);
    expect(await part('%order reorder 4711 order%')).toEqual(['%% reorder 4711 %%']);
  });
});
