/** Why the database cannot serve a request at the moment. */
export type UnavailableCause =
  | 'DATABASE_LOST'
  | 'POOL_FULL'
  | 'DATABASE_FULL'
  | 'DATABASE_SLOW'
  | 'BOOKS_MOVING'
  | 'DATABASE_UPGRADING';

/**
 * SQLSTATE classes that mean the database cannot serve now: 08 connection, 57P0x shutting down or starting up, 25006 read-only
 * (a replica not promoted yet), 53 out of resources, DB002 being upgraded, 57014 canceled by a timeout, 25P03 and 25P04 ended by one, as a clock that jumps ahead does to a transaction.
 */
const BY_STATE: readonly (readonly [pattern: RegExp, cause: UnavailableCause])[] = [
  [/^(?:08|57P0|25006)/, 'DATABASE_LOST'],
  [/^53100/, 'DATABASE_FULL'],
  [/^53/, 'POOL_FULL'],
  [/^(?:57014|55P03|25P0[34])/, 'DATABASE_SLOW'],
  [/^DB002/, 'DATABASE_UPGRADING'],
];

/** Error codes of the operating system and of Prisma. */
const BY_CODE: Readonly<Record<string, UnavailableCause>> = {
  ECONNREFUSED: 'DATABASE_LOST',
  ECONNRESET: 'DATABASE_LOST',
  EPIPE: 'DATABASE_LOST',
  ETIMEDOUT: 'DATABASE_LOST',
  EHOSTUNREACH: 'DATABASE_LOST',
  ENETUNREACH: 'DATABASE_LOST',
  ENOTFOUND: 'DATABASE_LOST',
  EAI_AGAIN: 'DATABASE_LOST',
  P1001: 'DATABASE_LOST',
  P1002: 'DATABASE_LOST',
  P1008: 'DATABASE_SLOW',
  P1017: 'DATABASE_LOST',
  SHARE_FULL: 'POOL_FULL',
  SERVER_UNKNOWN: 'DATABASE_LOST',
  BOOKS_MOVING: 'BOOKS_MOVING',
  FACT_OVERTOOK: 'POOL_FULL',
  P2024: 'POOL_FULL',
  P2028: 'POOL_FULL',
};

/** Messages of the driver, which gives these errors no code. */
const BY_WORDS: readonly (readonly [pattern: RegExp, cause: UnavailableCause])[] = [
  [/timeout exceeded when trying to connect/, 'POOL_FULL'],
  [
    /Connection terminated|Client has encountered a connection error|the connection was lost/i,
    'DATABASE_LOST',
  ],
  [/Query read timeout/, 'DATABASE_SLOW'],
  [/Unable to start a transaction in the given time/, 'POOL_FULL'],
];

/**
 * Distinguishes an error that means "the database cannot serve this now" from a fault in the request or the program. Looks
 * through the wrappers that drivers put around it. Null for any other error.
 */
export function unavailableCause(error: unknown): UnavailableCause | null {
  for (let inner = error, depth = 0; inner instanceof Object && depth < 6; depth += 1) {
    const found = causeOf(inner as Wrapped);
    if (found !== null) return found;
    const { cause, meta } = inner as Wrapped;
    inner = cause ?? meta?.driverAdapterError;
  }
  return null;
}

interface Wrapped {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

function causeOf({ code, originalCode, syscall, message }: Wrapped): UnavailableCause | null {
  // A server that has ended takes the socket of its folder with it; any other file that is missing is a fault of the program.
  if (code === 'ENOENT' && syscall === 'connect') return 'DATABASE_LOST';
  for (const one of [code, originalCode]) {
    if (typeof one !== 'string') continue;
    const known = BY_CODE[one];
    if (known !== undefined) return known;
    if (one.length !== 5) continue;
    const state = BY_STATE.find(([pattern]) => pattern.test(one));
    if (state !== undefined) return state[1];
  }
  if (typeof message !== 'string') return null;
  return BY_WORDS.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}
