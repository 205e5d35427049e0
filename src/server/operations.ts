import { readdirSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { appliedLaws, appliedMigrations, bookServerNames, databaseState } from '@/db/health';
import { env } from '@/lib/env';
import { sameText } from '@/lib/secrets';
import { sinceUnavailable } from '@/lib/telemetry/log';
import { metrics } from '@/lib/telemetry/metrics';
import { type Answer, json } from '@/surfaces/kit/answer';

const NO_STORE = { 'cache-control': 'no-store' };

/** How long after a write found no space the server says that it is not ready. No probe could tell without writing. */
const FULL_MS = 5_000;

/** The endpoints for load balancers and monitoring. `draining`: the server is shutting down. */
export function operations(draining: () => boolean) {
  let migrationsSeen = false;

  /**
   * Ready: the database answers, accepts writes, has room for them, and has every migration and law of this checkout, by name. That is the
   * directory; the state of further servers of books is reported.
   */
  async function readiness(): Promise<Answer> {
    if (draining()) return json(503, { status: 'stopping' }, NO_STORE);
    const state = await databaseState();
    if (state !== 'ready') return json(503, { status: `database ${state}` }, NO_STORE);
    if (sinceUnavailable('DATABASE_FULL') < FULL_MS) return json(503, { status: 'database full' }, NO_STORE);
    if (!migrationsSeen) {
      const missing = await missingOn();
      if (missing.length > 0) return json(503, { status: 'migrations missing', missing }, NO_STORE);
      migrationsSeen = true;
    }
    const books = await bookStates();
    return json(200, books === undefined ? { status: 'ready' } : { status: 'ready', books }, NO_STORE);
  }

  let asked: Promise<Answer> | undefined;

  /** Everyone who asks while the database is being queried gets that answer: probes without a login or a limit take one connection, not all. */
  function sharedReadiness(): Promise<Answer> {
    asked ??= readiness().finally(() => {
      asked = undefined;
    });
    return asked;
  }

  /** Book servers found to have all migrations and laws. */
  const upToDate = new Set<string>();

  /**
   * The state of each further server of books. One that is unavailable or behind makes its own organizations answer 503, so this process stays
   * ready for the others.
   */
  async function bookStates(): Promise<Readonly<Record<string, string>> | undefined> {
    const names = bookServerNames();
    if (names.length === 0) return undefined;
    const states = await Promise.all(
      names.map(async (name) => {
        const state = await databaseState(name);
        if (state !== 'ready' || upToDate.has(name)) return [name, state] as const;
        if ((await missingOn(name)).length > 0) return [name, 'migrations missing'] as const;
        upToDate.add(name);
        return [name, state] as const;
      }),
    );
    return Object.fromEntries(states);
  }

  async function numbers(authorization: string | undefined): Promise<Answer> {
    const { DAYBOOK_METRICS_TOKEN: token, DAYBOOK_METRICS_OPEN: open } = env();
    if (open !== '1' && (token === undefined || !sameText(authorization ?? '', `Bearer ${token}`))) {
      return json(401, { error: 'Unauthorized' }, NO_STORE);
    }
    return {
      status: 200,
      body: await metrics.metrics(),
      headers: { 'content-type': metrics.contentType, ...NO_STORE },
    };
  }

  /** The answer for one of the three paths; null for any other. */
  return (path: string, authorization: string | undefined): Promise<Answer> | null => {
    if (path === '/healthz') return Promise.resolve(json(200, { status: 'ok' }, NO_STORE));
    if (path === '/readyz') return sharedReadiness();
    if (path === '/metrics') return numbers(authorization);
    return null;
  };
}

/** What a server lacks of the migrations and laws of this checkout. */
async function missingOn(server?: string): Promise<string[]> {
  const applied = new Set([...(await appliedMigrations(server)), ...(await appliedLaws(server))]);
  return [...knownMigrations(), ...knownLaws()].filter((name) => !applied.has(name));
}

/** The migrations in this checkout; none when the server runs from a bundle without them. */
function knownMigrations(): string[] {
  try {
    return readdirSync(resolve('prisma', 'migrations'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}

/** The laws in this checkout, e.g. `ledger/append-entries`. */
function knownLaws(): string[] {
  try {
    return readdirSync(resolve('prisma', 'sql'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => name.slice(0, -'.sql'.length).split(sep).join('/'));
  } catch {
    return [];
  }
}
