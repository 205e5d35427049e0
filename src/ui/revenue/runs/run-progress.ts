import type { Run } from './run-proposal';

/** The states a run's page distinguishes. */
export type RunState = 'PREVIEW' | 'POSTING' | 'STALLED' | 'FAILED' | 'POSTED';

/** After this long without progress the posting has probably stopped. A step takes a second or two. */
export const STALLED_AFTER = 20_000;

/** How much had been posted at which time, as observed by this page. */
export type Sighting = { readonly at: number; readonly done: number };

/**
 * The state of a run as shown on its page. `isOurs`: this page is posting it; `lastMove`: when its progress last
 * changed, as seen here.
 */
export function runState(
  run: Pick<Run, 'runStatus'>,
  seen: {
    readonly isOurs: boolean;
    readonly hasFailed: boolean;
    readonly lastMove: number;
    readonly now: number;
  },
): RunState {
  if (run.runStatus === 'POSTED') return 'POSTED';
  if (seen.isOurs) return 'POSTING';
  if (seen.hasFailed) return 'FAILED';
  if (run.runStatus !== 'POSTING') return 'PREVIEW';
  return seen.now - seen.lastMove >= STALLED_AFTER ? 'STALLED' : 'POSTING';
}

/** "about 12 seconds left", from the progress between two moments; null while there is too little of it. */
export function timeLeft(first: Sighting, last: Sighting, of: number): string | null {
  const seconds = (last.at - first.at) / 1000;
  const rows = last.done - first.done;
  if (seconds < 1 || rows <= 0 || last.done >= of) return null;
  const left = ((of - last.done) * seconds) / rows;
  if (left < 5) return 'a few seconds left';
  if (left < 90) return `about ${Math.ceil(left / 5) * 5} seconds left`;
  return `about ${Math.round(left / 60)} minutes left`;
}

/** "12 s", "3 min 5 s": how long a run took from start to end. */
export function timeTaken(run: Pick<Run, 'startedAt' | 'finishedAt'>): string | null {
  if (run.startedAt === null || run.finishedAt === null) return null;
  const seconds = Math.max(
    1,
    Math.round((new Date(run.finishedAt).getTime() - new Date(run.startedAt).getTime()) / 1000),
  );
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
