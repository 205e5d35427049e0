import { refuse } from '@/core/refusals';
import {
  clearFailures,
  type GuardRule,
  giveBackAttempt,
  isProved,
  noteProved,
  takeAttemptOf,
} from '@/db/identity/guards';
import { networkOf } from '@/lib/network-of';
import { hashSecret } from '@/lib/secrets';

/**
 * Five wrong passwords in a row for one account from one address are allowed within a day; then the delay is 30 s, doubling
 * up to a quarter of an hour. It never applies to the account alone, or anyone who knows an email address could lock its
 * owner out.
 */
const ACCOUNT_FROM_ADDRESS: GuardRule = {
  windowSeconds: 86_400,
  free: 5,
  firstDelaySeconds: 30,
  longestDelaySeconds: 900,
};
/** An office shares one address, so a hundred failures in ten minutes are allowed. */
const ADDRESS: GuardRule = {
  windowSeconds: 600,
  free: 100,
  firstDelaySeconds: 60,
  longestDelaySeconds: 600,
};

/**
 * Guesses at one account from all networks together that it never proved itself from. Six digits fall to a thousand networks otherwise;
 * where the account's owner has signed in before, these do not count.
 */
const ACCOUNT_FROM_STRANGERS: GuardRule = {
  windowSeconds: 86_400,
  free: 50,
  firstDelaySeconds: 60,
  longestDelaySeconds: 900,
};
const DAYS_KNOWN = 90;

/** The keys under which failures are counted: the account name (hashed, whether it exists or not) with the caller's address, and the address. */
export interface AttemptKeys {
  readonly account: string;
  /** Null when the address identifies no one: unknown, or a proxy on this machine through which everyone connects. */
  readonly address: string | null;
}

export function attemptKeys(accountName: string, address: string): AttemptKeys {
  const own = isCallersOwn(address) ? networkOf(address) : null;
  return {
    account: `account:${hashSecret(accountName.trim().toLowerCase())}${own === null ? '' : `:${own}`}`,
    address: own === null ? null : `address:${own}`,
  };
}

const isCallersOwn = (address: string) =>
  address !== '' && !/^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);

/**
 * Counts an attempt before it is judged, so that guesses sent at the same moment count each other. Refuses with RATE_LIMITED
 * while the account is blocked for this address, or the address for all accounts; a refused attempt is not counted.
 */
export async function takeAttempt({ account, address }: AttemptKeys): Promise<Attempt> {
  const taken = await takeAttemptOf(account, ACCOUNT_FROM_ADDRESS);
  if (taken.refusedUntil !== null) refuseUntil(taken.refusedUntil);
  const attempt = { isLast: taken.isLast };
  if (address === null) return attempt;
  const { refusedUntil } = await takeAttemptOf(address, ADDRESS);
  if (refusedUntil === null) return attempt;
  await giveBackAttempt(account, ACCOUNT_FROM_ADDRESS);
  refuseUntil(refusedUntil);
}

/** An attempt that may be judged; `isLast`: if it fails, the account is blocked here for a while. */
interface Attempt {
  readonly isLast: boolean;
}

/**
 * A success clears the account's count. From the address's count it removes only this attempt, or one valid account could hide many
 * guesses.
 */
export async function noteSuccess({ account, address }: AttemptKeys): Promise<void> {
  await clearFailures(account);
  if (address !== null) await giveBackAttempt(address, ADDRESS);
}

/**
 * Like `takeAttempt`, for what is short enough to be guessed from many networks: from those that this account never proved itself
 * from, all guesses together are limited too. Using them up does not lock anyone out of a network the owner has used.
 */
export async function takeShortAttempt(keys: AttemptKeys): Promise<ShortAttempt> {
  await takeAttempt(keys);
  const strangers =
    keys.address === null || (await isProved(`known ${keys.account}`)) ? null : strangersTo(keys);
  if (strangers !== null) {
    const { refusedUntil } = await takeAttemptOf(strangers, ACCOUNT_FROM_STRANGERS);
    if (refusedUntil !== null) {
      await giveBackAttempt(keys.account, ACCOUNT_FROM_ADDRESS);
      if (keys.address !== null) await giveBackAttempt(keys.address, ADDRESS);
      refuseUntil(refusedUntil);
    }
  }
  return {
    async succeeded() {
      await noteSuccess(keys);
      if (strangers !== null) await giveBackAttempt(strangers, ACCOUNT_FROM_STRANGERS);
      if (keys.address !== null) await noteProved(`known ${keys.account}`, DAYS_KNOWN);
    },
  };
}

/** Mails to one address over all networks in a day; after that one every quarter of an hour, for as long as its link lasts four times. */
const MAILS: GuardRule = {
  windowSeconds: 86_400,
  free: 20,
  firstDelaySeconds: 900,
  longestDelaySeconds: 900,
};

/** Like `takeAttempt`, for what sends a mail: over all networks no more than `MAILS` to one address. */
export async function takeLinkAttempt(keys: AttemptKeys): Promise<void> {
  await takeAttempt(keys);
  if (keys.address === null) return;
  const { refusedUntil } = await takeAttemptOf(strangersTo(keys), MAILS);
  if (refusedUntil !== null) refuseUntil(refusedUntil);
}

/** Challenges for passkeys that one network gets: each is a row until it is answered or five minutes are over. */
const CHALLENGES: GuardRule = {
  windowSeconds: 600,
  free: 300,
  firstDelaySeconds: 60,
  longestDelaySeconds: 600,
};

/** Like `takeAttempt`, for what cannot fail and anyone can request: no more than `CHALLENGES` to one network. */
export async function takeChallengeAttempt({ account, address }: AttemptKeys): Promise<void> {
  if (address === null) return;
  const { refusedUntil } = await takeAttemptOf(account, CHALLENGES);
  if (refusedUntil !== null) refuseUntil(refusedUntil);
}

/** An attempt that may be judged. */
interface ShortAttempt {
  /** Takes it back, and remembers the network for the account. */
  succeeded(): Promise<void>;
}

/** The account without the network. */
const strangersTo = ({ account }: AttemptKeys) => `strangers to ${account.split(':').slice(0, 2).join(':')}`;

function refuseUntil(until: Date): never {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1_000));
  refuse('RATE_LIMITED', `Too many failed attempts. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
    limit: ADDRESS.free,
    window: 'address',
  });
}
