import { membershipsOf } from '@/db/identity/memberships';
import { takePasswordLink } from '@/db/identity/one-time-links';
import { revokeOtherSessions } from '@/db/identity/sessions';
import { findUser, type SignInUser } from '@/db/identity/users';
import { hashSecret } from '@/lib/secrets';
import { hashChosenPassword } from './chosen-password';
import { refuseLink, standingLink } from './one-time-link';

/** The person whose password a link sets. Refuses NOT_FOUND for a link that does not work (any more). */
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
  return { email: person.email };
}
