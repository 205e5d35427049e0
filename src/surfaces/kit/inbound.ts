import { isAscii } from 'node:buffer';
import { refuse } from '@/core/refusals';
import { checkJsonText } from './json-text';

/** A request as every door sees it, from node:http or a Web Request. */
export interface Inbound {
  readonly method: string;
  /** Path without the query, percent-encoded as sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Header by lower-case name; null when absent. */
  header(name: string): string | null;
  /** The raw body, at most `BODY_LIMIT` bytes; refuses BODY_TOO_LARGE. */
  text(): Promise<string>;
  /** The peer's address, for the limits on failed authentication. */
  readonly address: string;
  /** Aborts when the caller leaves before it is answered; absent where no one can tell. Asked for only by what reads. */
  readonly gone?: AbortSignal | undefined;
}

/** 1 MiB (decisions.md). */
export const BODY_LIMIT = 1024 * 1024;

/** Refuses BODY_TOO_LARGE. */
export function refuseLargeBody(): never {
  refuse('BODY_TOO_LARGE', 'The body is larger than 1 MiB.', { limitBytes: BODY_LIMIT });
}

/** Wraps a Web Request (Next route handlers). */
export function inboundFromRequest(request: Request, address = ''): Inbound {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    header: (name) => request.headers.get(name),
    async text() {
      if (Number(request.headers.get('content-length') ?? '0') > BODY_LIMIT) refuseLargeBody();
      const bytes = await request.arrayBuffer();
      if (bytes.byteLength > BODY_LIMIT) refuseLargeBody();
      return decodeUtf8(new Uint8Array(bytes));
    },
    address,
    gone: request.signal,
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 strictly; refuses BAD_BODY for anything else. */
export function decodeUtf8(bytes: Uint8Array): string {
  // Most bodies are ASCII; the strict decoder takes three times as long.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  try {
    return decoder.decode(bytes);
  } catch {
    refuse('BAD_BODY', 'The body is not valid UTF-8.', { reason: 'JSON' });
  }
}

/** Whether a content type says JSON. */
export function isJsonType(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || type.endsWith('+json');
}

/**
 * Reads a JSON body. An empty body is `undefined`. Refuses BAD_BODY for a wrong content type or malformed JSON.
 * Prototype keys are dropped while parsing.
 */
export async function readJson(inbound: Inbound): Promise<unknown> {
  const text = await inbound.text();
  if (text.trim() === '') return undefined;
  if (!isJsonType(inbound.header('content-type') ?? '')) {
    refuse('BAD_BODY', 'The Content-Type must be application/json.', { reason: 'CONTENT_TYPE' });
  }
  checkJsonText(text);
  try {
    // Checking every key costs more than parsing, so it is done only when such a key may be present, escaped or not.
    if (!text.includes('__proto__') && !text.includes('\\u')) return JSON.parse(text);
    return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value));
  } catch {
    refuse('BAD_BODY', 'The body is not valid JSON.', { reason: 'JSON' });
  }
}
