import type { Clock } from '@/lib/clock';

/** A clock that stands still until it is set. */
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
