import { setTimeout as pause } from 'node:timers/promises';
import { forgetPlacement, readPlacement, serverOf } from './placement';

/** Books that are still being moved after ten seconds: the caller is asked to come again. */
export class BooksMoving extends Error {
  readonly code = 'BOOKS_MOVING';
  constructor(organizationId: string) {
    super(`the organization ${organizationId} is being moved to another server`);
    this.name = 'BooksMoving';
  }
}

/**
 * A fact of the contract was recorded by a transaction that began after this one, which then waited for the contract. What a transaction
 * records counts as known from its start, so that this one begins again to be known after it.
 */
export class FactOvertook extends Error {
  readonly code = 'FACT_OVERTOOK';
  constructor(contractId: string) {
    super(`a fact of the contract ${contractId} was recorded by a transaction that began later`);
    this.name = 'FactOvertook';
  }
}

/** How long a write waits for a move or an upgrade to end, or begins again after facts that overtook it, and how often it looks. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
/** Attempts of a transaction that lost a race with another. */
const ATTEMPTS = 3;

/**
 * Does work on the server of an organization's books in one transaction, which has no effect when it fails. Serialization failures
 * and deadlocks are tried again, three times in all; what a fact overtook, for ten seconds. Where the books are being moved or have gone (DB001), it waits until the directory
 * says where they are and begins again there; while the database is upgraded (DB002), until that has ended. After ten seconds it throws BooksMoving,
 * or what refused the write during the upgrade.
 */
export async function onServerOf<T>(
  organizationId: string,
  attempt: (server: string) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  let deadline: number | undefined;
  for (let tries = 1; ; ) {
    const server = await serverOf(organizationId);
    try {
      return await attempt(server);
    } catch (error) {
      const state = sqlStateOf(error);
      if (state === 'DB001') {
        deadline ??= performance.now() + PATIENCE_MS;
        await untilPlaced(organizationId, server, deadline);
      } else if (state === 'DB002' && performance.now() < begun + PATIENCE_MS) {
        await pause(LOOK_MS);
      } else if (error instanceof FactOvertook && performance.now() < begun + PATIENCE_MS) {
        // Each one that overtook it is recorded now, and began before this one begins again.
      } else if (tries < ATTEMPTS && isPassing(state)) {
        tries += 1;
      } else {
        throw error;
      }
    }
  }
}

/** Waits until an organization that `refusedBy` does not let write may be tried again. */
async function untilPlaced(organizationId: string, refusedBy: string, deadline: number): Promise<void> {
  for (;;) {
    forgetPlacement(organizationId);
    const { server, isMoving } = await readPlacement(organizationId);
    if (!isMoving && server !== refusedBy) return;
    if (performance.now() >= deadline) throw new BooksMoving(organizationId);
    await pause(LOOK_MS);
    // Still on the same server: the move was abandoned. Its gate may be open again, which the next attempt finds out.
    if (!isMoving) return;
  }
}

/** 40001 serialization failure, 40P01 deadlock; P2034 is Prisma's name for both. */
const isPassing = (state: string) => state === '40001' || state === '40P01' || state === 'P2034';

/** The SQLSTATE of an error of pg or Prisma, or Prisma's own code; empty when it has neither. */
export function sqlStateOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code, meta } = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  const original = meta?.driverAdapterError?.cause?.originalCode;
  if (typeof original === 'string') return original;
  return typeof code === 'string' ? code : '';
}
