import { noticesSetBack } from '@/lib/set-back';
import { log } from '@/lib/telemetry/log';
import type { RunningQueue } from './queue';
import type { Attendant } from './start';

export interface Watched {
  readonly queue: Pick<RunningQueue, 'time' | 'release' | 'wake'>;
  /** Makes due what organizations postponed to a time that is now far away. */
  readonly releaseAll: () => Promise<void>;
  /** This machine's clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

const MOST_PATIENCE_MS = 2_000;
/** How soon background work continues after a clock was set back, in seconds. */
const EVERY_SECONDS = 2;

/**
 * Lets background work continue when the clock of this machine or of the database was set back: all that was postponed by that clock (a
 * turn, the next attempt of a webhook or a mail, the pause of a worker) would otherwise wait for as long as it was set back. A
 * clock that was set ahead makes things due early and delays nothing.
 */
export function clockWatch({ queue, releaseAll, now = Date.now }: Watched): Attendant {
  const isOursBack = noticesSetBack();
  const isTheirsBack = noticesSetBack();
  // Until it succeeds: the database may be unavailable now.
  let isToRelease = false;
  return {
    name: 'clock',
    everySeconds: EVERY_SECONDS,
    async run() {
      if (isOursBack(now())) {
        isToRelease = true;
        queue.wake();
      }
      const sent = performance.now();
      const time = await queue.time();
      // An answer that took long says nothing about the clock.
      if (performance.now() - sent < MOST_PATIENCE_MS && isTheirsBack(time)) isToRelease = true;
      if (!isToRelease) return;
      log.warn('the clock was set back: work it had delayed continues now');
      await queue.release();
      queue.wake();
      await releaseAll();
      isToRelease = false;
    },
  };
}
