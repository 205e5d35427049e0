import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetEnv } from '@/lib/env';
import type { Pages } from './pages';

/** More than the buffers of two sockets take. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x');
const SETTINGS = { DAYBOOK_MAX_IN_FLIGHT: '2', DAYBOOK_TRUST_PROXY: '1' };

let server: Server;
/** The policies that the pages were handed, from which Next takes the nonce of its scripts. */
const handed: string[] = [];
/** The addresses they were given as their own. */
const answered: unknown[] = [];
const sockets: Socket[] = [];
const before = Object.keys(SETTINGS).map((name) => [name, process.env[name]] as const);

beforeAll(async () => {
  Object.assign(process.env, SETTINGS);
  forgetEnv();
  const { dispatch } = await import('./dispatch');
  const answer: Pages['answer'] = async (request, response) => {
    handed.push(String(request.headers['content-security-policy']));
    answered.push(request.headers['x-daybook-page']);
    response.end(request.url === '/large' ? LARGE : 'a page');
  };
  const { listener } = dispatch(
    { answer, warm: async () => undefined, close: async () => undefined },
    () => null,
    () => false,
  );
  server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
});

const port = () => (server.address() as AddressInfo).port;

describe('callers who do not read their answers', () => {
  it('take no place from others, and other requests behind theirs on one connection take none either', async () => {
    for (const index of [1, 2, 3, 4]) {
      const socket = connect(port(), '127.0.0.1');
      sockets.push(socket);
      socket.pause();
      const request = `GET /large HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.${index}\r\n\r\n`;
      const asked = once(server, 'request');
      socket.write(request.repeat(2));
      await asked;
    }
    const answer = await fetch(`http://127.0.0.1:${port()}/large`, {
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(LARGE.length);
  });
});

describe('a page', () => {
  it('runs only scripts with the nonce of its own answer, which no other answer has and no caller chooses', async () => {
    handed.length = 0;
    const policies: string[] = [];
    for (const index of [1, 2, 3]) {
      const { headers } = await fetch(`http://127.0.0.1:${port()}/books`, {
        headers: {
          'x-forwarded-for': `203.0.113.${index}`,
          'content-security-policy': "script-src 'unsafe-inline' 'nonce-chosen'",
        },
      });
      policies.push(headers.get('content-security-policy') ?? '');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(handed).toEqual(policies);
    const scripts = policies.map((policy) => /script-src ([^;]+)/.exec(policy)?.[1] ?? '');
    for (const sources of scripts) {
      expect(sources).toMatch(/^'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/);
    }
    expect(new Set(scripts).size).toBe(3);
    for (const policy of policies) {
      for (const rule of [
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(rule);
    }
  });
});

describe('a page', () => {
  it('gets the address that was requested, whatever the caller says it is', async () => {
    answered.length = 0;
    await fetch(`http://127.0.0.1:${port()}/books/acme/invoices?status=POSTED`, {
      headers: { 'x-forwarded-for': '203.0.113.50', 'x-daybook-page': '/books/other' },
    });
    expect(answered).toEqual(['/books/acme/invoices?status=POSTED']);
  });
});

describe('what Next would fail on', () => {
  /** A request as it stands; the status, and what the pages were asked for. */
  async function asked(method: string, target: string) {
    answered.length = 0;
    const socket = connect(port(), '127.0.0.1');
    sockets.push(socket);
    let said = '';
    socket.on('data', (piece) => {
      said += piece.toString();
    });
    const closed = once(socket, 'close');
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await closed;
    return [said.slice(9, 12), ...answered];
  }

  it.each(['/api/auth/%zz', '/api/auth/%ff', '/books/%c0%ae', '/login%', '/%ed%a0%80'])(
    'the path %s, which is no UTF-8, is not there',
    async (path) => {
      expect(await asked('GET', path)).toEqual(['404']);
    },
  );

  it.each(['TRACE', 'PROPFIND', 'SEARCH'])(
    'the method %s is refused, also where one signs in',
    async (method) => {
      for (const path of ['/', '/login', '/api/auth/session', '/api/auth/callback/credentials'])
        expect(await asked(method, path)).toEqual(['405']);
    },
  );

  it('a target with a host is read as a path of this site', async () => {
    expect(await asked('GET', 'http://evil.example/login?a=1')).toEqual(['200', '/login?a=1']);
    expect(await asked('GET', 'http://evil.example')).toEqual(['200', '/']);
  });
});

describe('signing out', () => {
  it('tells the browser to clear the pages it keeps to go back to, and no other answer does', async () => {
    const ask = (method: string, path: string) =>
      fetch(`http://127.0.0.1:${port()}${path}`, {
        method,
        headers: { 'x-forwarded-for': '203.0.113.40' },
        ...(method === 'POST' && { body: 'csrfToken=x' }),
      });
    expect((await ask('POST', '/api/auth/signout')).headers.get('clear-site-data')).toBe('"cache"');
    for (const [method, path] of [
      ['GET', '/api/auth/signout'],
      ['POST', '/api/auth/signin/credentials'],
      ['GET', '/books'],
    ] as const) {
      expect((await ask(method, path)).headers.get('clear-site-data'), `${method} ${path}`).toBeNull();
    }
  });
});
