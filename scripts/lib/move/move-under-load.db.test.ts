import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateWriter } from '@/testing/gate-writer';
import type { TestOrganization } from '@/testing/organization';
import { asDirectory } from '@/testing/outside/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import { moveOrganization } from './move-commands.mjs';

// Three PostgreSQL servers. The full volume, 30 organizations of which 10 move, is `npm run faults -- R17`.

const ORGANIZATIONS = Number(process.env.DAYBOOK_ORGANIZATIONS ?? 6);
const MOVED = Number(process.env.DAYBOOK_MOVED ?? 3);

let servers: ReplicatingServers;
let leave: () => Promise<void>;
const all: { readonly organization: TestOrganization; readonly writer: GateWriter }[] = [];

beforeAll(async () => {
  servers = await replicatingServers(['main', 'north', 'south'], { clusters: true });
  leave = await asDirectory(servers);
  const { foundTestOrganization } = await import('@/testing/organization');
  const { GateWriter: Writer } = await import('@/testing/gate-writer');
  for (let n = 1; n <= ORGANIZATIONS; n += 1) {
    const organization = await foundTestOrganization({ name: `Books ${n}` });
    all.push({ organization, writer: new Writer(servers, organization, 100) });
  }
});

afterAll(() => leave());

describe('organizations on three servers, all of them written', () => {
  test('are moved while one server is killed with -9: nothing is lost or duplicated, and the others are not disturbed', async () => {
    for (const { writer } of all) writer.start();
    await expect.poll(() => all.every(({ writer }) => writer.written.length > 2)).toBe(true);
    const stops: number[] = [];
    let interrupted = 0;
    let restarted: Promise<void> | undefined;
    for (const [n, { organization }] of all.slice(0, MOVED).entries()) {
      const to = n % 2 === 0 ? 'south' : 'north';
      // The last move but one goes to a server that already has organizations, and that server is killed in the middle of the copy.
      const kills = to === 'south' && n >= MOVED - 2;
      for (let tries = 0; ; tries += 1) {
        try {
          const moved = await moveOrganization({
            servers: servers.urls,
            organization: organization.organizationId,
            to,
            reached: async (point: string) => {
              if (!kills || restarted !== undefined || point !== 'copying') return;
              await servers.kill('south');
              restarted = new Promise((resolve) => setTimeout(resolve, 1_000)).then(() =>
                servers.restart('south'),
              );
            },
          });
          stops.push(Math.max(0, ...(moved as { stops: number[] }).stops));
          break;
        } catch (error) {
          if (tries >= 20) throw error;
          interrupted += 1;
          await restarted;
        }
      }
    }
    expect(interrupted).toBeGreaterThan(0);
    const then = all.map(({ writer }) => writer.written.length);
    await expect
      .poll(() => all.every(({ writer }, at) => writer.written.length > (then[at] ?? 0) + 2))
      .toBe(true);
    await Promise.all(all.map(({ writer }) => writer.stop()));

    for (const [n, { organization, writer }] of all.entries()) {
      const { organizationId } = organization;
      const [row] = await servers.asked<{ server: string }>(
        'main',
        'select server from placements where organization_id = $1',
        [organizationId],
      );
      const server = row?.server ?? 'main';
      expect(server).toBe(n >= MOVED ? 'main' : n % 2 === 0 ? 'south' : 'north');
      expect({ n, failures: writer.failures }).toEqual({ n, failures: [] });
      const entries = await servers.asked<{ id: string }>(
        server,
        `select e.id from ledger_entries e join customers c on c.organization_id = e.organization_id and c.id = e.id
         where e.organization_id = $1 and e.memo = 'load' order by e.id`,
        [organizationId],
      );
      expect(entries.map(({ id }) => id)).toEqual([...writer.written].sort());
      expect(await verdict(server, organizationId)).toEqual({
        missing: '0',
        strays: '0',
        breaches: '0',
        difference: '0',
        broken: null,
      });
    }
    for (const name of servers.urls.keys())
      expect(
        await servers.asked(
          name,
          'select slot_name as name from pg_replication_slots union all select pubname from pg_publication union all select subname from pg_subscription',
        ),
      ).toEqual([]);
    const longest = (part: typeof all) =>
      Math.round(Math.max(0, ...part.map(({ writer }) => writer.longestMs)));
    console.log(
      `measured: ${all.reduce((sum, { writer }) => sum + writer.written.length, 0)} writes; ` +
        `a move stopped writes for ${stops.join(', ')} ms at most; the longest write of an organization that moved (the killed server included) took ` +
        `${longest(all.slice(0, MOVED))} ms, of one that stayed ${longest(all.slice(MOVED))} ms`,
    );
  });
});

async function verdict(server: string, organizationId: string): Promise<object | undefined> {
  const { default: pg } = await import('pg');
  const session = new pg.Client({ connectionString: servers.urls.get(server) });
  await session.connect();
  try {
    await session.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows } = await session.query<object>(
      `select n.o_missing::text as missing, n.o_strays::text as strays, (l.o_balance_breaches + l.o_dimension_breaches + l.o_unbalanced)::text as breaches,
         trunc(l.o_difference)::text as difference, a.o_first_broken::text as broken
       from daybook_verify_numbers() n, daybook_verify_ledger() l, daybook_verify_audit(0) a`,
    );
    return rows[0];
  } finally {
    await session.end();
  }
}
