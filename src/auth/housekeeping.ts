import { sweepGuards } from '@/db/identity/guards';
import { sweepSessions } from '@/db/identity/sessions';

/** Removes failed attempts that no longer count and sessions that ended a month ago. */
export async function sweepIdentity(): Promise<void> {
  await sweepGuards();
  await sweepSessions();
}
