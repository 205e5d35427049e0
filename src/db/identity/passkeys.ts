import { identityQuery, NOBODY } from './scoped-query';

/** A person's passkey, with the key that proves it. */
export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isBackedUp: boolean;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

const COLUMNS = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter,
       transports, name, is_backed_up as "isBackedUp", last_used_at as "lastUsedAt", created_at as "createdAt"`;

/** The passkeys of a person, oldest first. */
export function passkeysOf(userId: string): Promise<StoredPasskey[]> {
  return identityQuery<StoredPasskey>(
    NOBODY,
    'passkeys_of',
    `select ${COLUMNS} from passkeys where user_id = $1 order by created_at, id`,
    [userId],
  );
}

/** The passkey with this credential ID, or null. */
export async function findPasskey(credentialId: string): Promise<StoredPasskey | null> {
  const rows = await identityQuery<StoredPasskey>(
    NOBODY,
    'find_passkey',
    `select ${COLUMNS} from passkeys where credential_id = $1`,
    [credentialId],
  );
  return rows[0] ?? null;
}

/**
 * Stores a passkey. False when the authenticator is already registered by anyone, or the person has `most` of them: of two at
 * once, the lock on the account makes one wait.
 */
export async function insertPasskey(
  passkey: Omit<StoredPasskey, 'lastUsedAt' | 'createdAt'>,
  most: number,
): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'insert_passkey',
    `with owner as (select id from users where id = $2 for update)
     insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, is_backed_up)
     select $1::uuid, owner.id, $3, $4, $5::bigint, $6::text[], $7, $8 from owner
     where (select count(*) from passkeys p where p.user_id = owner.id) < $9::int
     on conflict (credential_id) do nothing returning id`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.isBackedUp,
      most,
    ],
  );
  return rows.length > 0;
}

/**
 * Records a use. False when the counter did not grow, as a working counter must: a copy of the authenticator was used, or the same
 * answer twice at once.
 */
export async function notePasskeyUse(id: string, counter: number, isBackedUp: boolean): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'note_passkey_use',
    `update passkeys set counter = $2::bigint, is_backed_up = $3, last_used_at = now()
     where id = $1 and (counter < $2::bigint or counter = 0 and $2::bigint = 0) returning id`,
    [id, counter, isBackedUp],
  );
  return rows.length > 0;
}

/** Names one of a person's passkeys; false when they have none with this ID. */
export async function renamePasskey(userId: string, id: string, name: string): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'rename_passkey',
    'update passkeys set name = $3 where id = $2 and user_id = $1 returning id',
    [userId, id, name],
  );
  return rows.length > 0;
}

/** Removes one of a person's passkeys; its name, or null when they have none with this ID. */
export async function removePasskey(userId: string, id: string): Promise<string | null> {
  const rows = await identityQuery<{ name: string }>(
    NOBODY,
    'remove_passkey',
    'delete from passkeys where id = $2 and user_id = $1 returning name',
    [userId, id],
  );
  return rows[0]?.name ?? null;
}

/** Removes every passkey of a person; how many there were. */
export async function removePasskeysOf(userId: string): Promise<number> {
  const rows = await identityQuery(
    NOBODY,
    'remove_passkeys_of',
    'delete from passkeys where user_id = $1 returning id',
    [userId],
  );
  return rows.length;
}

export type ChallengePurpose = 'register' | 'confirm' | 'sign-in';

/** Keeps a challenge until it is answered. `sessionId` null: to sign in, when there is no session yet. */
export async function insertChallenge(
  challengeHash: string,
  purpose: ChallengePurpose,
  sessionId: string | null,
  seconds: number,
): Promise<void> {
  await identityQuery(
    NOBODY,
    'insert_challenge',
    `insert into passkey_challenges (challenge_hash, purpose, session_id, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4::float8))`,
    [challengeHash, purpose, sessionId, seconds],
  );
}

/** Takes a challenge, so that it is answered once; false when it is not one of ours, of another session, answered or too old. */
export async function takeChallenge(
  challengeHash: string,
  purpose: ChallengePurpose,
  sessionId: string | null,
): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'take_challenge',
    `delete from passkey_challenges
     where challenge_hash = $1 and purpose = $2 and session_id is not distinct from $3::uuid and expires_at > now() returning purpose`,
    [challengeHash, purpose, sessionId],
  );
  return rows.length > 0;
}

/** Removes challenges that no one answered in time. */
export async function sweepChallenges(): Promise<void> {
  await identityQuery(
    NOBODY,
    'sweep_challenges',
    'delete from passkey_challenges where expires_at < now()',
    [],
  );
}
