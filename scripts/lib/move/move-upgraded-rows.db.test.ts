import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateWriter as Writer } from '@/testing/gate-writer';
import { IS_LONG } from '@/testing/long-run';
import { contents, journal, leftovers, placed } from '@/testing/moved-books';
import type { TestOrganization } from '@/testing/organization';
import { asDirectory } from '@/testing/outside/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import { readMigrations } from '../laws/apply-migrations.mjs';
import { arrangeLaws, readLaws } from '../laws/laws.mjs';
import { migrate } from '../laws/migrate.mjs';
import { withPrepareLock } from '../postgres/database.mjs';
import { moveOrganization } from './move-commands.mjs';

// A move that is under way while its servers are upgraded: an upgrade changes rows on each of them, and the stream brings what it changed at the source.

let servers: ReplicatingServers;
let leave: () => Promise<void>;
let GateWriter: typeof Writer;
let found: (options?: { name?: string }) => Promise<TestOrganization>;

beforeAll(async () => {
  servers = await replicatingServers(['main', 'north']);
  leave = await asDirectory(servers);
  ({ GateWriter } = await import('@/testing/gate-writer'));
  ({ foundTestOrganization: found } = await import('@/testing/organization'));
});

afterAll(() => leave());

/** Releases follow each other: what each test brings is there in those after it. */
const released: { name: string; sql: string }[] = [];

/** A release that changes a table and each of its rows, so that a row that is changed twice shows it. */
const release = (place: number) => ({
  name: `209901010000${String(place).padStart(2, '0')}_customers`,
  sql: `ALTER TABLE customers NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE customers ADD COLUMN of_release_${place} text;
    UPDATE customers SET of_release_${place} = 'yes', company_name = company_name || '!';
    ALTER TABLE customers FORCE ROW LEVEL SECURITY;`,
});

async function upgrade(...names: readonly string[]): Promise<void> {
  const texts = {
    migrations: [...readMigrations(), ...released],
    laws: arrangeLaws(readLaws()),
    version: '9.9.9',
  };
  for (const name of names) {
    const url = servers.urls.get(name) ?? '';
    await withPrepareLock(url, (client: pg.Client) => migrate(client, url, texts));
  }
}

const POINTS = ['published', 'copied', 'subscribed', 'rehearsing', 'checked', 'followed'] as const;
const SERVERS = [
  ['its source', ['main']],
  ['its target', ['north']],
  ['both of its servers', ['main', 'north']],
] as const;
/** In an ordinary run another point for each, since each costs two moves. */
const CASES = SERVERS.flatMap(([which, upgradedNow], place) =>
  POINTS.filter((_point, at) => IS_LONG || at === 2 * place + 1).map(
    (point) => [which, point, upgradedNow] as const,
  ),
);

describe('a move', () => {
  test.each(CASES)(
    'beside an upgrade of %s at the point "%s" does not switch, lets everyone write, and has every row once when it is called again after the others were upgraded',
    async (_which, point, upgradedNow) => {
      const organization = await found({ name: `Upgraded at ${point}` });
      const { organizationId } = organization;
      const [from, to] = ['main', 'north'];
      const writer = new GateWriter(servers, organization, 60).start();
      await expect.poll(() => writer.written.length).toBeGreaterThan(3);
      const move = (reached?: (at: string) => Promise<void>) =>
        moveOrganization({ servers: servers.urls, organization: organizationId, to, reached });
      let isUpgraded = false;
      const refusal = await move(async (at) => {
        if (at !== point || isUpgraded) return;
        isUpgraded = true;
        released.push(release(released.length + 1));
        await upgrade(...upgradedNow);
      }).then(
        () => null,
        (error: Error) => error.message,
      );
      expect(isUpgraded).toBe(true);
      expect(refusal).toMatch(
        /different schemas|were upgraded since|could not apply a change|differs from the source/,
      );
      expect(await placed(servers, organization)).not.toMatchObject({ server: to });
      const written = writer.written.length;
      await expect.poll(() => writer.written.length).toBeGreaterThan(written + 3);
      await upgrade(from, to);
      await writer.stop();
      const before = await contents(servers, from, organization);
      await move();
      expect(await contents(servers, to, organization)).toEqual(before);
      expect(writer.failures).toEqual([]);
      const rows = await servers.asked<{ id: string; name: string }>(
        to,
        `select id, company_name as name from customers where organization_id = $1 and company_name like 'load%' order by id`,
        [organizationId],
      );
      expect(rows.map(({ id }) => id)).toEqual([...writer.written].sort());
      expect(rows.filter(({ name }) => !/^load!?$/.test(name))).toEqual([]);
      expect(rows.some(({ name }) => name === 'load!')).toBe(true);
      expect(await placed(servers, organization)).toMatchObject({ server: to, state: 'SETTLED' });
      expect(await journal(servers, organization)).toMatchObject([{ step: 'DONE', error: null }]);
      expect(await leftovers(servers)).toEqual([]);
    },
  );
});
