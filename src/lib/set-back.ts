/** A smaller step is an ordinary correction of the clock, or a reading that waited for its answer. */
const MOST_MS = 5_000;

/**
 * Notices that a clock was set back, by a counter that never goes back: asked with each reading of the clock, in milliseconds since 1970, it
 * answers whether the clock has lost more than five seconds since the reading before.
 */
export function noticesSetBack(
  counted: () => number = () => performance.now(),
): (reading: number) => boolean {
  let before = Number.NEGATIVE_INFINITY;
  return (reading) => {
    const ahead = reading - counted();
    const isBack = ahead < before - MOST_MS;
    before = ahead;
    return isBack;
  };
}
