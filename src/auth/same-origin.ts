import { refuse } from '@/core/refusals';

interface Headers {
  readonly method: string;
  header(name: string): string | null;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser also sends its cookie with requests made by other sites, so a write by cookie must come from our own pages:
 * `Sec-Fetch-Site: same-origin`, or an `Origin` that is this host. Otherwise refuses with FORBIDDEN, reason CROSS_SITE,
 * including when neither header is present. Bearer tokens need no such proof, because browsers do not add them on their own.
 */
export function demandSameOrigin(inbound: Headers): void {
  if (SAFE.has(inbound.method)) return;
  const site = inbound.header('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin') return;
    refuseCrossSite();
  }
  const origin = inbound.header('origin');
  const host = inbound.header('host');
  if (origin === null || !ourOrigin(origin, host)) refuseCrossSite();
}

function ourOrigin(origin: string, host: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  const base = process.env.DAYBOOK_BASE_URL;
  if (base !== undefined && URL.canParse(base) && url.origin === new URL(base).origin) return true;
  return host !== null && url.host === host;
}

function refuseCrossSite(): never {
  refuse('FORBIDDEN', 'A signed-in browser may make changes only from this site’s own pages.', {
    permission: 'same-origin',
    reason: 'CROSS_SITE',
  });
}
