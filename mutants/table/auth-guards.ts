import { type Mutant, plantedIn } from '../mutant';

const CONTRACTS = 'e2e/contracts/auth';

/**
 * What protects people and the server around signing in: cookies, sessions, passwords that expire, secrets that are exchanged, hosts that
 * are called.
 */
export const AUTH_GUARDS: readonly Mutant[] = [
  ...plantedIn(
    'auth',
    'src/auth/session-cookie.ts',
    ['e2e/hostile/host-cookies.test.ts'],
    [
      [
        'cookies-of-the-whole-domain',
        "isBehindHttps() ? '__Host-' : ''",
        "''",
        'Another site under the same domain could plant its own session in someone’s browser.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/account.ts',
    [`${CONTRACTS}/own-sessions.test.ts`],
    [
      [
        'one-session-ends-without-proof',
        '  await demandFreshProof(caller, user, password);\n  const session',
        '  const session',
        'Anyone who finds a session open could end another one of its owner’s.',
      ],
      [
        'all-sessions-end-without-proof',
        '  await demandFreshProof(caller, user, password);\n  const ended',
        '  const ended',
        'Anyone who finds a session open could sign its owner out everywhere else.',
      ],
      [
        'an-old-session-proves-its-person',
        'session !== null && Date.now() - session.createdAt.getTime() <= FRESH_MS',
        'session !== null',
        'For someone without a password, a session found open would be proof enough.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/sign-in/recovery-codes.ts',
    [`${CONTRACTS}/recovery-codes.test.ts`],
    [
      [
        'recovery-codes-of-a-quick-hash',
        'hashes.push(await hashPassword(asTyped(code)))',
        'hashes.push(formerHash(userId, asTyped(code)))',
        'Anyone who reads a backup could try every code within hours.',
      ],
      [
        'recovery-codes-count-again',
        'return takeRecoveryCode(userId, hash);',
        'return true;',
        'A code that was seen once would sign in forever.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/lib/secrets.ts',
    [`${CONTRACTS}/changed-secret.test.ts`],
    [
      [
        'the-former-secret-is-forgotten',
        '[present, ...(former === undefined ? [] : [former])]',
        '[present]',
        'Exchanging the secret would sign everyone out and make authenticator apps useless.',
      ],
      [
        'what-is-kept-stays-under-the-former-secret',
        'return isPresent ? null : sealText(purpose, text);',
        'return null;',
        'Without the former secret, no one with an authenticator app could sign in.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/lib/outbound.ts',
    ['src/lib/outbound.test.ts'],
    [
      [
        'the-list-of-hosts-is-not-asked',
        'if (!isListed(host)) return',
        'if (host === null) return',
        'The server would call whatever an administrator of an organization enters.',
      ],
      [
        'a-listed-name-opens-its-neighbors',
        'asked.endsWith(name.slice(1))',
        'asked.endsWith(name.slice(2))',
        'Anyone could register a name that ends like one that is trusted.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/identity/users.ts',
    [`${CONTRACTS}/initial-passwords.test.ts`],
    [
      [
        'passwords-of-new-members-last',
        'case when u.password_until is null or u.password_until > now() then u.password_hash end',
        'u.password_hash',
        'A password that someone else created and sent would open the account forever.',
      ],
      [
        'chosen-passwords-end',
        'set password_hash = $2, password_until = null, updated_at',
        'set password_hash = $2, updated_at',
        'A week after joining, no one could sign in with the password they chose.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/providers/asked-lately.ts',
    [`${CONTRACTS}/oidc.test.ts`],
    [
      [
        'an-old-sign-in-at-a-provider-is-enough',
        'at >= now - most - SLACK_SECONDS',
        'true',
        'A provider’s session that never ends would start ours forever.',
      ],
      [
        'a-provider-that-does-not-say-asked-lately',
        "typeof at === 'number' &&",
        "at === undefined || typeof at === 'number' &&",
        'Omitting the time would circumvent the limit.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/sign-in/chosen-password.ts',
    ['src/auth/sign-in/chosen-password.db.test.ts'],
    [
      [
        'passwords-that-became-known-are-taken',
        '((await isBreached(password)) ? BREACHED : null)',
        'null',
        'The first password an attacker tries could be someone’s.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/lib/breached-passwords.ts',
    ['src/lib/breached-passwords.test.ts'],
    [
      [
        'half-of-the-list-is-not-found',
        'if (hash < wanted) from = middle + line;',
        'if (hash < wanted) to = middle + line;',
        'Most passwords on the list could be chosen.',
      ],
    ],
  ),
];
