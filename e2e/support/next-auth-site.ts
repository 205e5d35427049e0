import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBrowserSignIn } from '@/surfaces/auth/browser-sign-in';

/** Our handler of /api/auth behind a plain HTTP server, called as Next would call it. */
export interface NextAuthSite {
  readonly base: string;
  stop(): Promise<void>;
}

/** Starts it, and tells next-auth its address. */
export async function startNextAuthSite(): Promise<NextAuthSite> {
  const site = createServer((request, response) => void answer(base, request, response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  process.env.NEXTAUTH_URL = base;
  process.env.NEXTAUTH_SECRET = 'a browser secret of these tests, long enough';
  return { base, stop: () => new Promise((resolve) => site.close(() => resolve())) };
}

/** Answers a request as the route file would, given the request as Next passes it. */
async function answer(base: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, [value].flat().join('; '));
  const { method = 'GET', url = '/' } = request;
  const asked = new Request(new URL(url, base), {
    method,
    headers,
    ...(method === 'POST' && { body: Buffer.concat(pieces) }),
  });
  const nextauth = new URL(asked.url).pathname.split('/').slice(3).map(decodeURIComponent);
  const answered = await answerBrowserSignIn(asked, { params: Promise.resolve({ nextauth }) });
  response.statusCode = answered.status;
  for (const [name, value] of answered.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value);
  }
  response.setHeader('set-cookie', answered.headers.getSetCookie());
  response.end(await answered.text());
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
