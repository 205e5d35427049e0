import { type Env, env } from '../lib/env';

/** Kinds of work that the database gives different times for one statement. */
export type TimedWork = 'read' | 'write' | 'report' | 'export' | 'verification' | 'job';

/** The longest time a timer can wait. */
const LONGEST_TIMER_MS = 2_147_483_647;
/** How much longer this side waits than the server: the server ends the statement first, and gives the reason. */
const GRACE_MS = 10_000;

const SETTINGS = {
  read: 'DAYBOOK_READ_SECONDS',
  write: 'DAYBOOK_WRITE_SECONDS',
  report: 'DAYBOOK_REPORT_SECONDS',
  export: 'DAYBOOK_EXPORT_SECONDS',
  verification: 'DAYBOOK_VERIFICATION_SECONDS',
  job: 'DAYBOOK_JOB_SECONDS',
} as const satisfies Readonly<Record<TimedWork, keyof Env>>;

/** The most milliseconds of one statement of that kind; 0: no limit. An export's is for each piece that it fetches. */
export const limitMs = (work: TimedWork): number => Math.round(env()[SETTINGS[work]] * 1_000);

/** How long this side waits for a statement with that limit before it gives the connection up. */
export const patienceMs = (limit: number): number =>
  limit === 0 ? LONGEST_TIMER_MS : Math.min(limit + GRACE_MS, LONGEST_TIMER_MS);
