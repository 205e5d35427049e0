import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { principalFrom } from '@/auth/principal';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceA } from '@/surfaces/a/surface';
import { surfaceB } from '@/surfaces/b/surface';
import { doorFor, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the law platform/claim-keys of prisma/sql.

let organization: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  organization = await foundTestOrganization();
  other = await foundTestOrganization();
});
afterAll(closeConnections);

const replayed = (sent: Sent) => sent.headers.get('idempotent-replayed') === 'true';
const idOf = (sent: Sent) => (sent.json as { id: string }).id;
const admin = () => doorFor(surfaceB, organization.principals.admin);

interface Kept {
  readonly key: string;
  readonly hours: string;
}

/** The stored row of a key, and an update of its expiry. */
const keptOf = (key: string) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    const { rows } = await client.query<Kept>(
      `select key, (extract(epoch from expires_at - created_at) / 3600)::text as hours from idempotency_keys where key = $1`,
      [key],
    );
    return rows;
  });
const letPass = (key: string, interval: string) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    await client.query(`update idempotency_keys set expires_at = expires_at - $2::interval where key = $1`, [
      key,
      interval,
    ]);
  });

describe('decisions, all surfaces, "Idempotency": 24 hours', () => {
  test('a key replays for 24 hours; after that it is a new key, even for another body', async () => {
    const headers = { 'idempotency-key': newId() };
    const send = (body: object) => admin().send('POST', '/api/departments', { body, headers });
    const first = await send({ name: 'First' });
    expect(first.status, first.text).toBe(201);
    expect((await keptOf(headers['idempotency-key'])).map(({ hours }) => Number(hours))).toEqual([24]);
    await letPass(headers['idempotency-key'], '23 hours 59 minutes');
    expect(replayed(await send({ name: 'First' }))).toBe(true);
    await letPass(headers['idempotency-key'], '2 minutes');
    const later = await send({ name: 'Second' });
    expect([later.status, replayed(later)]).toEqual([201, false]);
    expect(idOf(later)).not.toBe(idOf(first));
    const again = await send({ name: 'Second' });
    expect([again.text, replayed(again)]).toEqual([later.text, true]);
    expect((await keptOf(headers['idempotency-key'])).map(({ hours }) => Number(hours))).toEqual([24]);
  });
});

describe('decisions, all surfaces, "Idempotency": scope', () => {
  const body = { name: 'One body' };

  test('the same key and body on another route is another call', async () => {
    const headers = { 'idempotency-key': newId() };
    const sent = [
      await admin().send('POST', '/api/departments', { body, headers }),
      await admin().send('POST', '/api/locations', { body, headers }),
      await doorFor(surfaceA, organization.principals.admin).send('POST', '/prospects', { body, headers }),
    ];
    expect(sent.map((one) => [one.status, replayed(one)])).toEqual(sent.map(() => [201, false]));
    expect(await keptOf(headers['idempotency-key'])).toHaveLength(3);
  });

  test('the same key and body of another credential is another call', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await admin().send('POST', '/api/departments', { body, headers });
    const controller = doorFor(surfaceB, organization.principals.controller);
    const second = await controller.send('POST', '/api/departments', { body, headers });
    expect([second.status, replayed(second)]).toEqual([201, false]);
    expect(idOf(second)).not.toBe(idOf(first));
  });

  test('the same key, body and credential in another organization is another call', async () => {
    const headers = { 'idempotency-key': newId() };
    const here = organization.principals.admin;
    const there = principalFrom({
      organizationId: other.organizationId,
      actorKind: 'user',
      actorId: here.actor.id,
      actorName: here.actor.name,
      roles: here.roles,
      credential: here.credential,
    });
    const first = await admin().send('POST', '/api/departments', { body, headers });
    const second = await doorFor(surfaceB, there).send('POST', '/api/departments', { body, headers });
    expect([first.status, second.status, replayed(second)]).toEqual([201, 201, false]);
    expect(second.json).toMatchObject({ organizationId: other.organizationId });
  });

  test('the same key and body on another record of one route is 422: the path is part of the request', async () => {
    const headers = { 'idempotency-key': newId() };
    const a = doorFor(surfaceA, organization.principals.admin);
    const [one, two] = [
      await a.send('POST', '/prospects', { body }),
      await a.send('POST', '/prospects', { body }),
    ];
    const convert = (made: Sent) => a.send('POST', `/prospects/${idOf(made)}/convert-to-lead`, { headers });
    expect((await convert(one)).status).toBe(201);
    expect((await convert(two)).status).toBe(422);
    expect(replayed(await convert(one))).toBe(true);
  });

  const departments = async () =>
    ((await admin().send('GET', '/api/departments?limit=1000')).json as { id: string }[]).length;

  test('the same key with another body is 422 and creates nothing; with the first body it still replays', async () => {
    const headers = { 'idempotency-key': newId() };
    const send = (name: string) => admin().send('POST', '/api/departments', { body: { name }, headers });
    const first = await send('First');
    const before = await departments();
    expect((await send('Second')).status).toBe(422);
    expect(await departments()).toBe(before);
    const again = await send('First');
    expect([again.text, replayed(again)]).toEqual([first.text, true]);
  });

  test('the same key with another query is 422 and creates nothing; its parameters in another order are the same query', async () => {
    const headers = { 'idempotency-key': newId() };
    const send = (query: string) => admin().send('POST', `/api/departments?${query}`, { body, headers });
    const first = await send('a=1&b=2');
    expect(first.status, first.text).toBe(201);
    const before = await departments();
    for (const query of ['a=1&b=3', 'a=1', 'a=1&b=2&dryRun=false']) {
      expect((await send(query)).status, query).toBe(422);
    }
    expect(await departments()).toBe(before);
    const again = await send('b=2&a=1');
    expect([again.text, replayed(again)]).toEqual([first.text, true]);
  });

  test.each(['', 'x'.repeat(256)])(
    'an empty key or one of more than 255 characters is 400 and nothing is created',
    async (key) => {
      const sent = await admin().send('POST', '/api/departments', {
        body: { code: `K-${key.length}` },
        headers: { 'idempotency-key': key },
      });
      expect(sent.status).toBe(400);
      expect(
        (await admin().send('POST', '/api/departments', { body: { code: `K-${key.length}` } })).status,
      ).toBe(201);
    },
  );
});
