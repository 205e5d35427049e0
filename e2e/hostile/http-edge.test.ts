import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundledServer, freePort, ready, type Started, startProgram } from '@/testing/server';
import { doorRoutes } from '../support/doors';
import { UNKNOWN } from '../support/generated/generated';

let server: Started;
const processes: ChildProcess[] = [];
const sockets: Socket[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  const program = await bundledServer();
  // Each caller below has a separate address, as behind a proxy, so that no rate limit answers in place of what is tested.
  server = startProgram(program, await freePort(), { DAYBOOK_TRUST_PROXY: '1' });
  processes.push(server.process);
  await ready(server);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => {
  agent.destroy();
  for (const child of processes) child.kill('SIGKILL');
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let callers = 0;

/** An address that no earlier request had. */
function freshAddress(): string {
  callers += 1;
  return `2001:db8:${Math.floor(callers / 60_000).toString(16)}:${(callers % 60_000).toString(16)}::1`;
}

/** One request of any method, path and body, from a separate address. */
function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.port,
        agent,
        method,
        path,
        headers: {
          'x-forwarded-for': freshAddress(),
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on('error', reject);
      },
    );
    sent.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
    sent.end(body);
  });
}

/** Everything the server sends on a connection that sends exactly these bytes, until it closes the connection. */
async function told(words: string | Buffer): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.on('data', (piece) => {
    said += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(words);
  await closed;
  return said;
}

/** The status line of each answer; one may begin where the previous body ends, on the same line. */
const answersIn = (said: string) => said.match(/HTTP\/1\.1 \d{3} /g) ?? [];

/** One path of every operation of every door, tRPC and the sign-in of browsers among them. */
const everyPath = (): string[] => [
  ...new Set([
    ...doorRoutes().map(({ path }) => path.replaceAll(/\{\w+\}/g, UNKNOWN)),
    ...['/api/trpc/session.me', '/api/trpc/nothing.here', '/api/auth/session', '/api/auth/callback/oidc'],
    ...['/', '/login', '/healthz', '/readyz', '/metrics', '/nowhere', '/api/nowhere', '/_next/static/x.js'],
  ]),
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;

/** What another site’s page would send to find out whether it may read or write here. */
const FROM_ANOTHER_SITE = {
  origin: 'https://evil.example',
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization, x-idp-organization-id',
  'access-control-request-private-network': 'true',
  range: 'bytes=0-0',
  'x-canary': 'canary-of-a-header',
};

/** What is wrong with an answer that anyone may receive, in words; an empty list when nothing is. */
function wrongWith(method: string, path: string, { status, headers, text }: Answer): string[] {
  return [
    ...(status >= 500 ? [`answers ${status}`] : []),
    ...(status === 206 ? ['gives a part, which only files may'] : []),
    ...Object.keys(headers).filter((name) => name.startsWith('access-control-')),
    ...(text.includes('canary-of-a-header') ? ['says back what was sent'] : []),
    ...(method === 'HEAD' && text !== '' ? ['answers HEAD with a body'] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['may be sniffed']),
    // The description of the API is the same for everyone.
    ...(headers['cache-control']?.includes('no-store') || path === '/openapi.json' ? [] : ['may be stored']),
  ];
}

describe('every method at every path, without a sign-in and from another site', () => {
  it('is answered without an error of the server, lets no other site read or write, repeats nothing it was sent, and is not stored', async () => {
    const wrong: string[] = [];
    const asked = everyPath().flatMap((path) => METHODS.map((method) => [method, path] as const));
    expect(asked.length).toBeGreaterThan(1_500);
    await inTurns(asked, async ([method, path]) => {
      const hasBody = !['GET', 'HEAD', 'TRACE', 'OPTIONS'].includes(method);
      const headers = { ...FROM_ANOTHER_SITE, ...(hasBody && { 'content-type': 'application/json' }) };
      const answer = await ask(method, path, headers, hasBody ? '{}' : undefined).catch(
        (error: Error) => error,
      );
      if (answer instanceof Error) {
        wrong.push(answer.message);
        return;
      }
      if (path === '/readyz' || path === '/healthz') return;
      for (const what of wrongWith(method, path, answer))
        wrong.push(`${method} ${path} ${answer.status}: ${what}`);
      if (method === 'TRACE' && answer.status < 400) wrong.push(`TRACE ${path} ${answer.status}`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Eight at a time, so that the whole takes seconds and no limit on requests at once is met. */
async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const turn = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: 8 }, turn));
}

/** Ends of paths that programs in front and behind could read differently. */
const STRANGE = [
  ...['%00', '%00.json', 'x%00y', '%c0%ae%c0%ae%c0%af', '%e0%80%af', '%f0%80%80%af', '%ed%a0%80', '%ff%fe'],
  ...['..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '..%5c..%5cx', '..;/x', '../../../etc/passwd'],
  ...['%', '%zz', '%u002e', '%252e%252e%252f', '//evil.example', '/%2f%2fevil.example', '\\\\evil.example'],
  ...[';jsessionid=1', '?', '??', '?=&=&&%', '?a[__proto__][x]=1', '#fragment', '%23', '%3f', '~', '*', "'"],
  ...['x'.repeat(7_000), `?${'a=1&'.repeat(1_800)}`, `?x=${'%00'.repeat(2_000)}`, `?${'[]='.repeat(2_000)}`],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty'],
];

describe('a path that programs read differently', () => {
  it('is unknown or refused at every endpoint: no server error, no file from the disk, no redirect to another site', async () => {
    const wrong: string[] = [];
    const doors = new Map(doorRoutes().map(({ door, path }) => [door, path.split('{')[0] ?? '/']));
    const bases = [...doors.values(), '/', '/api/trpc/', '/api/auth/', '/_next/static/', '/api/downloads/'];
    const asked = bases.flatMap((base) => STRANGE.map((end) => `${base.replace(/\/$/, '')}/${end}`));
    expect(asked.length).toBeGreaterThan(400);
    await inTurns(asked, async (path) => {
      const answer = await ask('GET', path);
      const { location } = answer.headers;
      if (answer.status >= 500) wrong.push(`${path.slice(0, 80)} → ${answer.status}`);
      if (answer.text.includes('root:')) wrong.push(`${path.slice(0, 80)} gives a file of the disk`);
      if (location !== undefined && !/^\/(?![/\\])/.test(location))
        wrong.push(`${path.slice(0, 80)} leads to ${location}`);
      for (const what of wrongWith('GET', path, answer)) wrong.push(`${path.slice(0, 80)}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });
});

const HIDDEN = 'GET /metrics HTTP/1.1\r\nHost: hidden\r\n\r\n';
const post = (headers: string, body: string) =>
  `POST /auth/token HTTP/1.1\r\nHost: daybook\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

describe('a request that two servers could read as one or as two', () => {
  it.each([
    ['two hosts', `GET /prospects HTTP/1.1\r\nHost: daybook\r\nHost: evil.example\r\n\r\n`],
    ['the same host twice', `GET /prospects HTTP/1.1\r\nHost: daybook\r\nhost: daybook\r\n\r\n`],
    [
      'a length beside chunks',
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
    ],
    [
      'chunks beside a length',
      post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${HIDDEN}`),
    ],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 44\r\n', HIDDEN)],
    ['a list of lengths', post('Content-Length: 0, 44\r\n', HIDDEN)],
    ['a length with a sign', post('Content-Length: +0\r\n', HIDDEN)],
    ['a length below zero', post('Content-Length: -1\r\n', HIDDEN)],
    ['a length in another base', post('Content-Length: 0x0\r\n', HIDDEN)],
    ['a length beyond every number', post('Content-Length: 99999999999999999999999\r\n', HIDDEN)],
    ['chunks that are not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`)],
    [
      'chunks twice',
      post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${HIDDEN}`),
    ],
    ['an unknown coding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a blank before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a header that goes on in the next line', post('X-A: b\r\n Transfer-Encoding: chunked\r\n', HIDDEN)],
    ['a line that ends with a line feed alone', `GET /prospects HTTP/1.1\nHost: daybook\n\n${HIDDEN}`],
    ['a line that ends with a return alone', `GET /prospects HTTP/1.1\rHost: daybook\r\r${HIDDEN}`],
    ['a NUL in a header', `GET /prospects HTTP/1.1\r\nHost: day\0book\r\n\r\n${HIDDEN}`],
    ['a NUL in the target', `GET /pros\0pects HTTP/1.1\r\nHost: daybook\r\n\r\n${HIDDEN}`],
    [
      'a chunk longer than every number',
      post('Transfer-Encoding: chunked\r\n', `FFFFFFFFFFFFFFFFF\r\n${HIDDEN}`),
    ],
    ['a chunk whose length is none', post('Transfer-Encoding: chunked\r\n', `0x0\r\n\r\n${HIDDEN}`)],
    [
      'a chunk with an extension without end',
      post('Transfer-Encoding: chunked\r\n', `1;${'a'.repeat(100_000)}`),
    ],
    ['a version that there is not', `GET /prospects HTTP/9.9\r\nHost: daybook\r\n\r\n${HIDDEN}`],
    ['HTTP/2 without being asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ])('%s is refused once, and nothing sent after it is processed', async (_what, words) => {
    const said = await told(Buffer.from(words, 'latin1'));
    expect(answersIn(said)).toHaveLength(1);
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(said).toMatch(/^connection: close\r$/im);
    expect(said).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('an absolute request target is answered as a path of this site, whatever host it names', async () => {
    const said = await told(
      'GET http://evil.example/prospects?x=1 HTTP/1.1\r\nHost: daybook\r\nConnection: close\r\n\r\n',
    );
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
    expect(said).not.toContain('evil.example');
  });

  it('pipelined requests are each answered, in order', async () => {
    const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: daybook\r\n${more}\r\n`;
    const last = one('/healthz', 'Connection: close\r\n');
    const said = await told(`${one('/healthz')}${one('/prospects')}${one('/nowhere')}${last}`);
    expect(answersIn(said).map((line) => line.slice(9, 12))).toEqual(['200', '401', '404', '200']);
  });

  it.each([
    ['bytes that are not a request', 'nonsense\r\n\r\n'],
    ['a request with two lengths', post('Content-Length: 0\r\nContent-Length: 44\r\n', HIDDEN)],
    [
      'a request to change the protocol',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ])('the refusal of %s is never read as the answer of the request before it', async (_what, behind) => {
    const body = JSON.stringify({ grant_type: 'password', email: 'no-one@example.test', password: 'x' });
    // Checking a password takes long enough for the request after it to arrive.
    const said = await told(`${post(`Content-Length: ${body.length}\r\n`, body)}${behind}`);
    expect(said === '' || said.includes('invalid_grant')).toBe(true);
  });
});

describe('a compressed body', () => {
  it('is not decompressed at any endpoint, so that a small one cannot become a large one', async () => {
    const signIn = JSON.stringify({ grant_type: 'password', email: 'nobody@example.test', password: 'x' });
    expect(await ask('POST', '/auth/token', { 'content-type': 'application/json' }, signIn)).toMatchObject({
      status: 400,
      text: expect.stringContaining('invalid_grant'),
    });
    const packed = gzipSync(`${signIn.slice(0, -1)},"x":"${' '.repeat(50_000_000)}"}`);
    expect(packed.length).toBeLessThan(100_000);
    for (const coding of ['gzip', 'x-gzip', 'br', 'deflate', 'zstd', 'gzip, gzip']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      const answer = await ask('POST', '/auth/token', headers, packed);
      expect([coding, answer.status]).toEqual([coding, 400]);
      expect(answer.text).not.toContain('invalid_grant');
      expect((await ask('POST', '/api/trpc/session.me', headers, packed)).status).toBe(400);
    }
  });
});
