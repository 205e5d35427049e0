import type { Principal } from '@/core/principal';
import { RefusalError } from '@/core/refusals';
import { membershipIn } from '@/db/identity/memberships';
import { findUserAtProvider } from '@/db/identity/sign-in-providers';
import { findUserByEmail, type SignInUser } from '@/db/identity/users';
import { newId } from '@/lib/ids';
import { forgetMembershipsOf } from '../memberships';
import { principalFrom } from '../principal';
import { notePerson, type Origin } from '../sign-in/door-events';
import type { OrganizationProvider } from './organization-provider';

/** The verified claims of an ID token. */
export interface OwnClaims {
  readonly sub?: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
}

/** Lets a person in for the first time (usecases/members/accept-provided-person), as `principal`; throws a refusal. */
export type EnterByProvider = (
  principal: Principal,
  person: {
    readonly providerId: string;
    readonly subject: string;
    readonly email: string;
    readonly name: string;
  },
) => Promise<unknown>;

/**
 * The person an ID token of an organization's own provider stands for, if they may enter that organization; null otherwise. At
 * first the verified address identifies them, from then on the subject. Whoever they are, the session opens that
 * organization only: its administrator chose the provider, which could claim to be anyone.
 */
export async function personOfOrganization(
  provider: OrganizationProvider,
  claims: OwnClaims,
  origin: Origin,
  enter: EnterByProvider,
): Promise<SignInUser | null> {
  const { organizationId, id } = provider;
  const subject = textOf(claims.sub);
  if (subject === null) return null;
  const user =
    (await findUserAtProvider(organizationId, id, subject)) ??
    (await firstEntry(provider, subject, claims, origin, enter));
  if (user === null || user.isDisabled) return null;
  return (await membershipIn(user.id, organizationId, null)) === null ? null : user;
}

async function firstEntry(
  { organizationId, id, issuer }: OrganizationProvider,
  subject: string,
  claims: OwnClaims,
  origin: Origin,
  enter: EnterByProvider,
): Promise<SignInUser | null> {
  const email = textOf(claims.email)?.trim().toLowerCase() ?? null;
  if (email === null || claims.email_verified !== true) return null;
  const account = await findUserByEmail(email);
  const actorId = account?.id ?? newId();
  const name = (account?.name ?? textOf(claims.name)?.trim()) || email;
  const principal = principalFrom({
    organizationId,
    actorKind: 'user',
    actorId,
    actorName: name,
    // Without any permission: it can only enter.
    roles: [],
    credential: `user:${actorId}`,
  });
  try {
    await enter(principal, { providerId: id, subject, email, name: name.slice(0, 200) });
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    // Of two first sign-ins at once the other one may have connected this subject.
    const now = await findUserAtProvider(organizationId, id, subject);
    if (now === null && account !== null) {
      const detail = { issuer, reason: error.refusal.message };
      void notePerson('sign-in refused', account, origin, { organizationId, detail });
    }
    return now;
  }
  forgetMembershipsOf(actorId);
  const user = await findUserAtProvider(organizationId, id, subject);
  if (user !== null)
    await notePerson('provider connected', user, origin, { organizationId, detail: { issuer, subject } });
  return user;
}

/** Longer ones are not from a provider that keeps to OpenID Connect Core 1.0, section 2. */
const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && claim.length <= 320 ? claim : null;
