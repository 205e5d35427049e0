import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateWriter as Writer } from '@/testing/gate-writer';
import { contents, journal, leftovers, placed } from '@/testing/moved-books';
import type { TestOrganization } from '@/testing/organization';
import { asDirectory } from '@/testing/outside/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import { goBack, moveOrganization, removeOld } from './move-commands.mjs';

/**
 * A write that waits for a move is refused after this time (src/db/retry.ts). A move aims at two seconds, which a busy machine may exceed.
 */
const REFUSED_AFTER_MS = 10_000;

// Refused or abandoned moves: nothing changes, and writes continue where they were.

let servers: ReplicatingServers;
let leave: () => Promise<void>;
let GateWriter: typeof Writer;
let found: (options?: { name?: string }) => Promise<TestOrganization>;
let posted: (organization: TestOrganization) => Promise<unknown>;

beforeAll(async () => {
  servers = await replicatingServers(['main', 'north', 'south']);
  leave = await asDirectory(servers);
  ({ GateWriter } = await import('@/testing/gate-writer'));
  ({ foundTestOrganization: found } = await import('@/testing/organization'));
  ({ postedDocument: posted } = await import('@/testing/documents'));
});

afterAll(() => leave());

const move = (organization: string, to: string) =>
  moveOrganization({ servers: servers.urls, organization, to });

describe('a move that is not possible', () => {
  const refused = async (wish: {
    organization: string;
    to: string;
    servers?: ReadonlyMap<string, string>;
  }) => {
    const all = { servers: servers.urls, ...wish };
    const moves = () => servers.asked<object>('main', 'select count(*)::int as n from organization_moves');
    const before = await moves();
    const error = await moveOrganization(all).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(await moves()).toEqual(before);
    expect(await leftovers(servers)).toEqual([]);
    return error?.message;
  };

  test('is refused with the reason, and nothing changes', async () => {
    const { organizationId } = await found({ name: 'Not moved' });
    const to = 'north';
    expect(await refused({ organization: organizationId, to: 'main' })).toMatch(/is already on main/);
    expect(await refused({ organization: organizationId, to: 'east' })).toMatch(
      /no server east; there are main, north, south/,
    );
    expect(await refused({ organization: 'nobody', to })).toMatch(/There is no organization nobody/);
    expect(await refused({ organization: '00000000-0000-7000-8000-000000000000', to })).toMatch(
      /There is no organization/,
    );
    const away = new Map([...servers.urls, ['away', 'postgresql://nobody:nothing@127.0.0.1:9/books']]);
    expect(await refused({ organization: organizationId, to: 'away', servers: away })).toMatch(
      /cannot be reached/,
    );
    expect(
      await servers.asked('main', 'select from placements where organization_id = $1', [organizationId]),
    ).toEqual([]);
  });

  test('to a server with an older or a newer schema is refused', async () => {
    const { organizationId } = await found({ name: 'Other schema' });
    await servers.asked('south', `update _daybook_laws set hash = 'older' where name = 'servers/gate'`);
    try {
      expect(await refused({ organization: organizationId, to: 'south' })).toMatch(/different schemas/);
    } finally {
      await servers.asked(
        'south',
        `update _daybook_laws set hash = '${(await servers.asked<{ hash: string }>('main', `select hash from _daybook_laws where name = 'servers/gate'`))[0]?.hash}' where name = 'servers/gate'`,
      );
    }
  });

  test('while another one of the same organization is running, or to a third server before that is done, is refused', async () => {
    const organization = await found({ name: 'Twice' });
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let isAt = () => {};
    const at = new Promise<void>((resolve) => {
      isAt = resolve;
    });
    const first = moveOrganization({
      servers: servers.urls,
      organization: organization.organizationId,
      to: 'north',
      reached: async (point: string) => {
        if (point !== 'copied') return;
        isAt();
        await held;
        throw new Error('the machine was switched off');
      },
    });
    await at;
    await expect(move(organization.organizationId, 'north')).rejects.toThrow(/Another command is moving/);
    go();
    await expect(first).rejects.toThrow(/switched off/);
    expect(await journal(servers, organization)).toMatchObject([
      { to: 'north', step: 'STARTED', error: /switched off/ },
    ]);
    await expect(move(organization.organizationId, 'south')).rejects.toThrow(/A move to north is under way/);
    await expect(
      removeOld({ servers: servers.urls, organization: organization.organizationId }),
    ).rejects.toThrow(/under way/);
    await goBack({ servers: servers.urls, organization: organization.organizationId });
    expect(await journal(servers, organization)).toMatchObject([{ step: 'BACK' }]);
    expect(await contents(servers, 'north', organization)).toEqual({});
    expect(await leftovers(servers)).toEqual([]);
    await expect(
      goBack({ servers: servers.urls, organization: organization.organizationId }),
    ).rejects.toThrow(/No move of/);
    const writer = new GateWriter(servers, organization, 60).start();
    await expect.poll(() => writer.written.length).toBeGreaterThan(2);
    await writer.stop();
    expect(writer.failures).toEqual([]);
  });

  test('stops at a copy that differs from the source, and writes continue at the source', async () => {
    const organization = await found({ name: 'Damaged copy' });
    await posted(organization);
    const wish = { servers: servers.urls, organization: organization.organizationId, to: 'north' };
    const spoiled = moveOrganization({
      ...wish,
      reached: async (point: string) => {
        if (point === 'subscribed')
          await servers.asked(
            'north',
            'update ledger_balances set debit = debit + 1 where organization_id = $1',
            [organization.organizationId],
          );
      },
    });
    await expect(spoiled).rejects.toThrow(/differs from the source: ledger_balances/);
    expect(await placed(servers, organization)).toBeUndefined();
    const writer = new GateWriter(servers, organization, 60).start();
    await expect.poll(() => writer.written.length).toBeGreaterThan(2);
    await writer.stop();
    expect(writer.failures).toEqual([]);
    await goBack(wish);
    expect(await contents(servers, 'north', organization)).toEqual({});
  });

  test('lets writes continue after two seconds when one of them does not end, and is completed once it has', async () => {
    const organization = await found({ name: 'Long write' });
    const long = new pg.Client({ connectionString: servers.appUrls.get('main') });
    await long.connect();
    await long.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    const writer = new GateWriter(servers, organization, 60).start();
    const said: string[] = [];
    const moving = moveOrganization({
      servers: servers.urls,
      organization: organization.organizationId,
      to: 'north',
      reached: async (point: string) => {
        if (point !== 'subscribed') return;
        await long.query('begin');
        await long.query(`update customers set company_name = 'changed at last' where organization_id = $1`, [
          organization.organizationId,
        ]);
      },
      say: (line: string) => {
        said.push(line);
        if (/took too long/.test(line)) void long.query('commit').catch(() => undefined);
      },
    });
    const { stops } = (await moving) as { stops: number[] };
    await long.end();
    await writer.stop();
    expect(said.some((line) => /took too long/.test(line))).toBe(true);
    expect(Math.max(...stops)).toBeLessThan(REFUSED_AFTER_MS);
    expect(writer.failures).toEqual([]);
    const [changed] = await servers.asked<{ n: number }>(
      'north',
      `select count(*)::int as n from customers where organization_id = $1 and company_name = 'changed at last'`,
      [organization.organizationId],
    );
    expect(changed?.n).toBeGreaterThan(0);
  });
});
