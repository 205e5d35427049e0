/** Where time comes from. The core never asks; use-cases are handed one. */
export interface Clock {
  /** The present moment. */
  now(): Date;
  /** The accounting day `YYYY-MM-DD`. */
  today(): string;
}

/** The machine's clock, in UTC; `fixedToday` pins the accounting day (demos, tests). */
export function systemClock(fixedToday?: string): Clock {
  return {
    now: () => new Date(),
    today: () => fixedToday ?? new Date().toISOString().slice(0, 10),
  };
}

/** A clock that stands still until it is moved: for tests and for replaying a past moment. */
export function fixedClock(start: string): Clock & { set(moment: string): void } {
  let moment = new Date(start);
  return {
    now: () => moment,
    today: () => moment.toISOString().slice(0, 10),
    set: (next) => {
      moment = new Date(next);
    },
  };
}
