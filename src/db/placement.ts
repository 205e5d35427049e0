import pg from 'pg';
import { log } from '../lib/telemetry/log';
import { directoryPool, endWithConnections } from './client';
import { DIRECTORY, isOnlyServer, urlOf } from './servers';

/** Where an organization's books are, as the directory says now. */
export interface Placement {
  readonly server: string;
  /** They are about to leave that server: reads continue there, writes wait. */
  readonly isMoving: boolean;
}

/** How long a placement is remembered. A change is announced to every process at once; this limit is for a process that missed it. */
const LIFE_MS = 3_000;
/** How many placements are remembered; when full, all are looked up again. */
const MOST = 50_000;
/** How long to wait before listening again after the connection was lost. */
const AGAIN_MS = 1_000;

interface Memory {
  readonly known: Map<string, { readonly server: Promise<string>; readonly until: number }>;
  listener: pg.Client | undefined;
  hasEnded: boolean;
}

// Next bundles pages separately from the server in front of it; both must forget what either is notified of.
const holder = globalThis as typeof globalThis & { daybookPlacements?: Memory | undefined };

function memory(): Memory {
  if (holder.daybookPlacements !== undefined) return holder.daybookPlacements;
  const made: Memory = { known: new Map(), listener: undefined, hasEnded: false };
  holder.daybookPlacements = made;
  endWithConnections(async () => {
    made.hasEnded = true;
    holder.daybookPlacements = undefined;
    await made.listener?.end().catch(() => undefined);
  });
  listen(made);
  return made;
}

/** Listens for changed placements. While it cannot, remembered ones are at most a few seconds old. */
function listen(to: Memory): void {
  const client = new pg.Client({
    connectionString: urlOf(DIRECTORY),
    application_name: 'daybook placements',
    keepAlive: true,
  });
  to.listener = client;
  let isLost = false;
  const lost = (error?: Error) => {
    if (isLost || to.hasEnded) return;
    isLost = true;
    to.known.clear();
    if (error !== undefined) log.warn({ err: error.message }, 'changed placements are not heard of');
    client.end().catch(() => undefined);
    setTimeout(() => {
      if (!to.hasEnded) listen(to);
    }, AGAIN_MS).unref();
  };
  client.on('error', lost);
  client.on('end', () => lost());
  client.on('notification', ({ payload }) => to.known.delete(payload ?? ''));
  client
    .connect()
    .then(() => client.query('listen placements'))
    // What was looked up before it listened may have changed since.
    .then(() => to.known.clear())
    .catch(lost);
}

/** Where the directory says an organization is now. */
export async function readPlacement(organizationId: string): Promise<Placement> {
  const { rows } = await directoryPool().queryAs<{ server: string; isMoving: boolean }>(
    { organizationId: null, userId: null },
    {
      name: 'placement',
      text: `select server, state = 'MOVING' as "isMoving" from placements where organization_id = $1::uuid`,
      values: [organizationId],
    },
  );
  return rows[0] ?? { server: DIRECTORY, isMoving: false };
}

/**
 * The server of an organization's books, remembered for a few seconds; of one that no one has placed, the directory. Where there is only
 * one server, nothing is asked.
 */
export function serverOf(organizationId: string | null): string | Promise<string> {
  if (organizationId === null || isOnlyServer()) return DIRECTORY;
  const { known } = memory();
  const now = performance.now();
  const found = known.get(organizationId);
  if (found !== undefined && found.until > now) return found.server;
  if (known.size >= MOST) known.clear();
  const server = readPlacement(organizationId).then((placement) => placement.server);
  const entry = { server, until: now + LIFE_MS };
  known.set(organizationId, entry);
  server.catch(() => {
    if (known.get(organizationId) === entry) known.delete(organizationId);
  });
  return server;
}

/** Makes this process look an organization up again. */
export function forgetPlacement(organizationId: string): void {
  holder.daybookPlacements?.known.delete(organizationId);
}
