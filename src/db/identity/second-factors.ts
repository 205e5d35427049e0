import { identityQuery, NOBODY } from './scoped-query';

/** A person's authenticator app: the secret shared with it, encrypted. */
export interface StoredFactor {
  readonly sealedSecret: string;
  /** Null while the app was offered and none of its codes was accepted yet. */
  readonly confirmedAt: Date | null;
}

/** The app of a person, confirmed or offered; null when there is none. */
export async function findFactor(userId: string): Promise<StoredFactor | null> {
  const rows = await identityQuery<StoredFactor>(
    NOBODY,
    'find_factor',
    'select sealed_secret as "sealedSecret", confirmed_at as "confirmedAt" from second_factors where user_id = $1',
    [userId],
  );
  return rows[0] ?? null;
}

/** Offers a secret, in place of one that was offered before; false when the person has a confirmed one. */
export async function offerFactor(userId: string, sealedSecret: string): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'offer_factor',
    `insert into second_factors as f (user_id, sealed_secret) values ($1, $2)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0 where f.confirmed_at is null
     returning user_id`,
    [userId, sealedSecret],
  );
  return rows.length > 0;
}

/**
 * Accepts the code of a time step only once, so that a code seen over a shoulder is worthless. `sealedSecret` is the one
 * the code was checked against. False when that step or a later one was accepted before.
 */
export async function takeStep(userId: string, sealedSecret: string, step: number): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'take_step',
    `update second_factors set last_step = $3::bigint, confirmed_at = coalesce(confirmed_at, now())
     where user_id = $1 and sealed_secret = $2 and last_step < $3::bigint returning user_id`,
    [userId, sealedSecret, step],
  );
  return rows.length > 0;
}

/** Replaces a person's recovery codes. */
export async function replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
  await identityQuery(
    NOBODY,
    'replace_recovery_codes',
    `with gone as (delete from recovery_codes where user_id = $1 and not code_hash = any ($2::text[]))
     insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])`,
    [userId, hashes],
  );
}

/** The hashes of the recovery codes that a person has not used. */
export async function unusedRecoveryHashes(userId: string): Promise<string[]> {
  const rows = await identityQuery<{ hash: string }>(
    NOBODY,
    'unused_recovery_hashes',
    'select code_hash as hash from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  );
  return rows.map(({ hash }) => hash);
}

/** Uses up a recovery code by its hash; false when it is not one or was used. */
export async function takeRecoveryCode(userId: string, hash: string): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'take_recovery_code',
    'update recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null returning user_id',
    [userId, hash],
  );
  return rows.length > 0;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(userId: string): Promise<number> {
  const rows = await identityQuery<{ n: number }>(
    NOBODY,
    'count_recovery_codes',
    'select count(*)::int as n from recovery_codes where user_id = $1 and used_at is null',
    [userId],
  );
  return rows[0]?.n ?? 0;
}

/** Removes a person's app and recovery codes. */
export async function removeFactor(userId: string): Promise<void> {
  await identityQuery(
    NOBODY,
    'remove_factor',
    'with codes as (delete from recovery_codes where user_id = $1) delete from second_factors where user_id = $1',
    [userId],
  );
}

/** Whose app's secret it is, encrypted. */
export interface SealedFactor {
  readonly userId: string;
  readonly sealedSecret: string;
}

/** The apps' secrets of the people after `userId`, in the order of their IDs. */
export function sealedFactorsAfter(userId: string, limit: number): Promise<SealedFactor[]> {
  return identityQuery<SealedFactor>(
    NOBODY,
    'sealed_factors_after',
    'select user_id as "userId", sealed_secret as "sealedSecret" from second_factors where user_id > $1 order by user_id limit $2',
    [userId, limit],
  );
}

/** The same secret in another encryption; false when the person has another one already. */
export async function resealFactor(userId: string, from: string, to: string): Promise<boolean> {
  const rows = await identityQuery(
    NOBODY,
    'reseal_factor',
    'update second_factors set sealed_secret = $3 where user_id = $1 and sealed_secret = $2 returning user_id',
    [userId, from, to],
  );
  return rows.length > 0;
}
