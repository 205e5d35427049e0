import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';
import { type OfferedInvitation, offeredInvitation } from '@/db/identity/invitations';
import { findUserByEmail } from '@/db/identity/users';
import { newId } from '@/lib/ids';
import { hashSecret } from '@/lib/secrets';
import { standingUser } from './account';
import type { Caller } from './caller';
import { principalFrom } from './principal';
import { hashChosenPassword } from './sign-in/chosen-password';
import { refuseLink } from './sign-in/one-time-link';

/** `<organization id without dashes>.<random>`: the link of an invitation names the organization to look it up in. */
const FORMAT = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.[\w-]{20,60}$/;

/** The invitation whose link someone opened. */
export interface Offer extends OfferedInvitation {
  readonly organizationId: string;
  /** Whether the invited address has an account, which must sign in to accept. */
  readonly hasAccount: boolean;
}

/** The invitation of a link. Refuses NOT_FOUND for one that was answered, has expired or was sent again. */
export async function offerAt(secret: string): Promise<Offer> {
  const organizationId = FORMAT.exec(secret)?.slice(1).join('-');
  const found =
    organizationId === undefined ? null : await offeredInvitation(organizationId, hashSecret(secret));
  if (found === null || organizationId === undefined) return refuseLink();
  return { ...found, organizationId, hasAccount: (await findUserByEmail(found.email)) !== null };
}

/** Who accepts an invitation, and the account to be made for them if they have none. */
export interface Acceptance {
  readonly principal: Principal;
  readonly slug: string;
  readonly email: string;
  readonly account: { readonly name: string; readonly passwordHash: string } | null;
}

/**
 * A new person at the link of an invitation, with the password they chose. Refuses IN_USE when the address has an account:
 * its owner signs in instead, so that no link replaces a password; INVALID_INPUT for a password that is too easy to guess.
 */
export async function newcomerAt(secret: string, name: string, password: string): Promise<Acceptance> {
  const offer = await offerAt(secret);
  if (offer.hasAccount) {
    refuse('IN_USE', 'This address already has an account. Sign in to accept the invitation.', {
      noun: 'person',
      id: offer.email,
      by: 'person',
    });
  }
  const chooser = { name, email: offer.email, companies: [offer.organizationName] };
  const passwordHash = await hashChosenPassword(password, chooser, 'password');
  return acceptance(offer, { id: newId(), name }, { name, passwordHash });
}

/** A signed-in person at the link of an invitation. Refuses FORBIDDEN when another address was invited. */
export async function knownPersonAt(secret: string, caller: Caller): Promise<Acceptance> {
  const user = await standingUser(caller);
  const offer = await offerAt(secret);
  if (user.email !== offer.email) {
    refuse('FORBIDDEN', `This invitation is for ${offer.email}; you are signed in as ${user.email}.`, {
      permission: 'org.organization.read',
    });
  }
  return acceptance(offer, user, null);
}

function acceptance(
  { organizationId, organizationSlug, email }: Offer,
  person: { readonly id: string; readonly name: string },
  account: Acceptance['account'],
): Acceptance {
  return {
    slug: organizationSlug,
    email,
    account,
    // Without any permission: it can only accept, which proves the secret again.
    principal: principalFrom({
      organizationId,
      actorKind: 'user',
      actorId: person.id,
      actorName: person.name,
      roles: [],
      credential: `user:${person.id}`,
    }),
  };
}
