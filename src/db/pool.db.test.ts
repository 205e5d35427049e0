import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { provenOrganizationId } from '@/auth/organization-id';
import { isCallerGone } from '@/lib/caller-gone';
import { newId } from '@/lib/ids';
import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { defineUseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { closeConnections, connections, directoryPool } from './client';
import { isOfReplica } from './replica';
import { DIRECTORY } from './servers';
import {
  openSnapshot,
  sql,
  type Tenant,
  type TenantClaim,
  withinShare,
  withTenantRead,
  withTenantReport,
  withTenantSql,
  withTenantWrite,
} from './tenancy';

/** Longer than any test: what ends before was ended. */
const ENDLESS = 'select pg_sleep(100000)::text as slept';

const claimFor = (gone?: AbortSignal, subsidiaryIds: readonly string[] | null = null) => ({
  organizationId: provenOrganizationId(newId()),
  userId: null,
  subsidiaryIds,
  gone,
});

/** Every way to read, with one statement. */
const READS: Readonly<Record<string, (claim: TenantClaim, text: string) => Promise<unknown>>> = {
  'outside a transaction': (claim, text) => withTenantRead(claim, (tenant) => sql(tenant, text)),
  'for a report': (claim, text) => withTenantReport(claim, (tenant) => sql(tenant, text)),
  async 'for an export'(claim, text) {
    const snapshot = await openSnapshot(claim);
    try {
      return await sql(snapshot.tenant, text);
    } finally {
      await snapshot.close();
    }
  },
};

/** What the backends that serve an organization do. */
const backendsOf = ({ organizationId }: TenantClaim) =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ pid: number; state: string; query: string }>(
      `select pid, state, query from pg_stat_activity
       where application_name = 'daybook ' || $1 and datname = current_database()`,
      [organizationId],
    );
    return rows;
  });
const activeOf = async (claim: TenantClaim) =>
  (await backendsOf(claim)).filter(({ state }) => state !== 'idle');
const until = (claim: TenantClaim, count: number) =>
  expect.poll(async () => (await activeOf(claim)).length, { interval: 10 }).toBe(count);

const failure = (of: Promise<unknown>) =>
  of.then(
    () => 'came to an end' as unknown,
    (error: unknown) => error,
  );
/** Prisma wraps what its connection throws, so that only the runner of verbs can tell. */
const isEnded = (error: unknown) => error instanceof Error;

const inUse = () =>
  [null, [newId()]].reduce((sum, subsidiaryIds) => {
    const { pool } = connections(DIRECTORY, { organizationId: null, userId: null, subsidiaryIds });
    return sum + pool.totalCount - pool.idleCount;
  }, 0);
const scopeIn = async (claim: TenantClaim) =>
  (
    (await withTenantReport(claim, (tenant) =>
      sql(
        tenant,
        `select pg_backend_pid() as pid, current_setting('app.organization_id') as organization, current_user::text as role,
           current_setting('app.subsidiaries') as subsidiaries, current_setting('transaction_read_only') as "readOnly"`,
      ),
    )) as { pid: number; organization: string; role: string; subsidiaries: string; readOnly: string }[]
  )[0];

afterEach(() => expect.poll(inUse).toBe(0));
afterAll(closeConnections);

describe.each(Object.keys(READS))('a caller who leaves while the database reads %s', (way) => {
  const read = READS[way] as (claim: TenantClaim, text: string) => Promise<unknown>;

  it('ends the statement, and its connection serves no one else', async () => {
    for (const subsidiaryIds of [null, [newId()]]) {
      const gone = new AbortController();
      const claim = claimFor(gone.signal, subsidiaryIds);
      const reading = failure(read(claim, ENDLESS));
      await until(claim, 1);
      const [served] = await activeOf(claim);
      gone.abort();
      expect(isEnded(await reading)).toBe(true);
      await expect.poll(() => backendsOf(claim)).toEqual([]);
      const next = claimFor();
      const seen = await Promise.all(Array.from({ length: 8 }, () => scopeIn(next)));
      expect(seen.map((one) => one?.pid)).not.toContain(served?.pid);
      expect(seen.every((one) => one?.organization === next.organizationId && one?.subsidiaries === '')).toBe(
        true,
      );
    }
  });

  it('together with others ends only their own statements', async () => {
    const callers = Array.from({ length: 3 }, () => new AbortController());
    const claims = callers.map(({ signal }) => claimFor(signal));
    const [first, second, third] = claims as [TenantClaim, TenantClaim, TenantClaim];
    const readings = claims.map((claim) => failure(read(claim, ENDLESS)));
    for (const claim of claims) await until(claim, 1);
    callers[0]?.abort();
    callers[2]?.abort();
    expect(isEnded(await readings[0])).toBe(true);
    expect(isEnded(await readings[2])).toBe(true);
    await until(first, 0);
    await until(third, 0);
    await until(second, 1);
    callers[1]?.abort();
    expect(isEnded(await readings[1])).toBe(true);
  });

  it('before it has a connection gets none, and the statement never begins', async () => {
    const gone = new AbortController();
    const claim = claimFor(gone.signal);
    const pool = directoryPool();
    const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const reading = failure(read(claim, 'select 1'));
    await expect.poll(() => pool.waitingCount).toBe(1);
    gone.abort();
    expect(isEnded(await reading)).toBe(true);
    expect(await backendsOf(claim)).toEqual([]);
    const stays = read(claimFor(new AbortController().signal), 'select 1 as one');
    for (const client of all) client.release();
    expect(await stays).toEqual([{ one: 1 }]);
    expect(await backendsOf(claim)).toEqual([]);
    expect(isEnded(await failure(read(claim, ENDLESS)))).toBe(true);
    expect(await backendsOf(claim)).toEqual([]);
  });

  it('after it was answered changes nothing for whoever has the connection then', async () => {
    const gone = new AbortController();
    const claim = claimFor(gone.signal);
    expect(await read(claim, 'select 1 as one')).toEqual([{ one: 1 }]);
    const next = claimFor();
    const reading = read(next, `select pg_sleep(0.2)::text as slept`);
    gone.abort();
    expect(await reading).toEqual([{ slept: '' }]);
  });
});

describe('a caller who leaves a report', () => {
  it('between two statements: the second is not sent, and the connection is used again as if new', async () => {
    const gone = new AbortController();
    const claim = claimFor(gone.signal, [newId()]);
    let pid = 0;
    const reading = withTenantReport(claim, async (tenant) => {
      const [row] = await sql<{ pid: number }>(tenant, 'select pg_backend_pid() as pid');
      pid = row?.pid ?? 0;
      gone.abort();
      await sql(tenant, ENDLESS);
    });
    expect(isCallerGone(await failure(reading))).toBe(true);
    // The only connection of that kind that is open.
    const next = claimFor(undefined, [newId()]);
    expect(await scopeIn(next)).toEqual({
      pid,
      organization: next.organizationId,
      role: 'daybook_confined',
      subsidiaries: `{${next.subsidiaryIds?.join()}}`,
      readOnly: 'on',
    });
  });

  it('and was waiting for its share leaves the line, and those behind move up', async () => {
    const { pool, shares } = connections(DIRECTORY);
    const { report } = shares;
    const places = Math.floor(pool.options.max * 0.35);
    const held = await Promise.all(Array.from({ length: places }, () => report.enter()));
    const gone = new AbortController();
    const claim = claimFor(gone.signal);
    const left = failure(
      withinShare(claim, 'report', () => withTenantReport(claim, (tenant) => sql(tenant, ENDLESS))),
    );
    const stays = withinShare(claimFor(), 'report', async () => 'answered');
    await expect.poll(() => report.state.waiting).toBe(2);
    gone.abort();
    expect(isCallerGone(await left)).toBe(true);
    expect(report.state.waiting).toBe(1);
    for (const leave of held) leave();
    expect(await stays).toBe('answered');
    expect(report.state).toEqual({ held: 0, waiting: 0 });
  });

  it('says nothing about the replica it was read from', () => {
    const canceled = Object.assign(new Error('canceling statement due to user request'), { code: '57014' });
    expect(isOfReplica(canceled)).toBe(true);
    expect(isOfReplica(canceled, new AbortController().signal)).toBe(true);
    expect(isOfReplica(canceled, AbortSignal.abort())).toBe(false);
  });
});

describe('a caller who leaves a write', () => {
  const WRITES = { withTenantWrite, withTenantSql } as const;

  it.each(Object.keys(WRITES) as (keyof typeof WRITES)[])(
    'through %s has it done, once, whenever that was',
    async (name) => {
      const org = await foundTestOrganization();
      const { organizationId } = org.principals.admin;
      for (const when of ['before', 'within', 'at its end']) {
        const gone = new AbortController();
        const claim = { organizationId, userId: null, gone: gone.signal };
        if (when === 'before') gone.abort();
        await WRITES[name](claim, async (tenant) => {
          await sql(tenant, `update customers set notes = coalesce(notes, '') || 'x'`);
          if (when === 'within') gone.abort();
          await sql(tenant, 'select pg_sleep(0.01)::text');
          if (when === 'at its end') gone.abort();
        });
      }
      const notes = await withTenantReport({ organizationId, userId: null }, (tenant) =>
        sql<{ notes: string }>(tenant, `select notes from customers`),
      );
      expect(notes).toEqual([{ notes: 'xxx' }]);
    },
  );
});

describe('a verb whose caller leaves', () => {
  const named = <M extends 'read' | 'report' | 'sql' | 'write' | 'steps'>(
    mode: M,
    work: (tenant: Tenant) => Promise<unknown>,
  ) =>
    defineUseCase({
      name: `tests.${mode}`,
      permission: null,
      mode,
      input: z.object({}),
      run: ({ tenant }) => work(tenant),
    });

  it.each(['read', 'report'] as const)(
    'and that is a %s ends as one no one waits for, not as a slow database',
    async (mode) => {
      const org = await foundTestOrganization();
      const gone = new AbortController();
      const call = org.callAs('admin', { gone: gone.signal });
      const running = failure(
        runForOutput(
          named(mode, (tenant) => sql(tenant, ENDLESS)),
          call,
          {},
        ),
      );
      const claim = { organizationId: call.principal.organizationId, userId: null };
      await until(claim, 1);
      gone.abort();
      expect(isCallerGone(await running)).toBe(true);
      await until(claim, 0);
    },
  );

  it.each(['write', 'sql', 'steps'] as const)(
    'and that has the mode %s is done with all that it reads',
    async (mode) => {
      const org = await foundTestOrganization();
      const gone = new AbortController();
      const call = org.callAs('admin', { gone: gone.signal });
      const work = async (tenant: Tenant) => {
        await sql(tenant, 'select pg_sleep(0.01)::text');
        gone.abort();
        return sql(tenant, 'select 1 as one');
      };
      expect(await runForOutput(named(mode, work), call, {})).toEqual([{ one: 1 }]);
    },
  );
});
