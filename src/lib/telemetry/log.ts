import pino from 'pino';
import type { UnavailableCause } from '../unavailable';
import { traceId } from './tracing';

/** The process log: JSON lines on standard error. Never log bodies, tokens or names of people. */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? 'info',
    base: null,
    redact: ['authorization', 'password', 'token'],
    mixin: () => {
      const trace = traceId();
      return trace === undefined ? {} : { traceId: trace };
    },
  },
  pino.destination({ dest: 2, sync: false }),
);

const QUIET_MS = 1_000;
const lastLogged = new Map<UnavailableCause, { at: number; unlogged: number }>();

/** Logs that the database could not serve: one line a second per cause, with the number of requests since the last one. */
export function logUnavailable(
  cause: UnavailableCause,
  error: unknown,
  about: Readonly<Record<string, string>>,
): void {
  const now = performance.now();
  const last = lastLogged.get(cause);
  if (last !== undefined && now - last.at < QUIET_MS) {
    last.unlogged += 1;
    return;
  }
  lastLogged.set(cause, { at: now, unlogged: 0 });
  const message = error instanceof Error ? error.message.slice(0, 300) : String(error);
  log.warn(
    { cause, reason: message, unlogged: last?.unlogged ?? 0, ...about },
    'the database could not serve a request',
  );
}

/** Milliseconds since the database last could not serve for this cause, to the second; infinite when it always could. */
export function sinceUnavailable(cause: UnavailableCause): number {
  const last = lastLogged.get(cause);
  return last === undefined ? Number.POSITIVE_INFINITY : performance.now() - last.at;
}
