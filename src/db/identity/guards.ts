import { identityQuery, NOBODY } from './scoped-query';

/** When failures lead to a delay: after `free` of them within the window, `firstDelay` seconds, doubling up to `longestDelay`. */
export interface GuardRule {
  readonly windowSeconds: number;
  readonly free: number;
  readonly firstDelaySeconds: number;
  readonly longestDelaySeconds: number;
}

/**
 * When the failures counted under a key no longer count: their window has passed, or it begins ahead of now, because the clock was set
 * back; otherwise a block would last until the clock reaches it again. A minute of grace, since `now()` is when the transaction began.
 */
const OVER = `(g.window_started_at < now() - make_interval(secs => $2::float8) or g.window_started_at > now() + interval '1 minute')`;

/**
 * Counts one more attempt under a key, in the database so that all servers share it, unless the key is blocked: then returns
 * until when, and counts nothing. The attempt that uses up the free ones blocks those after it; one statement decides, so
 * that of simultaneous attempts no more than that many are let through.
 */
export async function takeAttemptOf(key: string, rule: GuardRule): Promise<Taken> {
  const [taken] = await identityQuery<{ isLast: boolean }>(
    NOBODY,
    'take_attempt',
    `insert into sign_in_guards as g (key, failures, window_started_at) values ($1, 1, now())
     on conflict (key) do update set
       failures = case when ${OVER} then 1 else g.failures + 1 end,
       window_started_at = case when ${OVER} then now() else g.window_started_at end,
       blocked_until = case
         when ${OVER} or g.failures + 1 < $3::int then null
         else clock_timestamp() + make_interval(secs => least($5::float8, $4::float8 * power(2, least(g.failures + 1 - $3::int, 20))))
       end
     where g.blocked_until is null or g.blocked_until <= now()
       or g.blocked_until > now() + make_interval(secs => $5::float8) + interval '1 minute'
     returning blocked_until is not null as "isLast"`,
    [key, rule.windowSeconds, rule.free, rule.firstDelaySeconds, rule.longestDelaySeconds],
  );
  if (taken !== undefined) return { refusedUntil: null, isLast: taken.isLast };
  return { refusedUntil: (await blockedUntil(key)) ?? new Date(), isLast: false };
}

/** `refusedUntil`: null for an attempt that was let through. `isLast`: it was let through, and those after it are blocked. */
interface Taken {
  readonly refusedUntil: Date | null;
  readonly isLast: boolean;
}

/** The time until which a key is blocked; null when it is not. */
async function blockedUntil(key: string): Promise<Date | null> {
  const rows = await identityQuery<{ until: Date | null }>(
    NOBODY,
    'blocked_until',
    `select blocked_until as until from sign_in_guards where key = $1 and blocked_until > now()`,
    [key],
  );
  return rows[0]?.until ?? null;
}

/** Takes one attempt back that turned out not to be a failure, and the block it caused. */
export async function giveBackAttempt(key: string, rule: GuardRule): Promise<void> {
  await identityQuery(
    NOBODY,
    'give_back_attempt',
    `update sign_in_guards set failures = greatest(failures - 1, 0),
       blocked_until = case when failures - 1 < $2::int then null else blocked_until end
     where key = $1`,
    [key, rule.free],
  );
}

/**
 * Remembers for some days that a key proved itself, so that `isProved` is true of it. It is stored among the failures, whose sweep removes
 * it when the time is over.
 */
export async function noteProved(key: string, days: number): Promise<void> {
  await identityQuery(
    NOBODY,
    'note_proved',
    `insert into sign_in_guards (key, failures, window_started_at, blocked_until) values ($1, 0, now(), now() + make_interval(days => $2::int))
     on conflict (key) do update set blocked_until = excluded.blocked_until`,
    [key, days],
  );
}

/** Whether a key was remembered by `noteProved` and the time is not over. */
export const isProved = async (key: string): Promise<boolean> => (await blockedUntil(key)) !== null;

/** Clears the failures of a key after a success. */
export async function clearFailures(key: string): Promise<void> {
  await identityQuery(NOBODY, 'clear_failures', 'delete from sign_in_guards where key = $1', [key]);
}

/** Removes failures that no longer count; called by a background job. */
export async function sweepGuards(): Promise<void> {
  await identityQuery(
    NOBODY,
    'sweep_guards',
    `delete from sign_in_guards where window_started_at < now() - interval '1 day' and coalesce(blocked_until, now()) <= now()`,
    [],
  );
}
