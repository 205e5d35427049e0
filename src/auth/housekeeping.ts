import { sweepGuards } from '@/db/identity/guards';
import { sweepLinks } from '@/db/identity/one-time-links';
import { sweepChallenges } from '@/db/identity/passkeys';
import { sweepSessions } from '@/db/identity/sessions';

/** Removes failed attempts that no longer count, sessions that ended a month ago and links and challenges that expired. */
export async function sweepIdentity(): Promise<void> {
  await sweepGuards();
  await sweepSessions();
  await sweepLinks();
  await sweepChallenges();
}
