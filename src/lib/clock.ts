/** The source of time. Core never reads it; use-cases are given one. */
export interface Clock {
  /** The current time. */
  now(): Date;
  /** The accounting day `YYYY-MM-DD`. */
  today(): string;
}

/** The machine's clock, in UTC; `fixedToday` fixes the accounting day (demos, tests). */
export function systemClock(fixedToday?: string): Clock {
  // Read with every posting, but changes once a day.
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
