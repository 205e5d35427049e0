import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateWriter as Writer } from '@/testing/gate-writer';
import type { TestOrganization } from '@/testing/organization';
import { asDirectory } from '@/testing/outside/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import { goBack, moveOrganization } from './move-commands.mjs';

// The command in a separate process, which kills itself with SIGKILL at a point between two steps while the organization is being written.

let servers: ReplicatingServers;
let leave: () => Promise<void>;
let GateWriter: typeof Writer;
let organization: TestOrganization;
let writer: Writer;

beforeAll(async () => {
  servers = await replicatingServers(['main', 'north']);
  leave = await asDirectory(servers);
  ({ GateWriter } = await import('@/testing/gate-writer'));
  const { foundTestOrganization } = await import('@/testing/organization');
  organization = await foundTestOrganization({ name: 'Killed again and again' });
  writer = new GateWriter(servers, organization, 100).start();
});

afterAll(async () => {
  await writer.stop();
  await leave();
});

const PROGRAM = `
  const { moveOrganization } = await import(process.env.COMMANDS);
  const { servers, organization, to, point } = JSON.parse(process.env.WISH);
  await moveOrganization({ servers: new Map(servers), organization, to, reached: async (at) => {
    if (at === point) { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); }
  } });`;

/** Runs the command until it is killed at a point; returns the signal that ended it. */
function killedAt(point: string, to: string): Promise<string | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      COMMANDS: pathToFileURL(path.resolve('scripts/lib/move/move-commands.mjs')).href,
      WISH: JSON.stringify({
        servers: [...servers.urls],
        organization: organization.organizationId,
        to,
        point,
      }),
    },
  });
  return new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
}

const state = async () => {
  const [row] = await servers.asked<{ server: string }>(
    'main',
    'select server from placements where organization_id = $1',
    [organization.organizationId],
  );
  return row?.server ?? 'main';
};

/** Expects each acknowledged write once where the organization is, and no slot, publication or subscription to be left. */
async function demandWhole(): Promise<void> {
  const server = await state();
  const written = [...writer.written].sort();
  const rows = await servers.asked<{ id: string }>(
    server,
    `select c.id from customers c join ledger_entries e on e.organization_id = c.organization_id and e.id = c.id
     where c.organization_id = $1 and c.company_name = 'load' order by c.id`,
    [organization.organizationId],
  );
  const there = new Set(rows.map(({ id }) => id));
  expect(written.filter((id) => !there.has(id))).toEqual([]);
  expect(writer.failures).toEqual([]);
  for (const name of servers.urls.keys())
    expect(
      await servers.asked(
        name,
        'select slot_name as name from pg_replication_slots union all select pubname from pg_publication union all select subname from pg_subscription',
      ),
    ).toEqual([]);
}

/** Expects writes to be accepted, and counts the earlier ones. */
const goesOn = async () => {
  const before = writer.written.length;
  await expect.poll(() => writer.written.length).toBeGreaterThan(before + 2);
};

/** All points, or in an ordinary run some of them, since each costs a move. `npm run faults -- R17` sets DAYBOOK_POINTS=all. */
const points = (all: readonly string[], some: readonly string[]) =>
  process.env.DAYBOOK_POINTS === 'all' ? all : some;

const BEFORE_CLOSING = points(
  ['started', 'cleared', 'published', 'slot', 'copying', 'copied', 'subscribed', 'rehearsing', 'checked'],
  ['checked'],
);
const WHILE_WAITING = points(['waiting', 'prepared', 'moving', 'opened'], ['moving']);
const CLOSED = points(['closed', 'switching'], ['switching']);
const SWITCHED = points(['switched', 'gone', 'unsubscribed'], ['gone']);
const TAKEN_BACK = points(['copying', 'checked', 'opened', 'closed'], ['closed']);

describe('a move killed with -9', () => {
  test.each([...BEFORE_CLOSING, ...WHILE_WAITING])(
    'at "%s" stops no write, and is continued to its end',
    async (point) => {
      const from = await state();
      const to = from === 'main' ? 'north' : 'main';
      expect(await killedAt(point, to)).toBe('SIGKILL');
      await goesOn();
      expect(await state()).toBe(from);
      await moveOrganization({ servers: servers.urls, organization: organization.organizationId, to });
      await goesOn();
      expect(await state()).toBe(to);
      await demandWhole();
    },
  );

  test.each([...CLOSED, ...SWITCHED])('at "%s" is continued to its end', async (point) => {
    const to = (await state()) === 'main' ? 'north' : 'main';
    expect(await killedAt(point, to)).toBe('SIGKILL');
    await moveOrganization({ servers: servers.urls, organization: organization.organizationId, to });
    await goesOn();
    expect(await state()).toBe(to);
    await demandWhole();
  });

  test.each([...TAKEN_BACK])('at "%s" can be undone', async (point) => {
    const from = await state();
    const to = from === 'main' ? 'north' : 'main';
    expect(await killedAt(point, to)).toBe('SIGKILL');
    await goBack({ servers: servers.urls, organization: organization.organizationId });
    await goesOn();
    expect(await state()).toBe(from);
    const rows = await servers.asked(to, 'select from ledger_entries where organization_id = $1 limit 1', [
      organization.organizationId,
    ]);
    expect(rows).toEqual([]);
    await demandWhole();
  });

  test('after the switch cannot be undone, and says what to do', async () => {
    const from = await state();
    const to = from === 'main' ? 'north' : 'main';
    expect(await killedAt('switched', to)).toBe('SIGKILL');
    const wish = { servers: servers.urls, organization: organization.organizationId };
    await expect(goBack(wish)).rejects.toThrow(new RegExp(`is on ${to} already; finish`));
    await moveOrganization({ ...wish, to });
    await demandWhole();
  });
});
