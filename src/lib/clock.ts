/** Where time comes from. The core never asks; use-cases are handed one. */
export interface Clock {
  /** The present moment. */
  now(): Date;
  /** The accounting day `YYYY-MM-DD`. */
  today(): string;
}

/** The machine's clock, in UTC; `fixedToday` pins the accounting day (demos, tests). */
export function systemClock(fixedToday?: string): Clock {
  // Asked for with every posting; it changes once a day.
  let day = -1;
  let today = '';
  return {
    now: () => new Date(),
    today: () => {
      if (fixedToday !== undefined) return fixedToday;
      const now = Date.now();
      const current = Math.floor(now / DAY_MS);
      if (current !== day) {
        day = current;
        today = new Date(now).toISOString().slice(0, 10);
      }
      return today;
    },
  };
}

const DAY_MS = 86_400_000;
