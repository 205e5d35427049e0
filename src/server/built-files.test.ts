import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltFiles } from './built-files';

const SCRIPT = 'export const words = "debits equal credits";\n'.repeat(400);
const FONT = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7) % 256));

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'daybook-built-'));
  const built = path.join(folder, 'static');
  mkdirSync(path.join(built, 'chunks', '[org]'), { recursive: true });
  mkdirSync(path.join(built, 'media'));
  writeFileSync(path.join(built, 'chunks', 'one.js'), SCRIPT);
  writeFileSync(path.join(built, 'chunks', 'two.js'), SCRIPT);
  writeFileSync(path.join(built, 'chunks', '[org]', 'page.css'), 'a{color:red}');
  writeFileSync(path.join(built, 'media', 'inter.woff2'), FONT);
  writeFileSync(path.join(built, 'chunks', 'one.js.map'), '{}');
  writeFileSync(path.join(folder, 'secret.js'), 'secret');
  const files = new BuiltFiles(built);
  server = createServer((asked, answer) => {
    files
      .send(asked, answer)
      .then((sent) => {
        if (!sent) answer.writeHead(404).end('left to the pages');
      })
      .catch(() => answer.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks without the client's own ideas of paths and codings, which `fetch` has. */
const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answered>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ host: '127.0.0.1', port, path: target, method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });

const ONE = '/_next/static/chunks/one.js';

describe('a built file', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0', undefined],
    ['zstd, *', undefined],
    ['', undefined],
  ])(
    'asked for with Accept-Encoding "%s" is sent coded as %s, with the bytes of the file',
    async (accepted, coding) => {
      const { status, headers, body } = await ask(`${ONE}?dpl=1`, { 'accept-encoding': accepted });
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBe(coding);
      expect(headers['content-type']).toMatch(/^application\/javascript/);
      expect(headers.vary).toBe('accept-encoding');
      expect(Number(headers['content-length'])).toBe(body.length);
      const plain =
        coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
      expect(plain.toString()).toBe(SCRIPT);
      if (coding !== undefined) expect(body.length).toBeLessThan(SCRIPT.length / 10);
    },
  );

  it('of a format that is compressed already is sent as it is', async () => {
    const { headers, body } = await ask('/_next/static/media/inter.woff2', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-type']).toBe('font/woff2');
    expect(body.equals(FONT)).toBe(true);
  });

  it('is compressed once, when it is first asked for, and then sent from memory', async () => {
    const address = '/_next/static/chunks/two.js';
    const first = await ask(address, { 'accept-encoding': 'br' });
    rmSync(path.join(folder, 'static', 'chunks', 'two.js'));
    const second = await ask(address, { 'accept-encoding': 'br' });
    expect(second.status).toBe(200);
    expect(second.body.equals(first.body)).toBe(true);
  });

  it('is kept by browsers for good, and a repeated request is answered with 304 and no body', async () => {
    const first = await ask(ONE, { 'accept-encoding': 'br' });
    expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const etag = first.headers.etag ?? '';
    const again = await ask(ONE, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    // Coded differently it is another sequence of bytes.
    const plain = await ask(ONE, { 'if-none-match': etag });
    expect(plain.status).toBe(200);
    expect(plain.headers.etag).not.toBe(etag);
  });

  it('requested with HEAD is described without being sent', async () => {
    const { status, headers, body } = await ask(ONE, {}, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, String(SCRIPT.length), 0]);
  });

  it('in a folder named after a part of a path is found by its encoded name', async () => {
    const { status, body } = await ask('/_next/static/chunks/%5Borg%5D/page.css');
    expect([status, body.toString()]).toEqual([200, 'a{color:red}']);
  });
});

it.each([
  '/_next/static/../secret.js',
  '/_next/static/..%2fsecret.js',
  '/_next/static/chunks/..%2f..%2fsecret.js',
  '/_next/static//chunks/one.js',
  '/_next/static/chunks%5Cone.js',
  '/_next/static/chunks/one.js%00',
  '/_next/static/%',
  '/_next/static/chunks',
  '/_next/static/chunks/one.js.map',
  '/_next/static/nothing.js',
  '/elsewhere/chunks/one.js',
  '/',
])('a path that is not the name of a built file is left to the pages: %s', async (target) => {
  const { status, body } = await ask(target);
  expect([status, body.toString()]).toEqual([404, 'left to the pages']);
});

it('anything but GET and HEAD is left to the pages', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect((await ask(ONE, {}, method)).status, method).toBe(404);
  }
});
