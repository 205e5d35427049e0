import { identityQuery, NOBODY } from './scoped-query';

/** When failures lead to a delay: after `free` of them within the window, `firstDelay` seconds, doubling up to `longestDelay`. */
export interface GuardRule {
  readonly windowSeconds: number;
  readonly free: number;
  readonly firstDelaySeconds: number;
  readonly longestDelaySeconds: number;
}

/** Counts one more failure of a key, in the database so that all servers share it; returns the time until which it is blocked. */
export async function noteFailure(key: string, rule: GuardRule): Promise<Date | null> {
  const rows = await identityQuery<{ blockedUntil: Date | null }>(
    NOBODY,
    'note_failure',
    `insert into sign_in_guards as g (key, failures, window_started_at) values ($1, 1, now())
     on conflict (key) do update set
       failures = case when g.window_started_at < now() - make_interval(secs => $2::float8) then 1 else g.failures + 1 end,
       window_started_at = case when g.window_started_at < now() - make_interval(secs => $2::float8) then now() else g.window_started_at end,
       blocked_until = case
         when g.window_started_at < now() - make_interval(secs => $2::float8) or g.failures + 1 < $3::int then null
         else now() + make_interval(secs => least($5::float8, $4::float8 * power(2, least(g.failures + 1 - $3::int, 20))))
       end
     returning blocked_until as "blockedUntil"`,
    [key, rule.windowSeconds, rule.free, rule.firstDelaySeconds, rule.longestDelaySeconds],
  );
  return rows[0]?.blockedUntil ?? null;
}

/** The latest time until which any of these keys is blocked; null when none is. */
export async function blockedUntil(keys: readonly string[]): Promise<Date | null> {
  const rows = await identityQuery<{ until: Date | null }>(
    NOBODY,
    'blocked_until',
    `select max(blocked_until) as until from sign_in_guards where key = any($1::text[]) and blocked_until > now()`,
    [keys],
  );
  return rows[0]?.until ?? null;
}

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
