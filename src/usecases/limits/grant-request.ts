import { refuse } from '@/core/refusals';
import { countRequest } from '@/db/stores/rate-limits';

/** The number of requests a caller may make in any 60 seconds and in any 24 hours. */
export interface RateLimits {
  readonly minute: number;
  readonly day: number;
}

/** The requests left after one was allowed. */
export interface RateLeft {
  readonly minute: { readonly remaining: number; readonly resetSeconds: number };
  readonly day: { readonly remaining: number; readonly resetSeconds: number };
}

/**
 * Allows one request of a caller and returns the remaining allowance, or refuses RATE_LIMITED with the time to retry.
 * Counted in the database, so that all servers share the count; a refused request is not counted. It runs before the
 * organization is known, so it is not a use-case of the runner.
 */
export async function grantRequest(key: string, limits: RateLimits, now: Date | null): Promise<RateLeft> {
  const verdict = await countRequest(key, limits, now);
  const minute = {
    remaining: Math.max(limits.minute - verdict.minuteUsed, 0),
    resetSeconds: Math.ceil(verdict.minuteWaitMs / 1000),
  };
  const day = {
    remaining: Math.max(limits.day - verdict.dayUsed, 0),
    resetSeconds: Math.ceil(verdict.dayWaitMs / 1000),
  };
  if (verdict.allowed) return { minute, day };
  const window = day.remaining === 0 ? 'day' : 'minute';
  refuse(
    'RATE_LIMITED',
    `Rate limit exceeded: ${limits[window].toLocaleString('en')} requests per ${window}.`,
    {
      retryAfterSeconds: Math.max((window === 'day' ? day : minute).resetSeconds, 1),
      limit: limits[window],
      window,
    },
  );
}
