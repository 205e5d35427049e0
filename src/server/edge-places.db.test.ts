import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { restRouter } from '@/surfaces/rest';
import { DOWNLOADS } from '@/surfaces/trpc/download-path';
import { bundledServer, freePort, ready, type Started, startProgram } from '@/testing/server';

let program: string;
let server: Started;
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
  server = await start({ DAYBOOK_TRUST_PROXY: '1' });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL');
});

/** A connection that sends exactly this text, and what the server says on it. */
async function wire(words: string) {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.on('data', (piece) => {
    said += piece.toString();
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(words);
  return { socket, said: () => said, closed };
}

const upload = (address: string, body: string) =>
  `POST /api/uploads/imports?noun=vendors HTTP/1.1\r\nHost: daybook\r\nX-Forwarded-For: ${address}\r\nContent-Type: text/csv\r\nContent-Length: 1000000\r\n\r\n${body}`;

describe('the edge, without a sign-in', () => {
  it('uploads that no one may send hold no place while the rest of them arrives: others are answered meanwhile', async () => {
    const drawnOut = await Promise.all(
      Array.from({ length: 12 }, (_, index) => wire(upload(`192.0.2.${index}`, 'Name\n'))),
    );
    // As many as there are places, from other networks: each is judged, none finds the places taken.
    const judged = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        fetch(`${server.base}/api/uploads/imports?noun=vendors`, {
          method: 'POST',
          headers: { 'content-type': 'text/csv', 'x-forwarded-for': `198.51.100.${index}` },
          body: 'Name\nPaper Mill\n',
        }),
      ),
    );
    expect(judged.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    // They are still being drawn out.
    expect(drawnOut.filter(({ said }) => said() === '').length).toBeGreaterThan(4);
    await Promise.all(drawnOut.map(({ closed }) => closed));
  });

  it('the addresses of one IPv6 network are one caller, those of another are not', async () => {
    const limited = await start({ DAYBOOK_REQUESTS_PER_MINUTE: '20', DAYBOOK_TRUST_PROXY: '1' });
    const ask = (address: string) =>
      fetch(`${limited.base}/openapi.json`, { headers: { 'x-forwarded-for': address } });
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => ask(`2001:db8:7:7::${(index + 1).toString(16)}`)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await ask('2001:db8:7:8::1')).status).toBe(200);
  });

  it('probes that come at once share one question to the database, and do not take its connections', async () => {
    const probed = await start({ DAYBOOK_METRICS_OPEN: '1', DAYBOOK_POOL_SIZE: '40' });
    const probes = await Promise.all(Array.from({ length: 200 }, () => fetch(`${probed.base}/readyz`)));
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
    const metrics = await (await fetch(`${probed.base}/metrics`)).text();
    const [, connections] = /^daybook_pool_connections (\d+)$/m.exec(metrics) ?? [];
    expect(Number(connections)).toBeGreaterThan(0);
    expect(Number(connections)).toBeLessThan(40);
  });

  it.each([
    ['a request without Host', 'GET /prospects HTTP/1.1\r\n\r\n', 400],
    [
      'an expectation',
      'POST /prospects HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}',
      417,
    ],
    ['a target with a space', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    [
      'a length beside chunks',
      'POST /prospects HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])(
    '%s is refused, its connection closed, with the headers of every answer',
    async (_name, words, status) => {
      const asked = await wire(words);
      await asked.closed;
      expect(asked.said()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(asked.said()).toMatch(/^x-content-type-options: nosniff\r$/im);
      expect(asked.said()).toMatch(/^cache-control: no-store\r$/im);
    },
  );

  it('every operation of every door answers without a sign-in with headers against sniffing, framing and storing', async () => {
    const paths = [
      ...restRouter().surfaces.flatMap(({ routes }) =>
        routes.map(({ method, path }) => [
          method,
          path.replaceAll(/\{\w+\}/g, '01940000-0000-7000-8000-00000000dead'),
        ]),
      ),
      ...DOWNLOADS.map((name) => ['GET', `/api/downloads/${name}`]),
      ['GET', '/api/downloads/nothing'],
      ['POST', '/api/uploads/imports?noun=vendors'],
      ['GET', '/api/uploads/imports'],
      ['GET', '/scim/v2/nothing'],
      ['GET', '/api/trpc/nothing.here'],
    ] as const;
    expect(paths.some(([, path]) => path?.startsWith('/scim/'))).toBe(true);
    const wrong: string[] = [];
    let address = 0;
    for (const [method = 'GET', path = '/'] of paths) {
      address += 1;
      const { status, headers } = await fetch(`${server.base}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.${Math.floor(address / 200)}.${address % 200}`,
        },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      const holds =
        status < 500 &&
        headers.get('x-content-type-options') === 'nosniff' &&
        headers.get('x-frame-options') === 'DENY' &&
        headers.get('content-security-policy')?.includes("frame-ancestors 'none'") === true &&
        headers.get('permissions-policy')?.includes('camera=()') === true &&
        headers.get('cache-control')?.includes('no-store') === true;
      if (!holds) wrong.push(`${method} ${path} → ${status} ${headers.get('cache-control')}`);
    }
    expect(wrong).toEqual([]);
    expect(paths.length).toBeGreaterThan(150);
  });
});
