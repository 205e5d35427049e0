import { type Mutant, plantedIn } from '../mutant';

const TESTS = ['e2e/contracts/auth/own-providers.test.ts'];

/** An organization's own OpenID providers: whom they let in, and to what. */
export const AUTH_PROVIDERS: readonly Mutant[] = [
  ...plantedIn('auth', 'src/auth/providers/organization-person.ts', TESTS, [
    [
      'unverified-addresses-sign-in',
      ' || claims.email_verified !== true',
      '',
      'Anyone who may enter an address at the provider could sign in as the person it belongs to.',
    ],
    [
      'former-members-sign-in-by-the-provider',
      'return (await membershipIn(user.id, organizationId, null)) === null ? null : user;',
      'return user;',
      'Someone who left would continue to get sessions.',
    ],
  ]),
  ...plantedIn('auth', 'src/auth/providers/organization-oidc.ts', TESTS, [
    [
      'metadata-may-name-another-issuer',
      "if (found.issuer.replace(/\\/$/, '') !== issuer) throw",
      "if (found.issuer === '') throw",
      'An address that anyone can set up could speak for another provider.',
    ],
  ]),
  ...plantedIn('auth', 'src/auth/account.ts', TESTS, [
    [
      'providers-open-the-account',
      'if (confinedTo !== null) {',
      'if (user === null) {',
      'An administrator could set up a provider that claims any identity, and read or end that person’s sessions elsewhere.',
    ],
  ]),
  ...plantedIn('db', 'src/db/identity/standing.ts', TESTS, [
    [
      'provider-sessions-open-every-organization',
      '\n       and coalesce(s.confined_organization_id, $3) = $3',
      '',
      'The provider of one organization could open the books of another one that its people belong to.',
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/members/member-input.ts', TESTS, [
    [
      'anyone-with-members-sets-up-sign-in',
      'demandHeld(principal, PERMISSIONS);',
      '',
      'Someone who manages members could sign in as an administrator through their own provider.',
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/members/accept-provided-person.ts', TESTS, [
    [
      'former-members-join-again',
      "if (known !== null && known.recordStatus !== 'active') refuseStranger(email);",
      '',
      'A provider would let back in someone whom an administrator has shut out.',
      { title: 'former member' },
    ],
    [
      'strangers-join',
      'if (roles.size + customRoleIds.size === 0) refuseStranger(email);',
      '',
      'Everyone known to the provider would become a member.',
    ],
  ]),
  ...plantedIn('db', 'src/db/identity/sign-in-providers.ts', TESTS, [
    [
      'providers-that-are-off-are-offered',
      "$1 and p.record_status = 'active' and o.",
      '$1 and o.',
      'The sign-in page would offer a button that leads nowhere.',
    ],
  ]),
];
