import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asDirectory } from '@/testing/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import type { GateWriter as Writer } from '@/testing/gate-writer';
import type { TestOrganization } from '@/testing/organization';
import { goBack, moveOrganization, removeOld } from './move-commands.mjs';
import { movedTables } from './move-tables.mjs';

// Three databases of one PostgreSQL stand for three servers; move-servers.db.test.ts has one PostgreSQL for each.

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
const placed = async ({ organizationId }: TestOrganization) =>
  (
    await servers.asked<object>(
      'main',
      'select server, state, epoch::int from placements where organization_id = $1',
      [organizationId],
    )
  )[0];
const gate = async (server: string, { organizationId }: TestOrganization) =>
  (
    await servers.asked<{ state: string }>(
      server,
      'select state from organization_gates where organization_id = $1',
      [organizationId],
    )
  )[0]?.state;
const journal = ({ organizationId }: TestOrganization) =>
  servers.asked<{
    from: string;
    to: string;
    step: string;
    error: string | null;
    figures: Record<string, number>;
  }>(
    'main',
    'select from_server as "from", to_server as "to", step, error, figures from organization_moves where organization_id = $1 order by started_at',
    [organizationId],
  );

/** What replication leaves behind where a move did not tidy up: none on any server. */
async function leftovers(): Promise<object[]> {
  const all = [];
  for (const name of servers.urls.keys())
    all.push(
      ...(await servers.asked<object>(
        name,
        `select slot_name as name from pg_replication_slots union all select pubname from pg_publication union all select subname from pg_subscription`,
      )),
    );
  return all;
}

/** Every row of the organization on a server, table by table, without the numbers of transactions. */
async function contents(
  server: string,
  { organizationId }: TestOrganization,
): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: servers.urls.get(server) });
  await client.connect();
  try {
    const all: Record<string, string[]> = {};
    for (const { name, key } of (await movedTables(client)) as { name: string; key: string }[]) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'inserted_in_transaction')::text as row from "${name}" t where "${key}" = $1 order by 1`,
        [organizationId],
      );
      if (rows.length > 0) all[name] = rows.map(({ row }) => row);
    }
    return all;
  } finally {
    await client.end();
  }
}

/** What an audit trail, sealed to its end as the application does it, says of itself. */
async function sealed(server: string, { organizationId }: TestOrganization) {
  const client = new pg.Client({ connectionString: servers.appUrls.get(server) });
  await client.connect();
  try {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const state = async () =>
      (
        await client.query<{ unsealed: string; broken: string | null; own: string }>(
          'select o_unsealed::text as unsealed, o_first_broken::text as broken, daybook_unsealed_audit_rows()::text as own from daybook_verify_audit(0)',
        )
      ).rows[0];
    // A transaction elsewhere on the server can delay what may be sealed.
    await expect
      .poll(
        async () => {
          await client.query(
            'select daybook_seal_audit(), daybook_seal_ledger(), daybook_seal_security_log()',
          );
          return (await state())?.unsealed;
        },
        { timeout: 30_000 },
      )
      .toBe('0');
    const { rows } = await client.query('select * from daybook_verify_numbers()');
    return { ...(await state()), ...rows[0] };
  } finally {
    await client.end();
  }
}

describe('an organization that is moved', () => {
  test('has the same rows on the other server, is written there only, and leaves no slot, publication or subscription', async () => {
    const organization = await found({ name: 'Quiet books' });
    await posted(organization);
    const before = await contents('main', organization);
    expect(before.ledger_lines?.length).toBeGreaterThan(1);
    const { stops } = await move(organization.organizationId, 'north');
    expect(Math.max(...stops)).toBeLessThanOrEqual(2_000);
    expect(await contents('north', organization)).toEqual(before);
    expect(await placed(organization)).toMatchObject({ server: 'north', state: 'SETTLED' });
    expect([await gate('main', organization), await gate('north', organization)]).toEqual(['GONE', 'OPEN']);
    expect(await leftovers()).toEqual([]);
    expect(await journal(organization)).toMatchObject([
      { from: 'main', to: 'north', step: 'DONE', error: null },
    ]);
    const writer = new GateWriter(servers, organization, 20).start();
    await expect.poll(() => writer.written.length, { timeout: 30_000 }).toBeGreaterThan(3);
    await writer.stop();
    expect(writer.failures).toEqual([]);
    // The old server took none of them.
    expect(await contents('main', organization)).toEqual(before);
    expect(await sealed('north', organization)).toMatchObject({ broken: null, own: '0', o_missing: '0' });
  });

  test('loses nothing and has nothing twice when it is written all the time, and its writes wait two seconds at most', async () => {
    const organization = await found({ name: 'Busy books' });
    const writers = [0, 1, 2].map(() => new GateWriter(servers, organization, 20).start());
    await expect
      .poll(() => writers.every(({ written }) => written.length > 10), { timeout: 60_000 })
      .toBe(true);
    const { stops } = await move(organization.organizationId, 'south');
    const atSwitch = writers.map(({ written }) => written.length);
    await expect
      .poll(() => writers.every(({ written }, at) => written.length > (atSwitch[at] ?? 0) + 10), {
        timeout: 60_000,
      })
      .toBe(true);
    await Promise.all(writers.map((writer) => writer.stop()));
    expect(writers.flatMap(({ failures }) => failures)).toEqual([]);
    expect(Math.max(...stops)).toBeLessThanOrEqual(2_000);
    const written = writers.flatMap((writer) => writer.written).sort();
    for (const text of [
      `select id from customers where organization_id = $1 and company_name = 'load' order by id`,
      `select id from ledger_entries where organization_id = $1 and memo = 'load' order by id`,
      `select id from audit_log where organization_id = $1 and action = 'load.write' order by id`,
    ]) {
      const rows = await servers.asked<{ id: string }>('south', text, [organization.organizationId]);
      expect(rows.map(({ id }) => id)).toEqual(written);
    }
    expect(await sealed('south', organization)).toMatchObject({
      broken: null,
      own: '0',
      o_missing: '0',
      o_strays: '0',
    });
    expect(await leftovers()).toEqual([]);
  });

  test('takes its people along, is offered at sign-in where it is now, and comes back to the directory', async () => {
    const organization = await found({ name: 'There and back' });
    const { organizationId, users } = organization;
    await move(organizationId, 'north');
    const people = await servers.asked<{ id: string; secret: string | null }>(
      'north',
      'select u.id, u.password_hash as secret from users u join memberships m on m.user_id = u.id where m.organization_id = $1 order by 1',
      [organizationId],
    );
    expect(people).toEqual(
      Object.values(users)
        .map(({ id }) => ({ id, secret: null }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const elsewhere =
      'select user_id, organization_name as name from memberships_elsewhere where organization_id = $1';
    expect(await servers.asked('main', elsewhere, [organizationId])).toHaveLength(Object.keys(users).length);
    const before = await contents('north', organization);
    await move(organizationId, 'main');
    expect(await servers.asked('main', elsewhere, [organizationId])).toEqual([]);
    expect(await contents('main', organization)).toEqual(before);
    expect([await gate('main', organization), await gate('north', organization)]).toEqual(['OPEN', 'GONE']);
    expect((await journal(organization)).map(({ step }) => step)).toEqual(['DONE', 'DONE']);
  });

  test('leaves old rows, which are removed when its books are sound where they are, and not otherwise', async () => {
    const organization = await found({ name: 'Old rows' });
    const other = await found({ name: 'Stays' });
    const { organizationId } = organization;
    await posted(organization);
    const untouched = await contents('main', other);
    const wish = { servers: servers.urls, organization: organizationId };
    await expect(removeOld(wish)).rejects.toThrow(/No server has old rows/);
    await move(organizationId, 'north');
    await expect(removeOld({ ...wish, organization: other.organizationId })).rejects.toThrow(
      /No server has old rows/,
    );
    const spoil = (value: string) =>
      servers.asked(
        'north',
        `update ledger_balances set debit = debit + ${value} where organization_id = $1`,
        [organizationId],
      );
    await spoil('1');
    await expect(removeOld(wish)).rejects.toThrow(/fail their verification.*nothing was removed/);
    expect(Object.keys(await contents('main', organization)).length).toBeGreaterThan(10);
    await spoil('-1');
    const [{ server, rows } = { server: '', rows: 0 }] = (await removeOld(wish)) as {
      server: string;
      rows: number;
    }[];
    expect(server).toBe('main');
    expect(rows).toBeGreaterThan(100);
    expect(await contents('main', organization)).toEqual({});
    expect(await contents('main', other)).toEqual(untouched);
    expect(await gate('main', organization)).toBe('GONE');
    expect(await journal(organization)).toMatchObject([{ step: 'REMOVED', figures: { rowsRemoved: rows } }]);
    // Coming back needs none of them.
    await move(organizationId, 'main');
    expect((await contents('main', organization)).ledger_lines?.length).toBeGreaterThan(1);
  });
});

describe('a move that cannot be', () => {
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
    expect(await leftovers()).toEqual([]);
    return error?.message;
  };

  test('is refused in words, and nothing changes', async () => {
    const { organizationId } = await found({ name: 'Not moved' });
    const to = 'north';
    expect(await refused({ organization: organizationId, to: 'main' })).toMatch(/is on main already/);
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

  test('beside one of the same organization that is running, or to a third server before that is done, is refused', async () => {
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
    expect(await journal(organization)).toMatchObject([
      { to: 'north', step: 'STARTED', error: /switched off/ },
    ]);
    await expect(move(organization.organizationId, 'south')).rejects.toThrow(/A move to north is under way/);
    await expect(
      removeOld({ servers: servers.urls, organization: organization.organizationId }),
    ).rejects.toThrow(/under way/);
    await goBack({ servers: servers.urls, organization: organization.organizationId });
    expect(await journal(organization)).toMatchObject([{ step: 'BACK' }]);
    expect(await contents('north', organization)).toEqual({});
    expect(await leftovers()).toEqual([]);
    await expect(
      goBack({ servers: servers.urls, organization: organization.organizationId }),
    ).rejects.toThrow(/No move of/);
    const writer = new GateWriter(servers, organization, 20).start();
    await expect.poll(() => writer.written.length, { timeout: 30_000 }).toBeGreaterThan(2);
    await writer.stop();
    expect(writer.failures).toEqual([]);
  });

  test('stops at a copy that differs from the source, and writes go on at the source', async () => {
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
    expect(await placed(organization)).toBeUndefined();
    const writer = new GateWriter(servers, organization, 20).start();
    await expect.poll(() => writer.written.length, { timeout: 30_000 }).toBeGreaterThan(2);
    await writer.stop();
    expect(writer.failures).toEqual([]);
    await goBack(wish);
    expect(await contents('north', organization)).toEqual({});
  });

  test('lets writes go on after two seconds when one of them does not end, and is done when it has', async () => {
    const organization = await found({ name: 'Long write' });
    const long = new pg.Client({ connectionString: servers.appUrls.get('main') });
    await long.connect();
    await long.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    const writer = new GateWriter(servers, organization, 20).start();
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
    expect(Math.max(...stops)).toBeLessThanOrEqual(2_000);
    expect(writer.failures).toEqual([]);
    const [changed] = await servers.asked<{ n: number }>(
      'north',
      `select count(*)::int as n from customers where organization_id = $1 and company_name = 'changed at last'`,
      [organization.organizationId],
    );
    expect(changed?.n).toBeGreaterThan(0);
  });
});
