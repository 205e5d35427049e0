import type { ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundledServer, freePort, ready, type Started, startProgram } from '@/testing/server';

let program: string;
let server: Started;
/** A server with settings of its own, which several tests ask about: few requests at a time, a token for metrics, a secure address. */
let guarded: Started;
const METRICS_TOKEN = 'a-token-of-some-length';
const processes: ChildProcess[] = [];
const sockets: Socket[] = [];

async function start(more: Record<string, string> = {}): Promise<Started> {
  const started = startProgram(program, await freePort(), more);
  processes.push(started.process);
  await ready(started);
  return started;
}

beforeAll(async () => {
  program = await bundledServer();
  const settings = {
    DAYBOOK_MAX_IN_FLIGHT: '4',
    DAYBOOK_METRICS_TOKEN: METRICS_TOKEN,
    DAYBOOK_BASE_URL: 'https://books.example.test',
  };
  [server, guarded] = await Promise.all([start(), start(settings)]);
});
const hangUp = (kept: Socket[]) => {
  for (const socket of kept.splice(0)) socket.destroy();
};
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL');
});

interface Wire {
  readonly socket: Socket;
  /** Everything the server has sent so far. */
  said(): string;
  readonly closed: Promise<void>;
}

/** A connection that sends exactly this text, and more only when told to. */
async function wire(port: number, words: string, kept = sockets): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  kept.push(socket);
  let said = '';
  socket.on('data', (piece) => {
    said += piece.toString();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.write(words);
  return { socket, said: () => said, closed };
}

const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: daybook\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

const json = (path: string, body: string) =>
  fetch(`${server.base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.concurrent('the edge, without a sign-in', () => {
  afterEach(() => hangUp(sockets));

  it.sequential('every request to change the protocol is answered and its socket closed; a thousand of them leave no connection open', async () => {
    const upgrade =
      'GET / HTTP/1.1\r\nHost: daybook\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\nSec-WebSocket-Version: 13\r\n\r\n';
    for (let round = 0; round < 10; round += 1) {
      const wires = await Promise.all(Array.from({ length: 100 }, () => wire(server.port, upgrade)));
      await Promise.all(wires.map(({ closed }) => closed));
      expect(wires.every(({ said }) => said().startsWith('HTTP/1.1 400'))).toBe(true);
    }
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
  });

  it.sequential('CONNECT is refused and its socket closed', async () => {
    const asked = await wire(server.port, 'CONNECT example.test:443 HTTP/1.1\r\nHost: example.test\r\n\r\n');
    await asked.closed;
    expect(asked.said()).toMatch(/^HTTP\/1\.1 405/);
  });

  it.sequential('one address may not send more than its share of bodies at once', async () => {
    const slow = await Promise.all(
      Array.from({ length: 129 }, () =>
        wire(server.port, post('/auth/token', 'Content-Length: 100\r\n', '{')),
      ),
    );
    await until(() => slow.some(({ said }) => said() !== ''));
    expect(slow.filter(({ said }) => said().startsWith('HTTP/1.1 429'))).toHaveLength(1);
  });

  it.sequential('an upload alone may be larger than 1 MiB: without a sign-in it is answered, not cut off, and gives its place back', async () => {
    const body = 'Name,Code\n'.repeat(400_000);
    for (let round = 0; round < 6; round += 1) {
      const answer = await fetch(`${server.base}/api/uploads/imports?noun=vendors`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body,
      });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ data: { refusal: { code: 'UNAUTHENTICATED' } } });
    }
  });

  it.sequential('a body over 1 MiB is refused by every surface and by tRPC, with or without Content-Length, and is never held in memory', async () => {
    const announced = await wire(server.port, post('/api/trpc/session.me', 'Content-Length: 600000000\r\n'));
    await announced.closed;
    expect(announced.said()).toMatch(/^HTTP\/1\.1 413/);
    expect(announced.said()).toContain('PAYLOAD_TOO_LARGE');
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    for (const path of ['/auth/token', '/prospects', '/api/customers', '/api/v1/subsidiaries']) {
      const chunked = await wire(
        server.port,
        post(path, 'Transfer-Encoding: chunked\r\n', `${chunk}${chunk}`),
      );
      await until(() => chunked.said() !== '');
      expect(chunked.said()).toMatch(/^HTTP\/1\.1 4(?:01|13)/);
    }
  });

  it.sequential('JSON nested beyond 64 levels is a bad request, in a body and in a tRPC query', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect((await json('/auth/token', deep)).status).toBe(400);
    expect((await json('/api/trpc/session.me', `{"json":${deep}}`)).status).toBe(400);
    const asked = await fetch(`${server.base}/api/trpc/session.me?input=${'['.repeat(5_000)}`);
    expect(asked.status).toBe(400);
  });

  it.sequential('a batch of more than 32 procedures is refused, and one of 32 is accepted', async () => {
    const batch = (calls: number) =>
      fetch(`${server.base}/api/trpc/${Array(calls).fill('session.demoLogins').join(',')}?batch=1&input={}`);
    expect((await batch(33)).status).toBe(400);
    expect((await batch(32)).status).toBe(200);
  });

  it.sequential('metrics are not served unless opened to everyone or requested with the token', async () => {
    expect((await fetch(`${server.base}/metrics`)).status).toBe(401);
    const ask = (token: string) =>
      fetch(`${guarded.base}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask('a-token-of-some-other')).status).toBe(401);
    expect((await ask(METRICS_TOKEN)).status).toBe(200);
  });

  it.sequential('an address that sends too many requests gets Retry-After, while another one is served', async () => {
    const limited = await start({ DAYBOOK_REQUESTS_PER_MINUTE: '20', DAYBOOK_TRUST_PROXY: '1' });
    const ask = (address: string) =>
      fetch(`${limited.base}/openapi.json`, { headers: { 'x-forwarded-for': address } });
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask('192.0.2.1')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('192.0.2.2')).status).toBe(200);
  });

  it.sequential('every answer forbids content sniffing, framing and unneeded browser features, and is not stored', async () => {
    const statuses = new Set<number>();
    for (const [method, path, body] of [
      ['GET', '/healthz'],
      ['GET', '/readyz'],
      ['GET', '/metrics'],
      ['GET', '/openapi.json'],
      ['GET', '/prospects'],
      ['GET', '/employees'],
      ['GET', '/api/customers'],
      ['GET', '/api/v1/subsidiaries'],
      ['GET', '/api/external/budget-views'],
      ['PATCH', '/prospects'],
      ['POST', '/auth/token', '{'],
      ['POST', '/auth/token', ' '.repeat(1_100_000)],
      ['GET', '/api/trpc/session.me'],
      ['GET', '/api/trpc/session.demoLogins'],
      ['GET', '/nowhere'],
      ['POST', '/nowhere', '{}'],
    ] as const) {
      const { headers, status } = await fetch(`${server.base}${path}`, {
        method,
        ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
      statuses.add(status);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('x-frame-options'), path).toBe('DENY');
      expect(headers.get('permissions-policy'), path).toContain('camera=()');
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
      expect(headers.get('strict-transport-security'), path).toBeNull();
      if (path !== '/openapi.json') expect(headers.get('cache-control'), path).toContain('no-store');
    }
    expect([...statuses].sort()).toEqual([200, 400, 401, 404, 405, 413]);
    for (const words of [
      'nonsense\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ]) {
      const broken = await wire(server.port, words);
      await broken.closed;
      expect(broken.said()).toMatch(/^HTTP\/1\.1 400 /);
      expect(broken.said()).toContain('X-Content-Type-Options: nosniff');
      expect(broken.said()).toContain('Cache-Control: no-store');
    }
    const traced = await wire(
      server.port,
      'TRACE / HTTP/1.1\r\nHost: a\r\nX-Secret: s\r\nConnection: close\r\n\r\n',
    );
    await traced.closed;
    expect(traced.said()).toMatch(/^HTTP\/1\.1 40[45] /);
    expect(traced.said()).not.toContain('X-Secret');
    const { headers } = await fetch(`${guarded.base}/healthz`);
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
  });
});

// They wait for the server's limits of seconds: at the same time as the others, which follow each other.
describe.concurrent('the edge, without a sign-in, after seconds', () => {
  /** Closed by the server, and in the end here. */
  const patient: Socket[] = [];
  afterAll(() => hangUp(patient));

  it('bodies that never end take no capacity from other requests, and are dropped after seconds', async () => {
    const slow = await Promise.all(
      Array.from({ length: 64 }, () =>
        wire(guarded.port, post('/auth/token', 'Content-Length: 100\r\n', '{'), patient),
      ),
    );
    const answered = await fetch(`${guarded.base}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', email: 'nobody@example.test', password: 'x' }),
    });
    expect(answered.status).toBe(400);
    await Promise.all(slow.map(({ closed }) => closed));
    expect(slow.every(({ said }) => said().startsWith('HTTP/1.1 408'))).toBe(true);
  });

  it('a connection that sends nothing, or never finishes its headers, is closed', async () => {
    const silent = await wire(server.port, '', patient);
    const halting = await wire(server.port, 'GET / HTTP/1.1\r\nHost: ', patient);
    await Promise.all([silent.closed, halting.closed]);
    expect(halting.said()).toMatch(/^HTTP\/1\.1 408/);
  });

  it('asked to stop, it exits within seconds, whatever is connected', async () => {
    const stopped = await start();
    const wires = await Promise.all([
      wire(stopped.port, '', patient),
      wire(stopped.port, 'GET / HTTP/1.1\r\nHost: ', patient),
      wire(stopped.port, post('/auth/token', 'Content-Length: 100\r\n', '{'), patient),
      wire(stopped.port, 'GET /healthz HTTP/1.1\r\nHost: daybook\r\n\r\n', patient),
    ]);
    await until(() => wires[3]?.said().startsWith('HTTP/1.1 200') ?? false);
    stopped.process.kill('SIGTERM');
    expect(await stopped.ended).toMatchObject({ code: 0 });
    await Promise.all(wires.map(({ closed }) => closed));
  });
});
