import { type Mutant, plantedIn } from '../mutant';

const CONTRACTS = 'e2e/contracts/auth';

/** Callers: tokens, keys, cookies, sign-in attempts. */
export const AUTH_CREDENTIALS: readonly Mutant[] = [
  ...plantedIn(
    'auth',
    'src/auth/credentials/access-token.ts',
    [
      'src/auth/credentials/access-token.db.test.ts',
      `${CONTRACTS}/forged-tokens.test.ts`,
      `${CONTRACTS}/token-claims.test.ts`,
    ],
    [
      [
        'tokens-of-another-issuer',
        '    issuer: ISSUER,\n',
        '',
        'A token signed by another service of the same company would be accepted.',
      ],
      [
        'tokens-for-another-audience',
        '    audience: AUDIENCE,\n',
        '',
        'A token issued for another program would be accepted.',
        {
          survives:
            'The lines that follow compare the audience exactly, because a list that includes ours is refused as well.',
        },
      ],
      [
        'tokens-of-another-key',
        'protectedHeader.kid !== KEY_ID || ',
        '',
        'After a key change, the old key would still be accepted.',
      ],
      [
        'tokens-live-for-ever-once-seen',
        "if (known.expiresAtMs <= Date.now()) refuseCredential('expired token');",
        '',
        'A token that had been used once would never expire.',
      ],
      [
        'tokens-without-an-age',
        'maxTokenAge: `$',
        'maxTokenAge: `9$',
        'A token that expires in a hundred years would be accepted.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/credentials/api-key.ts',
    ['src/auth/credentials/api-key.db.test.ts'],
    [
      [
        'the-secret-of-a-key-is-not-compared',
        '!sameText(found.secretHash, hashSecret(key))',
        'false',
        'The printed prefix of a key would give access to the books.',
      ],
      [
        'a-key-opens-another-company',
        "if (found.companyId !== companyId) refuseKey('another company');",
        '',
        'One contractor could read another’s projects.',
      ],
      [
        'revoked-keys-open',
        "if (found.revokedAt !== null) refuseKey('revoked key');",
        '',
        'A leaked key could not be withdrawn.',
      ],
      [
        'expired-keys-open',
        'found.expiresAt !== null && found.expiresAt.getTime() <= Date.now()',
        'found.expiresAt === null',
        'A key issued for a month would work forever.',
      ],
      [
        'a-keys-scopes-are-ignored',
        'found.scopes.length === 0 ? API_KEY_SCOPES : scopes',
        'API_KEY_SCOPES',
        'A read-only key could write.',
        { tests: ['src/auth/credentials/api-key.db.test.ts', 'e2e/contracts/d/keys-and-limits.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/standing.ts',
    ['src/auth/session.db.test.ts', `${CONTRACTS}/roles-at-check-time.test.ts`],
    [
      [
        'signed-out-sessions-go-on',
        "if (found.revokedAt !== null) refuseCredential('revoked session');",
        '',
        'Signing out would not end the session.',
      ],
      [
        'disabled-people-go-on',
        "if (found.isDisabled) refuseCredential('disabled account');",
        '',
        'Someone who has left could keep working until the session ends.',
      ],
      [
        'non-members-enter',
        "if (found.roles === null || found.isDemo === null) refuseNonMember();\n    if (found.revokedAt !== null) refuseCredential('revoked session');\n    await demandInUse(sessionId, found.usedAt);\n    refuseClosedDemo({ isDemo: found.isDemo });\n    if (found.lacksSecondFactor === true) refuseWithoutSecondFactor();\n    return principalFrom({\n      organizationId,\n      actorKind: 'user',\n      actorId: userId,\n      actorName: found.userName,\n      roles: found.roles.filter(isRole),",
        "if (found.revokedAt !== null) refuseCredential('revoked session');\n    return principalFrom({\n      organizationId,\n      actorKind: 'user',\n      actorId: userId,\n      actorName: found.userName,\n      roles: (found.roles ?? []).filter(isRole),",
        'A stranger would be admitted without a role and could read whatever requires none.',
        {
          tests: [
            `${CONTRACTS}/session-on-surface-c.test.ts`,
            `${CONTRACTS}/roles-at-check-time.test.ts`,
            'src/auth/session.db.test.ts',
          ],
        },
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/session.ts',
    [`${CONTRACTS}/session-on-surface-c.test.ts`, 'src/auth/session.db.test.ts'],
    [
      [
        'a-client-enters-another-organization',
        "if (claims.kind === 'api_client' && claims.organizationId !== wanted) refuseNonMember();",
        '',
        'An API client of one organization could name another in the header.',
      ],
      [
        'cookies-write-from-other-sites',
        'demandSameOrigin(inbound);',
        '',
        'Any web page could make a signed-in browser post a journal.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/same-origin.ts',
    [`${CONTRACTS}/session-on-surface-c.test.ts`, 'src/auth/session.db.test.ts'],
    [
      [
        'same-site-is-same-origin',
        "if (site === 'same-origin') return;",
        "if (site === 'same-origin' || site === 'same-site') return;",
        'A page on a sibling subdomain could write.',
      ],
      [
        'no-origin-is-ours',
        'if (origin === null || !ourOrigin(origin, host)) refuseCrossSite();',
        'if (origin !== null && !ourOrigin(origin, host)) refuseCrossSite();',
        'A browser that does not say where a form came from would be trusted.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/credentials/tokens.ts',
    [`${CONTRACTS}/token.test.ts`, `${CONTRACTS}/roles-at-check-time.test.ts`],
    [
      [
        'a-stolen-refresh-token-ends-nothing',
        "await endSession(sessionId, 'credential refused', origin, { reason: 'refresh token used twice' });",
        '',
        'A thief with a copied refresh token would keep the session that its owner lost.',
      ],
      [
        'expired-clients-get-tokens',
        ' || hasPassed(client.expiresAt)',
        '',
        'A client’s secret would still work after it expires.',
      ],
      [
        'a-clients-secret-is-not-compared',
        'sameText(client.secretHash, hashSecret(clientSecret))',
        'clientSecret.length > 0',
        'The public id of a client would be enough.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/sign-in/attempts.ts',
    ['src/auth/sign-in/sign-in.db.test.ts', `${CONTRACTS}/token.test.ts`],
    [
      [
        'guessing-is-free',
        'if (taken.refusedUntil !== null) refuseUntil(taken.refusedUntil);',
        '',
        'A program could try every password of one account.',
      ],
      [
        'one-address-may-try-every-account',
        'if (refusedUntil === null) return attempt;',
        'return attempt;',
        'A program could try one password on every account.',
      ],
      [
        'anyone-locks-an-account',
        "own === null ? ''",
        "own !== '' ? ''",
        'Anyone who knows an email address could lock its owner out.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/sign-in/sign-in.ts',
    [
      'src/auth/sign-in/sign-in.db.test.ts',
      `${CONTRACTS}/token.test.ts`,
      'e2e/hostile/demo-credentials.test.ts',
    ],
    [
      ['disabled-people-sign-in', ' || user.isDisabled', '', 'Someone who has left could sign in again.'],
      [
        'the-demos-password-opens-real-books',
        ' || isPublished',
        '',
        'The password printed for the demo would open the books a person founded while trying it out.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/sign-in/demo-door.ts',
    ['e2e/hostile/demo-credentials.test.ts', 'src/auth/sign-in/sign-in.db.test.ts'],
    [
      [
        'demo-credentials-open-real-servers',
        'organization.isDemo && !isDemoOpen()',
        'false',
        'Keys and clients printed for the demo would work on a server that is not a demo.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/providers/provider-identity.ts',
    [`${CONTRACTS}/oidc.test.ts`],
    [
      [
        'unverified-addresses-enter',
        'address === null || email_verified !== true',
        'address === null',
        'Anyone could enter the address of another at the provider and get their books.',
      ],
      [
        'a-second-subject-takes-over',
        'return null;\n  }\n  await notePerson',
        'return user;\n  }\n  await notePerson',
        'A person given the address of someone who has left would get their account.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/sign-in/chosen-password.ts',
    ['src/auth/sign-in/sign-in.db.test.ts'],
    [
      [
        'any-password-will-do',
        'if (message !== null) refuse',
        'if (message === null) refuse',
        'The first thousand passwords of any list would open some account.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/own-address.ts',
    ['e2e/hostile/open-redirects.test.ts'],
    [
      [
        'signing-in-leads-anywhere',
        'url.origin === base.origin && ',
        '',
        'A link to our own sign-in page could end on a copy of it that collects passwords.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/standing.ts',
    [`${CONTRACTS}/second-factor.test.ts`],
    [
      [
        'a-required-second-factor-is-not-asked-for',
        'if (found.lacksSecondFactor === true) refuseWithoutSecondFactor();',
        '',
        'An organization that requires a second factor would let everyone in without one.',
        { title: 'lets in only sessions whose person proved a second factor' },
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/credentials/tokens.ts',
    [`${CONTRACTS}/second-factor.test.ts`],
    [
      [
        'tokens-need-no-second-factor',
        "if (await hasSecondFactor(user.id)) refuseCredential('a second factor is set up');",
        '',
        'Anyone who knows a password would get a token for it, whatever second factor the person set up.',
        { title: 'cannot be avoided at the token endpoint' },
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/invitations.ts',
    [`${CONTRACTS}/invitations.test.ts`],
    [
      [
        'invitations-are-accepted-by-anyone',
        'if (user.email !== offer.email) {',
        'if (user.email === null) {',
        'Anyone who gets hold of a link could join with their own account and the permissions meant for someone else.',
        { title: 'by no one else' },
      ],
    ],
  ),
];
