import { z } from 'zod';
import { ownAddress } from './own-address';
import { cookieName, cookiesOf } from './session-cookie';

/** A request as next-auth's handler takes it: text under names, and nothing else. */
export interface AuthRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Readonly<Record<string, string>>;
}

/** The longest form is the answer of an authenticator, a few thousand characters. */
const MOST_CHARACTERS = 100_000;
const MOST_FIELDS = 50;

const fields = z
  .record(z.string().max(200), z.string())
  .refine((all) => Object.keys(all).length <= MOST_FIELDS);

/**
 * Reads a request to /api/auth/*; `path` is what follows, `base` the address of this site. Null when its body is not a form or a JSON object of
 * text, or too long. next-auth itself fails on such a body, on an address to return to that is not one, and on one in a cookie; these
 * become an address of this site before it sees them.
 */
export async function readAuthRequest(
  request: Request,
  path: readonly string[],
  base: string,
): Promise<AuthRequest | null> {
  const body = fields.safeParse(await bodyOf(request));
  if (!body.success) return null;
  const returning = (named: Readonly<Record<string, string>>) =>
    named.callbackUrl ? { ...named, callbackUrl: ownAddress(named.callbackUrl, base) } : named;
  const cookies = Object.fromEntries(cookiesOf(request.headers.get('cookie') ?? ''));
  // Where next-auth remembers the page to return to.
  const returnsTo = cookieName('callback-url');
  if (cookies[returnsTo]) cookies[returnsTo] = ownAddress(cookies[returnsTo], base);
  return {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    cookies,
    query: { ...returning(Object.fromEntries(new URL(request.url).searchParams)), nextauth: path },
    body: returning(body.data),
  };
}

/** The fields of a body; null when it cannot be read, empty when its type is neither that of a form nor JSON. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.method !== 'POST') return {};
  const text = await request.text();
  if (text.length > MOST_CHARACTERS) return null;
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text));
  if (!type.includes('application/json')) return {};
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Takes next-auth's answer as Next's pages do, and makes a Response of it. */
export class AuthAnswer {
  readonly #base: string;
  readonly #headers = new Headers();
  #status = 200;
  #body: string | null = null;

  constructor(base: string) {
    this.#base = base;
  }

  status(status: number): this {
    this.#status = status;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    if (name.toLowerCase() === 'set-cookie') return this.#headers.getSetCookie();
    return this.#headers.get(name) ?? undefined;
  }

  setHeader(name: string, value: string | readonly string[]): this {
    const isAddress = name.toLowerCase() === 'location';
    this.#headers.delete(name);
    for (const one of [value].flat())
      this.#headers.append(name, isAddress ? this.#address(String(one)) : String(one));
    return this;
  }

  /** next-auth copies what it was asked into addresses unchanged; a header may not contain a line break or a letter beyond Latin. */
  #address(text: string): string {
    if (!URL.canParse(text, this.#base)) return '/login';
    const url = new URL(text, this.#base);
    return text.startsWith('/') ? `${url.pathname}${url.search}${url.hash}` : url.href;
  }

  json(body: unknown): void {
    this.#headers.set('content-type', 'application/json');
    this.#body = JSON.stringify(body);
    // The page reads the error from the address; the status is for whatever counts answers.
    const url = String((body as { url?: unknown } | null)?.url ?? '');
    if (url.endsWith(`error=${AWAY}`)) {
      this.#status = 503;
      this.#headers.set('retry-after', '2');
    }
    if (url.endsWith(`error=${FAULT}`)) this.#status = 500;
  }

  send(body: unknown): void {
    if (typeof body === 'string') this.#body = body;
    else if (body !== undefined && body !== null) this.json(body);
  }

  end(): void {}

  response(): Response {
    return new Response(this.#body, { status: this.#status, headers: this.#headers });
  }
}

/** The names of errors that the person did not cause: the database is unavailable, or the server has a fault. */
export const AWAY = 'Unavailable';
export const FAULT = 'ServerFault';
