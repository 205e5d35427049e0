import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import NextAuth from 'next-auth';
import { nextAuthOptions } from '@/auth/next-auth';
import { enter } from '@/surfaces/auth/browser-sign-in';

/** next-auth with our own options behind a plain server, called as Next would call it. */
export interface NextAuthSite {
  readonly base: string;
  stop(): Promise<void>;
}

/** Starts it, and tells next-auth its address. */
export async function startNextAuthSite(): Promise<NextAuthSite> {
  const site = createServer((request, response) => answer(base, request, response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  process.env.NEXTAUTH_URL = base;
  process.env.NEXTAUTH_SECRET = 'a browser secret of these tests, long enough';
  return { base, stop: () => new Promise((resolve) => site.close(() => resolve())) };
}

/** Answers a request as next-auth under Next would. */
function answer(base: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', base);
  let text = '';
  request.on('data', (piece) => {
    text += String(piece);
  });
  request.on('end', () => {
    const asked = Object.assign(request, {
      query: { ...Object.fromEntries(url.searchParams), nextauth: url.pathname.split('/').slice(3) },
      cookies: Object.fromEntries(
        (request.headers.cookie ?? '')
          .split('; ')
          .filter((pair) => pair !== '')
          .map((pair) => [
            pair.slice(0, pair.indexOf('=')),
            decodeURIComponent(pair.slice(pair.indexOf('=') + 1)),
          ]),
      ),
      body: Object.fromEntries(new URLSearchParams(text)),
    });
    const answering = Object.assign(response, {
      status: (status: number) => Object.assign(response, { statusCode: status }),
      send: (body: unknown) => response.end(typeof body === 'string' ? body : JSON.stringify(body ?? '')),
      json: (body: unknown) => response.end(JSON.stringify(body)),
    });
    void nextAuthOptions(asked.query.nextauth as string[], enter).then((options) =>
      (NextAuth as unknown as (...all: unknown[]) => Promise<unknown>)(asked, answering, options),
    );
  });
}

/** A browser: keeps cookies, follows redirects one at a time. */
export function openBrowser() {
  const jar = new Map<string, string>();
  return {
    jar,
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    async go(url: string, init: RequestInit = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
      for (const line of sent.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return sent;
    },
  };
}
