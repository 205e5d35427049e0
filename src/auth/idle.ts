import { revokeSession, touchSession } from '@/db/identity/sessions';
import { env } from '@/lib/env';
import { log } from '@/lib/telemetry/log';
import { refuseCredential } from './credentials/refuse-credential';

/** How often the use of a session is written down: a page asks every few seconds. */
const NOTED_EVERY_MS = 5 * 60_000;

/**
 * Ends a browser's session that no one has used for DAYBOOK_IDLE_HOURS, with UNAUTHENTICATED, and notes the use of any other. Families of
 * tokens (`usedAt` null) belong to programs and end by their own times. Call it once the session is known to stand otherwise.
 */
export async function demandInUse(sessionId: string, usedAt: Date | null): Promise<void> {
  if (usedAt === null) return;
  const unusedMs = Date.now() - usedAt.getTime();
  const idleMs = env().DAYBOOK_IDLE_HOURS * 3_600_000;
  if (idleMs > 0 && unusedMs >= idleMs) {
    await revokeSession(sessionId);
    refuseCredential('idle session');
  }
  if (unusedMs < NOTED_EVERY_MS) return;
  touchSession(sessionId).catch((error: Error) =>
    log.warn({ err: error.message }, 'the use of a session could not be recorded'),
  );
}
