import { membershipsOf } from '@/db/identity/memberships';
import { takePasswordLink } from '@/db/identity/one-time-links';
import { revokeOtherSessions } from '@/db/identity/sessions';
import { findUser, findUserByEmail, type SignInUser } from '@/db/identity/users';
import { hashSecret } from '@/lib/secrets';
import { attemptKeys, takeLinkAttempt } from './attempts';
import { hashChosenPassword } from './chosen-password';
import { NO_ORIGIN, notePerson } from './door-events';
import { passwordLinkFor, refuseLink, standingLink } from './one-time-link';

/** The person whose password a link sets. Refuses NOT_FOUND for a link that does not work (anymore). */
export async function personOfPasswordLink(
  secret: string,
): Promise<Pick<SignInUser, 'id' | 'name' | 'email'>> {
  const { userId } = await standingLink(secret, 'password');
  const user = userId === null ? null : await findUser(userId);
  if (user === null || user.isDisabled) refuseLink();
  return { id: user.id, name: user.name, email: user.email };
}

/**
 * Gives the person of a link the password they chose, and ends their sessions and tokens everywhere. The link and every
 * other link to the account are used up. Refuses NOT_FOUND for a link that does not work, INVALID_INPUT for a password that
 * is too easy to guess; then the link still works.
 */
export async function choosePasswordAt(
  secret: string,
  password: string,
): Promise<{ readonly email: string }> {
  const person = await personOfPasswordLink(secret);
  const companies = (await membershipsOf(person.id)).map(({ organizationName }) => organizationName);
  const hash = await hashChosenPassword(password, { ...person, companies }, 'password');
  const userId = (await takePasswordLink(hashSecret(secret), hash)) ?? refuseLink();
  await revokeOtherSessions(userId, null);
  await notePerson('password changed', person, NO_ORIGIN, { detail: { method: 'link' } });
  return { email: person.email };
}

/** A link someone asked for, with the organization through whose outbox it is mailed. */
export interface AskedLink {
  readonly organizationId: string;
  readonly person: Pick<SignInUser, 'id' | 'name' | 'email'>;
  readonly secret: string;
  readonly expiresAt: Date;
}

/**
 * A link for the owner of an address to choose a password; null when no one with this address may sign in. Asking is counted by
 * address and network together, and over all networks so that no one is flooded with mail: then refuses with RATE_LIMITED, whether
 * the account exists or not. Using that up does not lock anyone out, since the links were mailed to the owner.
 */
export async function passwordLinkAskedBy(email: string, network: string): Promise<AskedLink | null> {
  await takeLinkAttempt(attemptKeys(`link to choose a password for ${email}`, network));
  const user = await findUserByEmail(email);
  if (user === null || user.isDisabled) return null;
  const [first] = await membershipsOf(user.id);
  if (first === undefined) return null;
  const { id, name } = user;
  const { secret, expiresAt } = await passwordLinkFor(id);
  return { organizationId: first.organizationId, person: { id, name, email: user.email }, secret, expiresAt };
}
