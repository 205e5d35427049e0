import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the laws servers/gate, servers/set-gate, servers/place of prisma/sql.

afterAll(closeConnections);

let org: TestOrganization;
beforeEach(async () => {
  org = await foundTestOrganization();
});

const setGate = (state: string, organizationId = org.organizationId) =>
  withOwner((client) => client.query('select daybook_set_gate($1, $2)', [organizationId, state]));

/** A connection of the application's role that serves an organization. */
async function asTenant<T>(work: (client: pg.Client) => Promise<T>, organizationId = org.organizationId) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    return await work(client);
  } finally {
    await client.end();
  }
}

const ADD = `insert into classes (organization_id, id, code, name) values ($1, $2, $3, 'Class')`;
const add = (client: pg.Client, code = newId(), organizationId = org.organizationId) =>
  client.query(ADD, [organizationId, newId(), code]);

const classes = () =>
  withTenantReport(
    { organizationId: org.principals.admin.organizationId, userId: null },
    async (tenant) => (await sql<{ n: number }>(tenant, 'select count(*)::int as n from classes'))[0]?.n,
  );

describe('the gate of an organization', () => {
  it.each(['CLOSED', 'GONE'])(
    '%s refuses inserts, updates and deletes with DB001, and nothing changes',
    async (state) => {
      await asTenant((client) => add(client));
      const before = await classes();
      await setGate(state);
      await asTenant(async (client) => {
        await expect(add(client)).rejects.toMatchObject({ code: 'DB001' });
        await expect(client.query(`update classes set name = 'Other'`)).rejects.toMatchObject({
          code: 'DB001',
        });
        await expect(client.query('delete from classes')).rejects.toMatchObject({ code: 'DB001' });
        await expect(client.query(`update organizations set name = 'Other'`)).rejects.toMatchObject({
          code: 'DB001',
        });
        const { rows } = await client.query<{ name: string }>('select name from classes');
        expect(rows.map(({ name }) => name)).toEqual(['Class']);
      });
      expect(await classes()).toBe(before);
    },
  );

  it('lets reports read while it is closed, other organizations write, and everyone write when it is open again', async () => {
    const other = await foundTestOrganization();
    await setGate('CLOSED');
    expect(await classes()).toBe(0);
    await asTenant((client) => add(client, 'A', other.organizationId), other.organizationId);
    await setGate('OPEN');
    await asTenant((client) => add(client));
    expect(await classes()).toBe(1);
  });

  it('closes only when the transactions that already write have ended, and lets none begin meanwhile', async () => {
    await asTenant(async (first) => {
      await first.query('begin');
      await add(first, 'FIRST');
      const closing = setGate('CLOSED');
      const waits = () =>
        withOwner(async (client) => {
          const { rows } = await client.query(
            `select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted
               and ((classid::bigint << 32) | objid::bigint) = hashtextextended('gate:' || $1, 0)`,
            [org.organizationId],
          );
          return rows.length > 0;
        });
      await expect.poll(waits).toBe(true);
      // It had begun before, so it goes on, in a savepoint too.
      await first.query('savepoint part');
      await add(first, 'SECOND');
      await first.query('rollback to savepoint part');
      await add(first, 'THIRD');
      const late = asTenant((second) => add(second, 'LATE'));
      const judged = expect(late).rejects.toMatchObject({ code: 'DB001' });
      await first.query('commit');
      await closing;
      await judged;
    });
    expect(await classes()).toBe(2);
  });

  it('is asked again after a savepoint that was undone took its lock with it', async () => {
    await asTenant(async (client) => {
      await client.query('begin');
      await client.query('savepoint part');
      await add(client);
      await client.query('rollback to savepoint part');
      await setGate('CLOSED');
      await expect(add(client)).rejects.toMatchObject({ code: 'DB001' });
    });
    expect(await classes()).toBe(0);
  });

  it('refuses a writing transaction whose snapshot may be older than the gate', async () => {
    await asTenant(async (client) => {
      await client.query('begin isolation level repeatable read');
      await client.query('select 1 from classes');
      await expect(add(client)).rejects.toMatchObject({ code: '55000' });
    });
    expect(await classes()).toBe(0);
  });

  it('is not the application’s to open or close', async () => {
    await setGate('CLOSED');
    await asTenant(async (client) => {
      for (const attempt of [
        `select daybook_set_gate('${org.organizationId}', 'OPEN')`,
        `delete from organization_gates`,
        `update organization_gates set state = 'OPEN'`,
        `select daybook_place('${org.organizationId}', 'main', 'SETTLED')`,
        `update placements set state = 'SETTLED'`,
      ]) {
        await expect(client.query(attempt), attempt).rejects.toMatchObject({ code: '42501' });
      }
      await expect(add(client)).rejects.toMatchObject({ code: 'DB001' });
    });
  });
});

describe('a placement', () => {
  it('is counted with every change, keeps the time of the last move, and is announced', async () => {
    const id = newId();
    const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await listener.connect();
    const heard: (string | undefined)[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload));
    await listener.query('listen placements');
    const place = (server: string, state: string) =>
      withOwner(async (client) => {
        await client.query('select daybook_place($1, $2, $3)', [id, server, state]);
        const { rows } = await client.query<{ server: string; state: string; epoch: string; at: string }>(
          'select server, state, epoch::text as epoch, moved_at::text as at from placements where organization_id = $1',
          [id],
        );
        return rows[0];
      });
    try {
      const first = await place('main', 'MOVING');
      expect(first).toMatchObject({ server: 'main', state: 'MOVING', epoch: '1' });
      const long = '2020-01-01T00:00:00Z';
      await withOwner((client) =>
        client.query('update placements set moved_at = $2 where organization_id = $1', [id, long]),
      );
      expect(new Date((await place('main', 'SETTLED'))?.at ?? '')).toEqual(new Date(long));
      const moved = await place('east', 'SETTLED');
      expect(moved).toMatchObject({ server: 'east', epoch: '3' });
      expect(new Date(moved?.at ?? '')).not.toEqual(new Date(long));
      await expect(place('east', 'LOST')).rejects.toMatchObject({ code: '23514' });
      await expect(place('East Coast', 'SETTLED')).rejects.toMatchObject({ code: '23514' });
      await expect.poll(() => heard.filter((one) => one === id).length).toBe(4);
    } finally {
      await listener.end();
    }
  });
});

it('a use-case whose gate opens again within ten seconds is done, and its caller sees no failure', async () => {
  await setGate('CLOSED');
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  let refused = 0;
  const written = withTenantSql(claim, (tenant) =>
    sql(tenant, ADD, [org.organizationId, newId(), 'WAITED']).catch((error) => {
      refused += 1;
      throw error;
    }),
  );
  // Refused more than once: it has tried again and waits.
  await expect.poll(() => refused).toBeGreaterThan(1);
  expect(await classes()).toBe(0);
  await setGate('OPEN');
  await written;
  expect(await classes()).toBe(1);
});
