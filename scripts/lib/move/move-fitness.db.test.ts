import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import { connectToMove, demandFit } from './move-servers.mjs';

let servers: ReplicatingServers;

beforeAll(async () => {
  servers = await replicatingServers(['main']);
});

afterAll(() => servers.remove());

const url = () => servers.urls.get('main') ?? '';

async function judged(of: string, part: string): Promise<string | undefined> {
  const client = (await connectToMove(of)) as pg.Client;
  try {
    await demandFit(client, part, { name: 'north', url: of, slot: 'daybook_move_test' });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

/** The URL of a login with these privileges. */
async function login(name: string, rights: string): Promise<string> {
  await servers.asked('main', `create role ${name} login password 'secret' ${rights}`);
  const address = new URL(url());
  address.username = name;
  address.password = 'secret';
  return address.href;
}

describe('a server', () => {
  test('whose owner is a superuser and whose wal_level is logical is a source and a target', async () => {
    expect([await judged(url(), 'source'), await judged(url(), 'target')]).toEqual([undefined, undefined]);
  });

  test('whose wal_level is not logical is not a source, and the refusal says what to set', async () => {
    // The database of the test run is set up without replication.
    expect(await judged(process.env.DAYBOOK_TEST_OWNER_URL ?? '', 'source')).toMatch(
      /^The server north \(.*\) runs with wal_level = minimal; set wal_level = logical/,
    );
  });

  test('whose rows the login could not all read or write is refused: it would move some of them', async () => {
    const plain = await login('books_plain', 'replication');
    expect(await judged(plain, 'source')).toMatch(/must be a superuser, or have REPLICATION and BYPASSRLS/);
    expect(await judged(plain, 'target')).toMatch(
      /must be a superuser, or have BYPASSRLS, pg_create_subscription/,
    );
    const reader = await login('books_reader', 'replication bypassrls');
    expect(await judged(reader, 'source')).toBeUndefined();
    await servers.asked('main', 'grant pg_create_subscription to books_reader');
    expect(await judged(reader, 'target')).toMatch(/must be a superuser/);
    await servers.asked('main', 'grant set on parameter session_replication_role to books_reader');
    expect(await judged(reader, 'target')).toBeUndefined();
  });

  test('without a free replication slot is not a source', async () => {
    const [row] = await servers.asked<{ n: number }>(
      'main',
      `select current_setting('max_replication_slots')::int as n`,
    );
    const count = row?.n ?? 0;
    for (let n = 0; n < count; n += 1)
      await servers.asked('main', `select pg_create_logical_replication_slot('taken_${n}', 'pgoutput')`);
    expect(await judged(url(), 'source')).toMatch(
      new RegExp(`no free replication slot \\(${count} of ${count} in use\\)`),
    );
  });
});
