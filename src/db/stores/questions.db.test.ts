import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { provenOrganizationId } from '@/auth/organization-id';
import { newId } from '@/lib/ids';
import { cases } from '@/testing/long-run';
import { closeConnections } from '../client';
import { withTenantRead, withTenantReport } from '../tenancy';
import { ask, askTogether, type Question } from './questions';

afterAll(closeConnections);

/** A row of every kind of column that a question asked with others may have. */
interface Row {
  readonly n: number;
  readonly words: string | null;
  readonly amount: string | null;
  readonly day: string | null;
  readonly isSo: boolean | null;
  readonly id: string | null;
  readonly parts: readonly string[] | null;
  readonly places: readonly number[] | null;
  readonly body: unknown;
}

const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
/** Any text that PostgreSQL stores: no zero bytes. */
const words = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
const row = fc.record({
  words: nullable(words),
  amount: nullable(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }).map((units) => `${units}.0001`)),
  day: nullable(
    fc
      .date({ min: new Date('1900-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  ),
  isSo: nullable(fc.boolean()),
  id: nullable(fc.uuid()),
  parts: nullable(fc.array(words, { maxLength: 3 })),
  places: nullable(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 3 })),
  body: nullable(fc.array(fc.oneof(words, fc.integer(), fc.boolean()), { maxLength: 3 })),
});

/** Rows as a statement reads them, newest first; `least` leaves out those before a place. */
const rowsAsked = (rows: readonly object[], least: number): Question<Row> => ({
  text: `select x.n, x.words, x.amount::text as amount, x.day, x.is_so as "isSo", x.id, x.parts, x.places, x.body
    from jsonb_to_recordset($2::jsonb) as x(n int, words text, amount numeric, day date, is_so boolean, id uuid, parts text[], places int[], body jsonb)
    where x.n >= $1::int order by x.n desc`,
  values: [
    least,
    JSON.stringify(rows.map((one, n) => ({ n, ...one, is_so: (one as { isSo: boolean | null }).isSo }))),
  ],
});

const lastAsked = (n: number): Question<{ readonly n: number }> => ({
  text: 'select $1::int as n',
  values: [n],
});

describe('questions asked together', () => {
  it('are answered as each would be alone, row by row and in order, whatever they answer', async () => {
    const claim = { organizationId: provenOrganizationId(newId()), userId: null };
    const questions = fc.tuple(fc.array(row, { maxLength: 4 }), fc.array(row, { maxLength: 2 }), fc.nat(3));
    await withTenantReport(claim, (tenant) =>
      fc.assert(
        fc.asyncProperty(questions, async ([some, others, least]) => {
          const [one, other] = [rowsAsked(some, least), rowsAsked(others, 0)];
          const together = await askTogether(tenant, { one, other, last: lastAsked(least) });
          expect(together).toEqual({
            one: await ask(tenant, one),
            other: await ask(tenant, other),
            last: [{ n: least }],
          });
        }),
        { numRuns: cases(500, 1_000) },
      ),
    );
  });

  it('are answered the same over the record client', async () => {
    const claim = { organizationId: provenOrganizationId(newId()), userId: null };
    const one = rowsAsked(
      [
        {
          words: 'a "b"',
          amount: '1.50',
          day: '2026-02-28',
          isSo: true,
          id: null,
          parts: ['x'],
          places: [1],
          body: [1],
        },
      ],
      0,
    );
    const read = () => withTenantRead(claim, (tenant) => askTogether(tenant, { one, last: lastAsked(7) }));
    const report = () =>
      withTenantReport(claim, (tenant) => askTogether(tenant, { one, last: lastAsked(7) }));
    expect(await read()).toEqual(await report());
  });
});
