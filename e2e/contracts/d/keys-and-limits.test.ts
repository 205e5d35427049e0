import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceD, surfaceDAt } from '@/surfaces/d/surface';
import { inboundFromRequest } from '@/surfaces/kit/inbound';
import { createRouter } from '@/surfaces/kit/router';
import { contend, valuesOf } from '@/testing/contenders';
import { openDoor, type Sent } from '@/testing/door';
import { issueApiKey, revokeApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { grantRequest } from '@/usecases/limits/grant-request';
import { type ExternalWorld, externalDoor, externalWorld } from '../../support/external';

let world: ExternalWorld;
// Later than any machine's clock: a job, which other tests run in the same database, removes counters that were not used for two days.
const MIDNIGHT = Date.UTC(2099, 10, 21);

beforeAll(async () => {
  world = await externalWorld();
});
afterAll(closeConnections);

const path = () => `/api/external/budget-views?project_id=${world.projectId}`;
const unauthorized = { status: 401, body: { error: 'Missing or invalid API key.' } };
const says = (sent: Sent) => ({ status: sent.status, body: sent.json });

describe('5 API key headers', () => {
  it('are all required: any missing, wrong or mismatched one is the same 401 {error}', async () => {
    const headers = await world.headersFor(world.companyId);
    const door = openDoor(surfaceD);
    expect((await door.send('GET', path(), { headers })).status).toBe(200);
    for (const name of Object.keys(headers)) {
      const { [name]: _left, ...rest } = headers;
      for (const wrong of [rest, { ...rest, [name]: 'x' }, { ...rest, [name]: newId() }]) {
        expect(says(await door.send('GET', path(), { headers: wrong as Record<string, string> }))).toEqual(
          unauthorized,
        );
      }
    }
    const mismatched = { ...headers, 'x-company-id': world.other.companyId };
    expect(says(await door.send('GET', path(), { headers: mismatched }))).toEqual(unauthorized);
    const forged = { ...headers, 'x-api-key': `${headers['x-api-key']?.slice(0, -1)}x` };
    expect(says(await door.send('GET', path(), { headers: forged }))).toEqual(unauthorized);
  });

  it('of a revoked key are refused', async () => {
    const { key, apiKey } = await runForOutput(issueApiKey, world.books.callAs('admin'), {
      name: 'Short-lived',
      companyId: world.companyId,
    });
    await runForOutput(revokeApiKey, world.books.callAs('admin'), { id: apiKey.id });
    const headers = {
      'x-api-key': key,
      'x-organization-id': world.books.organizationId,
      'x-company-id': world.companyId,
    };
    expect(says(await openDoor(surfaceD).send('GET', path(), { headers }))).toEqual(unauthorized);
  });

  it('of a key without the scope are 403 {error}, and nothing is created', async () => {
    const send = externalDoor(await world.headersFor(world.companyId, ['project.read']));
    expect((await send('GET', `budget-views?project_id=${world.projectId}`)).status).toBe(200);
    const gl = await send('GET', 'gl/overview');
    expect([gl.status, Object.keys(gl.json as object)]).toEqual([403, ['error']]);
    const order = await send('POST', 'create-purchase-order', {
      body: {
        project_id: world.projectId,
        vendor_id: world.books.ids.vendor,
        order_date: '2026-11-20',
        lines: [{ cost_code: 'a', description: 'b', quantity: '1', unit_price: '1' }],
      },
    });
    expect(order.status).toBe(403);
  });
});

describe('8 rate limits per key', () => {
  const at = (moment: () => number, headers: Record<string, string>) => {
    const door = openDoor(surfaceDAt(() => new Date(moment())));
    return (count: number) =>
      Promise.all(Array.from({ length: count }, () => door.send('GET', path(), { headers })));
  };
  const passed = (answers: readonly Sent[]) => answers.filter((one) => one.status === 200).length;

  /** Creates the counter of the newest key and locks it until all requests that increment it are waiting. */
  const holdNewestCounter = async (client: pg.ClientBase) => {
    await client.query(`select set_config('app.organization_id', $1, true)`, [world.books.organizationId]);
    await client.query(
      `insert into rate_counters (key)
       select 'api_key:' || id from api_keys where organization_id = $1 order by created_at desc, id desc limit 1`,
      [world.books.organizationId],
    );
  };

  it('allow 100 within 60 seconds, however many arrive at once, and are stated in RateLimit, RateLimit-Policy, Retry-After', async () => {
    let now = MIDNIGHT;
    const ask = at(() => now, await world.headersFor(world.companyId));
    const answers = valuesOf(
      await contend(
        holdNewestCounter,
        Array.from({ length: 130 }, () => async () => (await ask(1))[0]),
        { waiting: 10 },
      ),
    ).filter((one) => one !== undefined);
    expect(passed(answers)).toBe(100);
    const refused = answers.find((one) => one.status === 429);
    expect(refused?.json).toEqual({ error: 'Rate limit exceeded: 100 requests per minute.' });
    expect(refused?.headers.get('retry-after')).toBe('61');
    expect(refused?.headers.get('ratelimit')).toBe('"minute";r=0;t=61');
    const policy = '"minute";q=100;w=60, "day";q=5000;w=86400';
    expect(refused?.headers.get('ratelimit-policy')).toBe(policy);
    const accepted = answers.find((one) => one.status === 200);
    expect(accepted?.headers.get('ratelimit-policy')).toBe(policy);
    expect(accepted?.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=61, "day";r=49\d\d;t=\d+$/);
    now += 59_000;
    expect(passed(await ask(3))).toBe(0);
    now += 2_000;
    expect(passed(await ask(3))).toBe(3);
  });

  it('use a sliding window: in no 60 seconds are there more than 100', async () => {
    let now = MIDNIGHT;
    const ask = at(() => now, await world.headersFor(world.companyId));
    expect(passed(await ask(50))).toBe(50);
    now += 30_000;
    expect(passed(await ask(70))).toBe(50);
    now += 31_000;
    expect(passed(await ask(70))).toBe(50);
    now += 30_000;
    expect(passed(await ask(70))).toBe(50);
  });

  it('count by the database’s clock by default, and separately for each key', async () => {
    const [one, two] = [await world.headersFor(world.companyId), await world.headersFor(world.companyId)];
    const door = openDoor(surfaceD);
    const ask = (headers: Record<string, string>, count: number) =>
      Promise.all(Array.from({ length: count }, () => door.send('GET', path(), { headers })));
    expect(passed(await ask(one, 120))).toBe(100);
    expect(passed(await ask(two, 5))).toBe(5);
  });

  it('are counted in the database, so that a second instance shares the count', async () => {
    const headers = await world.headersFor(world.companyId);
    const here = openDoor(surfaceD);
    const ask = (door: typeof here, count: number) =>
      Promise.all(Array.from({ length: count }, () => door.send('GET', path(), { headers })));
    expect(passed(await ask(here, 60))).toBe(60);
    // The same code loaded again: no shared memory, another connection pool.
    vi.resetModules();
    const other = await import('@/surfaces/d/surface');
    const { openDoor: openOther } = await import('@/testing/door');
    expect(other.surfaceD).not.toBe(surfaceD);
    const there = openOther(other.surfaceD);
    expect(passed(await ask(there, 60))).toBe(40);
    expect(passed(await ask(here, 1))).toBe(0);
    const { closeConnections: closeOther } = await import('@/db/client');
    await closeOther();
  });

  it('are applied before the body is read', async () => {
    let now = MIDNIGHT;
    const headers = await world.headersFor(world.companyId);
    await at(() => now, headers)(100);
    const door = openDoor(surfaceDAt(() => new Date(now)));
    const sent = await door.send('POST', '/api/external/create-purchase-order', {
      headers,
      raw: '{not json',
    });
    expect(sent.status).toBe(429);
    now += 61_000;
    const later = await door.send('POST', '/api/external/create-purchase-order', {
      headers,
      raw: '{not json',
    });
    expect(later.status).toBe(400);
  });

  it('allow 5,000 within 24 hours and no more', async () => {
    const key = `test:${newId()}`;
    const limits = { minute: 100, day: 5_000 };
    let now = MIDNIGHT;
    const ask = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => grantRequest(key, limits, new Date(now))));
    const won = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
      outcomes.filter((one) => one.status === 'fulfilled').length;
    let total = 0;
    for (let minute = 0; minute < 52; minute += 1) {
      total += won(await ask(100));
      now += 61_000;
    }
    expect(total).toBe(5_000);
    const [refused] = await ask(1);
    expect(refused).toMatchObject({
      reason: { refusal: { code: 'RATE_LIMITED', data: { window: 'day', limit: 5_000 } } },
    });
    // The last moment of the first day: still nothing left. Requests that are 24 hours old no longer count, so those of
    // the first ten minutes are available again.
    now = MIDNIGHT + 86_400_000 - 1_000;
    expect(won(await ask(1))).toBe(0);
    now = MIDNIGHT + 86_400_000 + 600_000;
    expect(won(await ask(100))).toBe(100);
  });
});

describe('failed authentication', () => {
  it('is limited by address: after 60 in a minute 429 with Retry-After, while a valid key is still accepted', async () => {
    const router = createRouter([surfaceDAt(() => new Date(MIDNIGHT))], { fallback: () => surfaceD });
    const address = `192.0.2.${newId()}`;
    const ask = async (headers: Record<string, string>) => {
      const request = new Request(`http://daybook.test${path()}`, { headers });
      const answer = await router.handle(inboundFromRequest(request, address));
      return { status: answer?.status, retry: answer?.headers['retry-after'] };
    };
    const good = await world.headersFor(world.companyId);
    const bad = { ...good, 'x-api-key': 'nonsense' };
    const answers = await Promise.all(Array.from({ length: 70 }, () => ask(bad)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(answers.filter(({ status, retry }) => status === 429 && retry === '61')).toHaveLength(10);
    expect((await ask(good)).status).toBe(200);
  });
});
