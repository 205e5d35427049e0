import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { PATIENCE_MS } from '@/testing/patience';
import type { Answer, StreamedAnswer } from './answer';
import { BODY_LIMIT, type Inbound } from './inbound';
import { BodyIntake } from './intake';
import { addressOf, inboundFromNode, pathOf, sendAnswer } from './node-transport';

describe('the path of a request target', () => {
  it.each([
    ['/prospects?page=2', '/prospects'],
    ['/a/b', '/a/b'],
    ['/a#b', '/a'],
    ['/?', '/'],
    ['http://books.example/api/v1?x=1', '/api/v1'],
    ['*', '/'],
    ['/a%2Fb', '/a%2Fb'],
  ])('%s is %s', (target, path) => expect(pathOf(target)).toBe(path));
});

describe('the caller’s address', () => {
  const from = (forwarded?: string) =>
    ({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '10.0.0.1' },
    }) as unknown as IncomingMessage;
  it('is the socket’s, whatever headers a caller sends', () => {
    expect(addressOf(from('1.2.3.4'), false)).toBe('10.0.0.1');
  });
  it('is the last entry of X-Forwarded-For behind a trusted proxy', () => {
    expect(addressOf(from('6.6.6.6, 1.2.3.4'), true)).toBe('1.2.3.4');
    expect(addressOf(from(), true)).toBe('10.0.0.1');
  });
});

const intake = new BodyIntake();
let server: Server;
let patienceMs = 60_000;
let answerWith: (inbound: Inbound) => Promise<Answer | StreamedAnswer>;
beforeAll(async () => {
  server = createServer((request, response) => {
    Promise.resolve(intake.take(request, ''))
      .then((arrived) => inboundFromNode(request, '', arrived.kind === 'whole' ? arrived.body : null))
      .then((inbound) => answerWith(inbound))
      .then(
        (answer) => sendAnswer(request, response, answer, patienceMs),
        (error: unknown) =>
          sendAnswer(request, response, {
            status: error instanceof RefusalError ? 413 : 500,
            body: String(error),
            headers: {},
          }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

function ask(method: string, path: string, pieces: readonly string[] = []): Promise<Received> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on('error', reject);
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

describe('an answer over node:http', () => {
  it('includes query, headers and a body sent in pieces', async () => {
    answerWith = async (inbound) => ({
      status: 200,
      body: JSON.stringify([inbound.path, inbound.query.get('q'), await inbound.text()]),
      headers: { 'x-request-id': 'r' },
    });
    const { text, headers } = await ask('POST', '/x?q=%C3%BC', ['zw', 'ö', 'lf']);
    expect(JSON.parse(text)).toEqual(['/x', 'ü', 'zwölf']);
    expect(headers).toMatchObject({ 'x-request-id': 'r', 'x-content-type-options': 'nosniff' });
  });

  it('to HEAD has the headers of GET and no body', async () => {
    answerWith = async () => ({ status: 200, body: 'twelve bytes', headers: {} });
    const { text, headers } = await ask('HEAD', '/x');
    expect(headers['content-length']).toBe('12');
    expect(text).toBe('');
  });

  it('refuses a body over the limit sent without Content-Length, and closes the connection', async () => {
    answerWith = async (inbound) => ({
      status: 200,
      body: String((await inbound.text()).length),
      headers: {},
    });
    const piece = 'x'.repeat(BODY_LIMIT / 4);
    expect((await ask('POST', '/x', [piece, piece, piece, piece])).text).toBe(String(BODY_LIMIT));
    const refused = await ask('POST', '/x', [piece, piece, piece, piece, 'y', piece, piece]).catch(
      () => null,
    );
    // The connection may break while the rest is still being sent; it is never answered as if the body had been read.
    if (refused !== null) expect(refused).toMatchObject({ status: 413, headers: { connection: 'close' } });
  });

  it('streams piece by piece, and its source waits for a slow reader', async () => {
    let made = 0;
    async function* numbers() {
      for (made = 0; made < 400; made += 1) yield 'x'.repeat(64 * 1024);
    }
    answerWith = async () => ({ status: 200, headers: {}, chunks: numbers() });
    const { port } = server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve) => {
      httpRequest({ port, host: '127.0.0.1', path: '/x' }, resolve).end();
    });
    await pause(300);
    expect(made, 'no one reads yet, so most is not made yet').toBeLessThan(300);
    let bytes = 0;
    for await (const piece of response as AsyncIterable<Buffer>) bytes += piece.length;
    expect(bytes).toBe(400 * 64 * 1024);
  });

  it('to HEAD ends the source of a streamed answer, which would otherwise keep its connection to the database', async () => {
    let ended = false;
    async function* rows() {
      try {
        for (;;) yield 'a row';
      } finally {
        ended = true;
      }
    }
    answerWith = async () => ({ status: 200, headers: { 'x-rows': 'many' }, chunks: rows() });
    const { status, headers, text } = await ask('HEAD', '/x');
    expect([status, headers['x-rows'], text]).toEqual([200, 'many', '']);
    expect(ended).toBe(true);
  });

  it('leaves a reader who takes nothing, and ends the source', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(64 * 1024);
      } finally {
        ended = true;
      }
    }
    answerWith = async () => ({ status: 200, headers: {}, chunks: endless() });
    patienceMs = 20;
    try {
      const { port } = server.address() as AddressInfo;
      const response = await new Promise<IncomingMessage>((resolve) => {
        httpRequest({ port, host: '127.0.0.1', path: '/x' }, resolve).end();
      });
      await vi.waitFor(() => expect(ended).toBe(true), { timeout: PATIENCE_MS });
      response.destroy();
    } finally {
      patienceMs = 60_000;
    }
  });

  it('stops its source when the reader disconnects', async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield 'x'.repeat(64 * 1024);
      } finally {
        ended = true;
      }
    }
    answerWith = async () => ({ status: 200, headers: {}, chunks: endless() });
    const { port } = server.address() as AddressInfo;
    await new Promise<void>((resolve) => {
      const request = httpRequest({ port, host: '127.0.0.1', path: '/x' }, (response) => {
        response.once('data', () => {
          request.destroy();
          resolve();
        });
      });
      request.on('error', () => undefined);
      request.end();
    });
    // The test's own timeout ends a wait that never succeeds.
    while (!ended) await pause(20);
    expect(ended).toBe(true);
  });

  it('closes the connection when its source fails midway, so that a partial answer is never taken for a complete one', async () => {
    async function* failing() {
      yield '[1,';
      throw new Error('the cursor broke');
    }
    answerWith = async () => ({ status: 200, headers: {}, chunks: failing() });
    const { port } = server.address() as AddressInfo;
    const broke = await new Promise<boolean>((resolve) => {
      const request = httpRequest({ port, host: '127.0.0.1', path: '/x' }, (response) => {
        response.resume();
        response.once('end', () => resolve(false));
        response.once('error', () => resolve(true));
      });
      request.on('error', () => resolve(true));
      request.end();
    });
    expect(broke).toBe(true);
  });
});
