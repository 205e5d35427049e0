import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledServer, freePort, ready, type Started, startProgram } from '@/testing/server';

let program: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  program = await bundledServer();
});
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(port: number, more: Record<string, string> = {}): Started {
  const started = startProgram(program, port, more);
  running.add(started.process);
  void started.ended.then(() => running.delete(started.process));
  return started;
}

const token = (base: string, password = 'x', address = '127.0.0.1') =>
  fetch(`${base}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ grant_type: 'password', email: `nobody-${Math.random()}@example.test`, password }),
  });

/** What one server did from its start to its end: what it answered and, when it was asked to stop, how it ended and the traces it had sent. */
async function wholeLife() {
  const sent: string[] = [];
  const collector = createServer((socket) => {
    socket.on('data', (piece) => {
      sent.push(piece.toString());
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve));
  try {
    const server = start(await freePort(), {
      DAYBOOK_METRICS_OPEN: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    await ready(server);
    const get = (path: string) => fetch(`${server.base}${path}`);
    const health = await (await get('/healthz')).json();
    const { status: refused } = await token(server.base);
    const metrics = await (await get('/metrics')).text();
    const document = (await (await get('/openapi.json')).json()) as { openapi: string };
    const { status: procedure } = await get('/api/trpc/session.demoLogins');
    const unknown = await get('/prospects/nowhere/at/all');
    await fetch(`${server.base}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${TRACE}-${'cd'.repeat(8)}-01` },
      body: JSON.stringify({ grant_type: 'password', email: 'nobody-traced@example.test', password: 'x' }),
    });
    server.process.kill('SIGTERM');
    const ended = await server.ended;
    return { health, refused, metrics, document, procedure, unknown, ended, traces: sent.join('') };
  } finally {
    collector.close();
  }
}
const TRACE = 'ab'.repeat(16);

/** Each is done for whichever test asks first, and once: a start costs more than what is asked of it. */
let life: ReturnType<typeof wholeLife> | undefined;
const lived = () => {
  life ??= wholeLife();
  return life;
};
let limited: Promise<Started> | undefined;
/** A server that does at most four requests at a time. */
const narrow = () => {
  limited ??= (async () => {
    const server = start(await freePort(), { DAYBOOK_MAX_IN_FLIGHT: '4', DAYBOOK_TRUST_PROXY: '1' });
    await ready(server);
    return server;
  })();
  return limited;
};

describe('the server', () => {
  it('answers probes, metrics, the API document and the surfaces, and exits with 0 when asked to stop', async () => {
    const { health, refused, metrics, document, procedure, unknown, ended } = await lived();
    expect(health).toEqual({ status: 'ok' });
    expect(refused).toBe(400);
    expect(metrics).toMatch(/daybook_request_seconds_count\{operation="auth\.token",status="400"\} 1/);
    expect(document.openapi).toBe('3.1.0');
    expect(procedure).toBe(200);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('content-type')).toMatch(/json/);
    expect(ended).toMatchObject({ code: 0 });
  });

  it('sends its traces where the settings say: a request with the statements in it, in the caller’s trace', async () => {
    const { traces } = await lived();
    const spans = traces
      .split('"traceId":"')
      .filter((one) => one.startsWith(TRACE))
      .map((one) => /"name":"([^"]+)"/.exec(one)?.[1]);
    expect(spans).toContain('auth.token');
    expect(spans.some((name) => name?.startsWith('postgresql '))).toBe(true);
    expect(traces).not.toContain('nobody-traced');
  });

  it('finishes the requests in flight before it exits, and accepts no new ones', async () => {
    const server = start(await freePort());
    await ready(server);
    const inFlight = Array.from({ length: 8 }, () => token(server.base));
    // Once one is answered the server has received them all; verifying a password takes far
    // longer than receiving seven more.
    await Promise.race(inFlight);
    server.process.kill('SIGTERM');
    const statuses = (await Promise.all(inFlight.map((asked) => asked.catch(() => null)))).map(
      (answer) => answer?.status ?? 'refused',
    );
    // Every accepted request was answered; later ones were refused by the closed port.
    expect(new Set(statuses)).not.toContain(500);
    expect(statuses).toContain(400);
    expect(await server.ended).toMatchObject({ code: 0 });
    await expect(fetch(`${server.base}/healthz`)).rejects.toThrow();
  });

  it('refuses requests with 503 and Retry-After beyond its limit, keeps answering probes, and recovers', async () => {
    const server = await narrow();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => token(server.base, 'x', `192.0.2.${index}`)),
    );
    const shed = answers.filter(({ status }) => status === 503);
    expect(shed.length).toBeGreaterThan(0);
    expect(shed[0]?.headers.get('retry-after')).toBe('1');
    expect(await shed[0]?.json()).toMatchObject({ error: 'Service Unavailable', code: 'OVERLOADED' });
    expect(answers.length - shed.length).toBeGreaterThan(0);
    expect((await token(server.base)).status).toBe(400);
  });

  it('refuses with 429 only the caller that already uses half of the limit', async () => {
    const server = await narrow();
    const greedy = Array.from({ length: 40 }, () => token(server.base, 'x', '198.51.100.1'));
    const modest = token(server.base, 'x', '198.51.100.2');
    const statuses = (await Promise.all(greedy)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect((await modest).status).toBe(400);
  });
});

// Each is over before it serves anything: all at the same time.
describe.concurrent('the server that cannot start', () => {
  it('reports in one sentence that the port is in use', async () => {
    const port = await freePort();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, resolve));
    const { code, words } = await start(port).ended;
    squatter.close();
    expect({ code, words }).toEqual({
      code: 1,
      words: `Port ${port} is used by another program; stop it or set PORT to another port.`,
    });
  });

  it('reports in one sentence that the database does not answer, without showing its password', async () => {
    const port = await freePort();
    const { code, words } = await start(await freePort(), {
      DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${port}/books`,
    }).ended;
    expect(code).toBe(1);
    expect(words).toBe(
      `The database at 127.0.0.1:${port}/books does not respond; start it or set DATABASE_URL.`,
    );
  });

  it('reports in one sentence that the list of breached passwords is none', async () => {
    const { code, words } = await start(await freePort(), { DAYBOOK_BREACHED_PASSWORDS: 'package.json' })
      .ended;
    expect({ code, words }).toEqual({
      code: 1,
      words: 'The file of DAYBOOK_BREACHED_PASSWORDS is not a list of SHA-1 hashes, one per line.',
    });
  });

  it('names the missing setting', async () => {
    const { code, words } = await start(await freePort(), { DAYBOOK_SECRET: '' }).ended;
    expect(code).toBe(1);
    expect(words).toMatch(/DAYBOOK_SECRET/);
    expect(words.split('\n')).toHaveLength(1);
  });
});
