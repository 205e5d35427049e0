import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { documentBody } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createTransactionBatch } from '@/usecases/transactions/create-batch';

// Proves the law documents/search-part of prisma/sql, and that documents/search-documents finds with it what it would without it.

afterAll(closeConnections);

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

const DAYS = ['2024-02-10', '2025-12-30', '2026-05-02', '2026-07-01', '2026-10-28', '2026-11-03'];
const memoOf = (n: number) => {
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
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
const WORD = /(?<![\\\p{L}\p{N}])[\p{L}\p{N}]{3,}/gu;

/** Whether a text matches a LIKE pattern, both in small letters. */
const isLike = (text: string, pattern: string) => {
  const parts = [...pattern.matchAll(/\\([^])|(%)|([^])/g)].map(([, escaped, any, plain]) =>
    any === undefined ? (escaped ?? plain ?? '').replace(/[^\p{L}\p{N}\n ]/u, '\\$&') : '[^]*',
  );
  return new RegExp(`^${parts.join('')}$`).test(text);
};

/** By hand: the words that half of the sample has are left out, unless nothing remains or more than one of the sample has what does. */
function partOf(pattern: string, entityId: string | null, before: string, width: number): string {
  const sample = [0, 1, 2, 3].flatMap((quarter) =>
    all
      .filter(
        (one) =>
          one.day < dayBefore(before, Math.trunc((quarter * width) / 4)) &&
          (entityId === null || one.entityId === entityId),
      )
      .slice(0, 16)
      .map(indexed),
  );
  const words = [...new Set([...pattern.toLowerCase().matchAll(WORD)].map(([word]) => word))];
  const isCommon = (word: string) =>
    2 * sample.filter((text) => text.includes(word)).length >= sample.length;
  if (words.length < 2) return pattern;
  const part = pattern.replace(WORD, (word) => (isCommon(word.toLowerCase()) ? '%' : word));
  const isRare = sample.filter((text) => isLike(text, part.toLowerCase())).length <= 1;
  return isRare && [...part.matchAll(WORD)].length > 0 ? part : pattern;
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
      'Order 1001, 100% of Foods\nPO',
    ),
    entityId: fc.constantFrom(null, org.ids.customer, org.ids.vendor),
    before: fc.constantFrom('2024-02-10', '2026-01-08', '2026-06-01', '2026-11-04', '2027-01-01'),
    width: fc.constantFrom(16, 256),
  });
const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

describe('a search of documents', () => {
  it('looks in the index of texts for what of a text is rare, where a sample of the days has the other words in half of the documents', async () => {
    let left = 0;
    await fc.assert(
      fc.asyncProperty(asked(), async ({ search, entityId, before, width }) => {
        const pattern = patternOf(search);
        const [row] = await query<{ part: string }>(
          'select daybook_search_part($1, $2::uuid, $3::date, $4) as part',
          [pattern, entityId, before, width],
        );
        expect(row?.part).toBe(partOf(pattern, entityId, before, width));
        if (row?.part !== pattern) left += 1;
      }),
      { numRuns: cases(500, 2_000) },
    );
    expect(left).toBeGreaterThan(50);
  });

  it('finds with a part of a text what has the whole text', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(asked(), async ({ search, entityId, before }) => {
        const rows = await query<{ id: string }>(
          'select o_id as id from daybook_search_documents($1, false, 1000, null, null, null, $2::uuid, null, $3::date - 1)',
          [patternOf(search), entityId, before],
        );
        const expected = all.filter(
          (one) =>
            one.day < before &&
            (entityId === null || one.entityId === entityId) &&
            one.text.split('\n').some((text) => text.includes(search.toLowerCase())),
        );
        expect(rows.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
        found += expected.length > 0 ? 1 : 0;
      }),
      { numRuns: cases(500, 2_000) },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('changes no escaped letter, and no word within another', async () => {
    const part = async (pattern: string) =>
      (
        await query<{ part: string }>(
          `select daybook_search_part($1, null, '2027-01-01'::date, 256) as part`,
          [pattern],
        )
      ).map(({ part: of }) => of);
    expect(await part('%order 4711%')).toEqual(['%% 4711%']);
    expect(await part('%\\order 4711%')).toEqual(['%\\order 4711%']);
    expect(await part('%order reorder 4711 order%')).toEqual(['%% reorder 4711 %%']);
  });
});
