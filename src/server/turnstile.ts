import type { IncomingMessage } from 'node:http';

/** Whether a request may be answered now, and if not, whether the total or the caller's limit is reached. */
export type Entry = 'in' | 'full' | 'share';

/** The caller a request is counted against. */
export interface Party {
  /** The credential sent, unverified, or the network when there is none. */
  readonly credential: string;
  /** The network that the caller has to itself (lib/network-of). */
  readonly network: string;
}

/**
 * Limits the requests being answered at once, by cost: one unit for an ordinary request, more for reports, exports and
 * batches of calls. One credential may use half of the limit and one network three quarters, so that no caller starves
 * the rest; networks are counted because a caller may send a different credential with every request.
 */
export class Turnstile {
  readonly #limit: number;
  readonly #credentials: Shares;
  readonly #networks: Shares;
  #inside = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#credentials = new Shares(Math.max(1, Math.floor(limit / 2)));
    this.#networks = new Shares(Math.max(1, Math.floor((limit * 3) / 4)));
  }

  /** Units in use. */
  get inside(): number {
    return this.#inside;
  }

  /** Takes `cost` units; `leave` returns them. A caller with nothing in progress is never refused because of its own share. */
  enter({ credential, network }: Party, cost: number): Entry {
    if (this.#inside > 0 && this.#inside + cost > this.#limit) return 'full';
    if (!this.#credentials.hasRoom(credential, cost) || !this.#networks.hasRoom(network, cost))
      return 'share';
    this.#inside += cost;
    this.#credentials.add(credential, cost);
    this.#networks.add(network, cost);
    return 'in';
  }

  leave({ credential, network }: Party, cost: number): void {
    this.#inside -= cost;
    this.#credentials.add(credential, -cost);
    this.#networks.add(network, -cost);
  }
}

class Shares {
  readonly #most: number;
  readonly #held = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  hasRoom(key: string, cost: number): boolean {
    const held = this.#held.get(key) ?? 0;
    return held === 0 || held + cost <= this.#most;
  }

  add(key: string, cost: number): void {
    const held = (this.#held.get(key) ?? 0) + cost;
    if (held === 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }
}

const SESSION_COOKIE = /next-auth\.session-token=([^;]+)/;
/** The end of a credential identifies its caller; the beginning of a token is the same for everyone. */
const TELLING_CHARACTERS = 86;

/** The caller a request is counted against. */
export function partyOf(request: IncomingMessage, network: string): Party {
  const { authorization, cookie } = request.headers;
  const key = request.headers['x-api-key'];
  const session = cookie === undefined ? undefined : SESSION_COOKIE.exec(cookie)?.[1];
  const shown = authorization ?? (typeof key === 'string' ? key : session);
  return { credential: shown === undefined ? network : shown.slice(-TELLING_CHARACTERS), network };
}

const DEAR =
  /\/(?:reports?|exports?|verify|tie-out|batch|import|uploads|downloads)(?:\/|$)|[./](?:reports|verify|imports)\./;
const TRPC = '/api/trpc/';
const DEAR_UNITS = 4;
const MOST_UNITS = 16;

/**
 * The cost of a request in units: four for a report, an export, an upload, a download or a batch, and the sum of its calls
 * for a tRPC batch; `isLong` tells of a procedure that works long. Judged as the doors read the path, that is, decoded: `%2C` separates
 * calls too.
 */
export function costOf(path: string, isLong: (procedure: string) => boolean): number {
  const read = decoded(path);
  if (!read.startsWith(TRPC)) return DEAR.test(read) ? DEAR_UNITS : 1;
  const calls = read.slice(TRPC.length).split(',');
  const units = calls.reduce(
    (sum, call) => sum + (DEAR.test(`/${call}`) || isLong(call) ? DEAR_UNITS : 1),
    0,
  );
  return Math.min(MOST_UNITS, units);
}

function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    // No door can read it either: each answers 400 or 404.
    return path;
  }
}
