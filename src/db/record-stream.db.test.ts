import { afterAll, describe, expect, it } from 'vitest';
import { provenOrganizationId } from '@/auth/organization-id';
import { newId } from '@/lib/ids';
import { closeConnections, directoryPool } from './client';
import { ROWS_AT_ONCE, streamReport } from './record-stream';
import { sql, withTenantReport } from './tenancy';

const claim = { organizationId: provenOrganizationId(newId()), userId: null };
afterAll(closeConnections);

const numbers = (count: number) => ({
  text: `select n::int as n from generate_series(1, ${count}) n`,
  values: [],
});

/** No connection is kept by a stream that is over. */
const inUse = () => directoryPool().totalCount - directoryPool().idleCount;

async function read<Row>(rows: AsyncIterable<Row[]>): Promise<Row[][]> {
  const chunks: Row[][] = [];
  for await (const chunk of rows) chunks.push(chunk);
  return chunks;
}

describe('a streamed report', () => {
  it.each([
    [0, []],
    [1, [1]],
    [ROWS_AT_ONCE - 1, [ROWS_AT_ONCE - 1]],
    [ROWS_AT_ONCE, [ROWS_AT_ONCE]],
    [2 * ROWS_AT_ONCE + 5, [ROWS_AT_ONCE, ROWS_AT_ONCE, 5]],
  ])('of %i rows has all of them in order, a few hundred at a time', async (count, sizes) => {
    const chunks = await read(streamReport<{ n: number }>(claim, async () => numbers(count)));
    expect(chunks.map((chunk) => chunk.length).filter((size) => size > 0)).toEqual(sizes);
    expect(chunks.flat().map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(inUse()).toBe(0);
  });

  it('completes each fetch in the same snapshot and says which is the last, which may have no rows', async () => {
    const seen: [number, boolean][] = [];
    const snapshots = new Set<string>();
    const chunks = await read(
      streamReport<{ n: number }, string>(claim, async (tenant) => ({
        ...numbers(2 * ROWS_AT_ONCE),
        async complete(rows, isLast) {
          seen.push([rows.length, isLast]);
          const [row] = await sql<{ at: string }>(tenant, 'select pg_current_snapshot()::text as at');
          snapshots.add(row?.at ?? '');
          return isLast ? ['the end'] : rows.map(({ n }) => String(n));
        },
      })),
    );
    expect(seen).toEqual([
      [ROWS_AT_ONCE, false],
      [ROWS_AT_ONCE, false],
      [0, true],
    ]);
    expect(snapshots.size).toBe(1);
    expect(chunks.at(-1)).toEqual(['the end']);
  });

  it('that is left between two fetches gives its connection back', async () => {
    for await (const rows of streamReport<{ n: number }>(claim, async () => numbers(5_000))) {
      expect(rows).toHaveLength(ROWS_AT_ONCE);
      break;
    }
    expect(inUse()).toBe(0);
  });

  it('that is left while a fetch runs ends the statement, and its connection serves no one else', async () => {
    const rows = streamReport(claim, async () => ({ text: `select pg_sleep(60)`, values: [] }));
    const fetching = rows.next().then(
      () => 'came to an end',
      (error: Error) => error.message,
    );
    const running = () =>
      withTenantReport(claim, async (tenant) => {
        const [row] = await sql<{ n: number }>(
          tenant,
          `select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
           where a.wait_event = 'PgSleep' and a.application_name = 'daybook ' || $1`,
          [claim.organizationId],
        );
        return (row?.n ?? 0) > 0;
      });
    while (!(await running())) await new Promise((resolve) => setTimeout(resolve, 20));
    await rows.return?.();
    // Not at its timeout, which would end it with the same code.
    expect(await fetching).toBe('canceling statement due to user request');
    expect(await running()).toBe(false);
    expect(inUse()).toBe(0);
    expect(await rows.next()).toEqual({ done: true, value: undefined });
  });

  it('whose statement fails gives its connection back and says why', async () => {
    const rows = streamReport(claim, async () => ({ text: 'select 1 / 0', values: [] }));
    await expect(rows.next()).rejects.toMatchObject({ code: '22012' });
    expect(inUse()).toBe(0);
  });

  it('sees the rows of its organization only', async () => {
    const chunks = await read(
      streamReport<{ n: number }>(claim, async () => ({
        text: 'select 1 as n from organizations o where o.id <> daybook_organization()',
        values: [],
      })),
    );
    expect(chunks.flat()).toEqual([]);
  });
});
