import { serializeList } from 'structured-headers';
import type { RateLeft, RateLimits } from '@/usecases/limits/grant-request';

/** Section 8: requests per API key. */
export const KEY_LIMITS: RateLimits = { minute: 100, day: 5_000 };

const SECONDS = { minute: 60, day: 86_400 } as const;

/** `"minute";q=100;w=60, "day";q=5000;w=86400` (draft-ietf-httpapi-ratelimit-headers). */
const POLICY = serializeList(
  (['minute', 'day'] as const).map((window) => [
    window,
    new Map([
      ['q', KEY_LIMITS[window]],
      ['w', SECONDS[window]],
    ]),
  ]),
);

/** The headers of an accepted request: the remaining requests of each window and its reset time. */
export function rateHeaders(left: RateLeft): Record<string, string> {
  const items = (['minute', 'day'] as const).map(
    (window) =>
      [
        window,
        new Map([
          ['r', left[window].remaining],
          ['t', left[window].resetSeconds],
        ]),
      ] as [string, Map<string, number>],
  );
  return { 'ratelimit-policy': POLICY, ratelimit: serializeList(items) };
}

/** The headers of a 429: no requests left in the window, and the time to retry. */
export function exceededHeaders(limited: {
  readonly window: string;
  readonly retryAfterSeconds: number;
}): Record<string, string> {
  const retry = { 'retry-after': String(limited.retryAfterSeconds) };
  if (limited.window === 'address') return retry;
  const parameters = new Map([
    ['r', 0],
    ['t', limited.retryAfterSeconds],
  ]);
  return { ...retry, 'ratelimit-policy': POLICY, ratelimit: serializeList([[limited.window, parameters]]) };
}
