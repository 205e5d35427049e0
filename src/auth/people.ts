import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';
import { type MembershipOfUser, membershipsOf } from '@/db/identity/memberships';
import { revokeLinksOf } from '@/db/identity/one-time-links';
import { removePasskeysOf } from '@/db/identity/passkeys';
import { removeFactor } from '@/db/identity/second-factors';
import { type OwnSession, revokeOtherSessions, standingSessions } from '@/db/identity/sessions';
import {
  anyUser,
  clearPassword,
  findUserByEmail,
  listUsers,
  setAccountDisabled,
  storePasswordHash,
} from '@/db/identity/users';
import { consoleLink } from '@/lib/console-link';
import { principalFrom } from './principal';
import { hashChosenPassword } from './sign-in/chosen-password';
import { NO_ORIGIN, notePerson } from './sign-in/door-events';
import { passwordLinkFor } from './sign-in/one-time-link';

/** A person's account as an operator sees it. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isDisabled: boolean;
  readonly hasPassword: boolean;
  readonly memberships: readonly MembershipOfUser[];
}

/** How the security log describes a change from the server's command line. */
const BY_OPERATOR = { detail: { method: 'command line' } } as const;

/** How many accounts are read at a time. */
const BATCH = 500;

/** Every account, by email address. */
export async function* everyPerson(): AsyncGenerator<Person> {
  let after = '';
  for (;;) {
    const users = await listUsers(after, BATCH);
    for (const { id, email, name, isDisabled, passwordHash } of users) {
      const memberships = await membershipsOf(id);
      yield { id, email, name, isDisabled, hasPassword: passwordHash !== null, memberships };
    }
    if (users.length < BATCH) return;
    after = users.at(-1)?.email ?? after;
  }
}

/** The account with this email address. Refuses NOT_FOUND. */
export async function personCalled(email: string): Promise<Person> {
  const user = await findUserByEmail(email);
  if (user === null) {
    refuse('NOT_FOUND', `No one has an account with the address ${email}.`, { noun: 'person', id: email });
  }
  const { id, name, isDisabled, passwordHash } = user;
  const memberships = await membershipsOf(id);
  return { id, email: user.email, name, isDisabled, hasPassword: passwordHash !== null, memberships };
}

/** A link with which a person chooses a password; it works once, for an hour. */
export async function passwordLink(
  person: Pick<Person, 'id' | 'name'>,
): Promise<{ url: string; expiresAt: Date }> {
  const { secret, expiresAt } = await passwordLinkFor(person.id);
  await notePerson('password link made', person, NO_ORIGIN, BY_OPERATOR);
  return { url: consoleLink('password', secret), expiresAt };
}

/** Removes a person's password and passkeys and ends their sessions and tokens everywhere. */
export async function withdrawPassword(person: Pick<Person, 'id' | 'name'>): Promise<void> {
  await clearPassword(person.id);
  const passkeys = await removePasskeysOf(person.id);
  await revokeLinksOf(person.id);
  await revokeOtherSessions(person.id, null);
  await notePerson('password changed', person, NO_ORIGIN, BY_OPERATOR);
  if (passkeys > 0) await notePerson('passkey removed', person, NO_ORIGIN, BY_OPERATOR);
}

/** Removes a person's authenticator app and recovery codes. `knownBy`: how the operator made sure who asked, in their words. */
export async function withdrawSecondFactor(
  person: Pick<Person, 'id' | 'name'>,
  knownBy: string,
): Promise<void> {
  await removeFactor(person.id);
  const detail = { ...BY_OPERATOR.detail, knownBy };
  await notePerson('second factor removed', person, NO_ORIGIN, { detail });
}

/** The hash of a password chosen for a person. Refuses INVALID_INPUT for one that is too easy to guess. */
export function passwordHashFor(
  password: string,
  by: { readonly name: string; readonly email: string },
  companies: readonly string[],
): Promise<string> {
  return hashChosenPassword(password, { ...by, companies }, 'password');
}

/** Gives a person the password with this hash and ends their sessions and tokens everywhere. */
export async function replacePassword(
  person: Pick<Person, 'id' | 'name'>,
  passwordHash: string,
): Promise<void> {
  await withdrawPassword(person);
  await storePasswordHash(person.id, passwordHash);
}

/** Closes an account and ends its sessions, tokens and links, or opens it again. */
export async function closeAccount(person: Pick<Person, 'id' | 'name'>, isDisabled: boolean): Promise<void> {
  await setAccountDisabled(person.id, isDisabled);
  await notePerson(isDisabled ? 'account closed' : 'account opened', person, NO_ORIGIN, BY_OPERATOR);
  if (!isDisabled) return;
  await revokeLinksOf(person.id);
  await revokeOtherSessions(person.id, null);
}

/** Where a person is signed in now. */
export function sessionsOf(person: Pick<Person, 'id'>): Promise<readonly OwnSession[]> {
  return standingSessions(person.id);
}

/** Ends every session and token of a person, who may sign in again. Returns how many there were. */
export async function endSessionsOf(person: Pick<Person, 'id' | 'name'>): Promise<number> {
  const ended = await revokeOtherSessions(person.id, null);
  if (ended > 0) {
    const detail = { ...BY_OPERATOR.detail, sessions: ended };
    await notePerson('session ended', person, NO_ORIGIN, { detail });
  }
  return ended;
}

/**
 * The first person of an empty database, who founds its first organization. Only for the use-case that creates both; what
 * authorizes them, the link printed at the start or access to the server's command line, is checked there.
 */
export function firstFounder(
  person: { readonly id: string; readonly name: string },
  newOrganizationId: string,
): Principal {
  return principalFrom({
    organizationId: newOrganizationId,
    actorKind: 'user',
    actorId: person.id,
    actorName: person.name,
    roles: ['admin'],
    credential: `user:${person.id}`,
  });
}

/** True while no one has an account, so that the page at the printed link makes the first one. */
export async function isAwaitingFirstOwner(): Promise<boolean> {
  return !(await anyUser());
}
