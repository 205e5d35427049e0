import { sweepGuards } from '@/db/identity/guards';
import { sweepLinks } from '@/db/identity/one-time-links';
import { sweepSessions } from '@/db/identity/sessions';

/** Removes failed attempts that no longer count, sessions that ended a month ago and links that expired. */
export async function sweepIdentity(): Promise<void> {
  await sweepGuards();
  await sweepSessions();
  await sweepLinks();
}
