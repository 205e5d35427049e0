import { connectIdentity, findUserByIdentity } from '@/db/identity/provider-identities';
import { findUserByEmail, type SignInUser } from '@/db/identity/users';
import { ownMemberships } from '../memberships';
import { notePerson, type Origin } from '../sign-in/door-events';

/** The verified claims of an ID token. */
interface ProviderClaims {
  readonly iss?: unknown;
  readonly sub?: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

/** Longer ones are not from a provider that keeps to OpenID Connect Core 1.0, section 2. */
const LONGEST = 255;

/** The person an ID token stands for, if they may sign in: not disabled, and a member of an organization. Null otherwise. */
export async function personOfProvider(claims: ProviderClaims, origin: Origin): Promise<SignInUser | null> {
  const [issuer, subject] = [textOf(claims.iss), textOf(claims.sub)];
  if (issuer === null || subject === null) return null;
  const user =
    (await findUserByIdentity(issuer, subject)) ?? (await firstSignIn(issuer, subject, claims, origin));
  return user !== null && (await mayEnter(user)) ? user : null;
}

/**
 * The first time, the address that an administrator entered for the person connects them to the issuer and its subject,
 * provided that the issuer has verified it. From then on only that subject is this person: an address that the provider
 * gives to someone else later does not open the account, and a person whose address changes keeps theirs.
 */
async function firstSignIn(
  issuer: string,
  subject: string,
  { email, email_verified }: ProviderClaims,
  origin: Origin,
): Promise<SignInUser | null> {
  const address = textOf(email);
  if (address === null || email_verified !== true) return null;
  const user = await findUserByEmail(address);
  if (user === null || !(await mayEnter(user))) return null;
  if (!(await connectIdentity(issuer, subject, user.id))) {
    const now = await findUserByIdentity(issuer, subject);
    if (now?.id === user.id) return user;
    void notePerson('sign-in refused', user, origin, { detail: { issuer, reason: 'another subject' } });
    return null;
  }
  await notePerson('provider connected', user, origin, { detail: { issuer, subject } });
  return user;
}

const mayEnter = async (user: SignInUser): Promise<boolean> =>
  !user.isDisabled && (await ownMemberships(user.id)).length > 0;

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim !== '' && claim.length <= LONGEST ? claim : null;
