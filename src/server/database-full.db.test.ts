import type { ChildProcess } from 'node:child_process';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bundledServer,
  freePort,
  ready,
  type Started,
  serversDatabase,
  startProgram,
} from '@/testing/server';

const POOL = 2;

let program: string;
let server: Started;
let owner: pg.Client;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  program = await bundledServer();
  server = startProgram(program, await freePort(), {
    DAYBOOK_TRUST_PROXY: '1',
    DAYBOOK_POOL_SIZE: String(POOL),
  });
  processes.push(server.process);
  await ready(server);
  const url = new URL(process.env.DAYBOOK_TEST_OWNER_URL ?? '');
  url.pathname = new URL(serversDatabase()).pathname;
  owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  for (const child of processes) child.kill('SIGKILL');
});

let people = 0;

/** A different person from a different address each time, since failed sign-ins are limited by both. */
const signIn = () => {
  people += 1;
  return fetch(`${server.base}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:1::${people.toString(16)}` },
    body: JSON.stringify({ grant_type: 'password', email: `no-one-${people}@example.test`, password: 'x' }),
  });
};

/** How many connections of the server wait for the table that the owner has locked. */
const waiting = async () => {
  // A transaction sees the activity as it was when it first asked.
  await owner.query('select pg_stat_clear_snapshot()');
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
  );
  return rows[0]?.count;
};

const readiness = async () => {
  const answer = await fetch(`${server.base}/readyz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
};

describe('a full database', () => {
  it('no connection left: requests that waited in vain get 503 with Retry-After, readiness says busy, and both recover', async () => {
    await owner.query('begin');
    try {
      await fullPool();
    } finally {
      await owner.query('rollback');
    }
    await ready(server);
    expect((await signIn()).status).toBe(400);
  });

  async function fullPool() {
    await owner.query('lock table users in access exclusive mode');
    const held = Array.from({ length: POOL }, signIn);
    // Whoever comes now finds every connection taken.
    await expect.poll(waiting).toBe(POOL);
    const late = Array.from({ length: POOL + 1 }, signIn);
    const answers = await Promise.all(late.map(async (asked) => (await asked).status));
    expect(new Set(answers)).toEqual(new Set([503]));
    expect(await readiness()).toEqual([503, 'database busy']);
    await owner.query('commit');
    for (const asked of held) expect([400, 503]).toContain((await asked).status);
  }

  it('no room left on its disk: writes get 503 with Retry-After in words, readiness says so, and both recover once there is room', async () => {
    // What PostgreSQL reports when the disk is full, at the first write of a sign-in.
    await owner.query(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
    await owner.query(
      'create trigger no_room before insert or update on sign_in_guards for each row execute function no_room()',
    );
    try {
      const refused = await signIn();
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(30);
      expect(await refused.json()).toMatchObject({ code: 'DATABASE_FULL' });
      expect(await readiness()).toEqual([503, 'database full']);
    } finally {
      await owner.query('drop trigger no_room on sign_in_guards');
      await owner.query('drop function no_room');
    }
    expect((await signIn()).status).toBe(400);
    await ready(server);
  });
});
