import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '@/lib/telemetry/log';
import { type Answer, endUnread, type StreamedAnswer } from './answer';
import { decodeUtf8, type Inbound, refuseLargeBody } from './inbound';

/** The path of a request target, without its query; also for an absolute target (`GET http://host/path`). */
export function pathOf(target: string): string {
  if (!target.startsWith('/')) return URL.canParse(target) ? new URL(target).pathname : '/';
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/**
 * A request target as a path of this site with its query: of an absolute one, only what follows the host, which a caller may not choose
 * (RFC 9112, 3.2.2).
 */
export function ownTarget(target: string): string {
  if (target.startsWith('/')) return target;
  if (!URL.canParse(target)) return '/';
  const { pathname, search } = new URL(target);
  return `${pathname.startsWith('/') ? pathname : '/'}${search}`;
}

/**
 * The caller's address. Behind a proxy that is trusted to write X-Forwarded-For, it is the last entry, the one the
 * proxy itself saw; earlier entries are unverified claims of the caller.
 */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (trustProxy && typeof forwarded === 'string') {
    const last = forwarded.split(',').at(-1)?.trim();
    if (last) return last;
  }
  return request.socket.remoteAddress ?? '';
}

/**
 * A node:http request as the doors see it, without creating a Web Request; the query is parsed only when requested.
 * `body` has already been read; null when it was larger than `BODY_LIMIT`. `gone` is asked for the caller's signal only when a door needs it.
 */
export function inboundFromNode(
  request: IncomingMessage,
  address: string,
  body: Buffer | null,
  gone?: () => AbortSignal,
): Inbound {
  return new NodeInbound(request, address, body, gone);
}

/** The query of a target without one. Doors only read it. */
const NO_QUERY = new URLSearchParams();

/** A class, because at a thousand requests a second an object with a getter and two closures costs noticeably more. */
class NodeInbound implements Inbound {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly #request: IncomingMessage;
  readonly #body: Buffer | null;
  readonly #gone: (() => AbortSignal) | undefined;
  #query: URLSearchParams | undefined;

  constructor(
    request: IncomingMessage,
    address: string,
    body: Buffer | null,
    gone: (() => AbortSignal) | undefined,
  ) {
    this.method = request.method ?? 'GET';
    this.path = pathOf(request.url ?? '/');
    this.address = address;
    this.#request = request;
    this.#body = body;
    this.#gone = gone;
  }

  get gone(): AbortSignal | undefined {
    return this.#gone?.();
  }

  get query(): URLSearchParams {
    if (this.#query === undefined) {
      const target = this.#request.url ?? '/';
      const at = target.indexOf('?');
      this.#query = at === -1 ? NO_QUERY : new URLSearchParams(target.slice(at + 1));
    }
    return this.#query;
  }

  header(name: string): string | null {
    const value = this.#request.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
  }

  async text(): Promise<string> {
    return this.#body === null ? refuseLargeBody() : decodeUtf8(this.#body);
  }
}

/** Longest time a reader may take nothing of a streamed answer, which holds a connection to the database meanwhile. */
const SILENT_READER_MS = 60_000;

/**
 * Writes an answer. A streamed answer waits for a slow reader, and stops its source when the reader disconnects or takes nothing for
 * `patienceMs`.
 */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer | StreamedAnswer,
  patienceMs = SILENT_READER_MS,
): Promise<void> {
  const headers: Record<string, string | number> = {
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  };
  // An unread body would be parsed as the next request on this connection.
  if (!request.complete) headers.connection = 'close';
  const bodiless = request.method === 'HEAD' || answer.status === 204;
  if ('chunks' in answer) {
    response.writeHead(answer.status, headers);
    await (bodiless ? discard(response, answer.chunks) : pour(response, answer.chunks, patienceMs));
    return;
  }
  if (answer.status !== 204) headers['content-length'] = Buffer.byteLength(answer.body);
  response.writeHead(answer.status, headers);
  response.end(bodiless ? undefined : answer.body);
}

async function pour(
  response: ServerResponse,
  chunks: StreamedAnswer['chunks'],
  patienceMs: number,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await drained(response, gone.signal, patienceMs);
    }
    response.end();
  } catch (error) {
    if (!gone.signal.aborted) log.error({ err: error }, 'a streamed answer broke off');
    // The status has been sent; only a broken connection shows the reader that the answer is incomplete.
    response.destroy();
  }
}

async function drained(response: ServerResponse, gone: AbortSignal, patienceMs: number): Promise<void> {
  const silent = setTimeout(() => response.destroy(), patienceMs);
  try {
    await once(response, 'drain', { signal: gone });
  } finally {
    clearTimeout(silent);
  }
}

async function discard(response: ServerResponse, chunks: StreamedAnswer['chunks']): Promise<void> {
  await endUnread(chunks);
  response.end();
}
