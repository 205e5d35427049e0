import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateWriter as Writer } from '@/testing/gate-writer';
import { contents, gate, journal, leftovers, placed, sealed } from '@/testing/moved-books';
import type { TestOrganization } from '@/testing/organization';
import { asDirectory } from '@/testing/outside/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import { moveOrganization, removeOld } from './move-commands.mjs';

/**
 * A write that waits for a move is refused after this time (src/db/retry.ts). A move aims at two seconds, which a busy machine may exceed.
 */
const REFUSED_AFTER_MS = 10_000;

// Three databases of one PostgreSQL represent three servers; move-under-load.db.test.ts has one PostgreSQL for each.

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

describe('an organization that is moved', () => {
  test('has the same rows on the other server, is written there only, and leaves no slot, publication or subscription', async () => {
    const organization = await found({ name: 'Quiet books' });
    await posted(organization);
    const before = await contents(servers, 'main', organization);
    expect(before.ledger_lines?.length).toBeGreaterThan(1);
    const { stops } = await move(organization.organizationId, 'north');
    expect(Math.max(...stops)).toBeLessThan(REFUSED_AFTER_MS);
    expect(await contents(servers, 'north', organization)).toEqual(before);
    expect(await placed(servers, organization)).toMatchObject({ server: 'north', state: 'SETTLED' });
    expect([await gate(servers, 'main', organization), await gate(servers, 'north', organization)]).toEqual([
      'GONE',
      'OPEN',
    ]);
    expect(await leftovers(servers)).toEqual([]);
    expect(await journal(servers, organization)).toMatchObject([
      { from: 'main', to: 'north', step: 'DONE', error: null },
    ]);
    const writer = new GateWriter(servers, organization, 60).start();
    await expect.poll(() => writer.written.length).toBeGreaterThan(3);
    await writer.stop();
    expect(writer.failures).toEqual([]);
    // The old server accepted none of them.
    expect(await contents(servers, 'main', organization)).toEqual(before);
    expect(await sealed(servers, 'north', organization)).toMatchObject({
      broken: null,
      own: '0',
      o_missing: '0',
    });
  });

  test('loses nothing and has nothing twice when it is written all the time, and its writes wait no longer than their limit', async () => {
    const organization = await found({ name: 'Busy books' });
    const writers = [0, 1, 2].map(() => new GateWriter(servers, organization, 60).start());
    await expect.poll(() => writers.every(({ written }) => written.length > 10)).toBe(true);
    const { stops } = await move(organization.organizationId, 'south');
    const atSwitch = writers.map(({ written }) => written.length);
    await expect
      .poll(() => writers.every(({ written }, at) => written.length > (atSwitch[at] ?? 0) + 10))
      .toBe(true);
    await Promise.all(writers.map((writer) => writer.stop()));
    expect(writers.flatMap(({ failures }) => failures)).toEqual([]);
    expect(Math.max(...stops)).toBeLessThan(REFUSED_AFTER_MS);
    const written = writers.flatMap((writer) => writer.written).sort();
    for (const text of [
      `select id from customers where organization_id = $1 and company_name = 'load' order by id`,
      `select id from ledger_entries where organization_id = $1 and memo = 'load' order by id`,
      `select id from audit_log where organization_id = $1 and action = 'load.write' order by id`,
    ]) {
      const rows = await servers.asked<{ id: string }>('south', text, [organization.organizationId]);
      expect(rows.map(({ id }) => id)).toEqual(written);
    }
    expect(await sealed(servers, 'south', organization)).toMatchObject({
      broken: null,
      own: '0',
      o_missing: '0',
      o_strays: '0',
    });
    expect(await leftovers(servers)).toEqual([]);
  });

  test('answers every call of the application as usual while it is moved, and has every posting once', async () => {
    const organization = await found({ name: 'Used books' });
    const { organizationId } = organization;
    const numbers: string[] = [];
    let isOver = false;
    const callers = [0, 1].map(async () => {
      while (!isOver) numbers.push(((await posted(organization)) as { id: string }).id);
    });
    await expect.poll(() => numbers.length).toBeGreaterThan(2);
    await move(organizationId, 'north');
    const atSwitch = numbers.length;
    await expect.poll(() => numbers.length).toBeGreaterThan(atSwitch + 2);
    isOver = true;
    // A call that failed rejects here.
    await Promise.all(callers);
    const documents = await servers.asked<{ id: string }>(
      'north',
      `select t.id from business_transactions t join ledger_entries e on e.organization_id = t.organization_id and e.id = t.ledger_entry_id
       where t.organization_id = $1 order by t.id`,
      [organizationId],
    );
    expect(documents.map(({ id }) => id)).toEqual([...numbers].sort());
    expect(await sealed(servers, 'north', organization)).toMatchObject({
      broken: null,
      own: '0',
      o_missing: '0',
      o_strays: '0',
    });
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
    const before = await contents(servers, 'north', organization);
    await move(organizationId, 'main');
    expect(await servers.asked('main', elsewhere, [organizationId])).toEqual([]);
    expect(await contents(servers, 'main', organization)).toEqual(before);
    expect([await gate(servers, 'main', organization), await gate(servers, 'north', organization)]).toEqual([
      'OPEN',
      'GONE',
    ]);
    expect((await journal(servers, organization)).map(({ step }) => step)).toEqual(['DONE', 'DONE']);
  });

  test('leaves old rows, which are removed only when its books pass verification where they are now', async () => {
    const organization = await found({ name: 'Old rows' });
    const other = await found({ name: 'Stays' });
    const { organizationId } = organization;
    await posted(organization);
    const untouched = await contents(servers, 'main', other);
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
    expect(Object.keys(await contents(servers, 'main', organization)).length).toBeGreaterThan(10);
    await spoil('-1');
    const [{ server, rows } = { server: '', rows: 0 }] = (await removeOld(wish)) as {
      server: string;
      rows: number;
    }[];
    expect(server).toBe('main');
    expect(rows).toBeGreaterThan(100);
    expect(await contents(servers, 'main', organization)).toEqual({});
    expect(await contents(servers, 'main', other)).toEqual(untouched);
    expect(await gate(servers, 'main', organization)).toBe('GONE');
    expect(await journal(servers, organization)).toMatchObject([
      { step: 'REMOVED', figures: { rowsRemoved: rows } },
    ]);
    // A move back does not need the old rows.
    await move(organizationId, 'main');
    expect((await contents(servers, 'main', organization)).ledger_lines?.length).toBeGreaterThan(1);
  });
});
