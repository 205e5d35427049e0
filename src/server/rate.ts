/** Seconds a caller must wait before its next request; 0: none. */
export type RequestRate = (network: string) => number;

const WINDOW_MS = 60_000;

/**
 * Counts the requests of each network (lib/network-of) in this process, per minute. It protects the process; surface D's contractual
 * limit is counted in the database by key. Counted by network because an unauthenticated caller may send any
 * credential. 0 requests per minute disables it.
 */
export function requestRate(perMinute: number, now: () => number = () => performance.now()): RequestRate {
  if (perMinute === 0) return () => 0;
  let started = now();
  let counts = new Map<string, number>();
  return (network) => {
    const at = now();
    if (at - started >= WINDOW_MS) {
      started = at;
      counts = new Map();
    }
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count <= perMinute ? 0 : Math.max(1, Math.ceil((started + WINDOW_MS - at) / 1_000));
  };
}
