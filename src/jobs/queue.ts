import { cronOf } from '@/core/jobs/regular-work';
import { log, logUnavailable } from '@/lib/telemetry/log';
import { unavailableCause } from '@/lib/unavailable';
import { openJobQueue } from '@/usecases/jobs/open-queue';
import { takeTurn } from './take-turn';

export interface RegularJobs {
  /** Visits every organization for what another server left behind. */
  readonly house: () => Promise<void>;
  /** Removes sign-in records that no longer count. */
  readonly identity: () => Promise<void>;
  /** Verifies the books of every organization. */
  readonly verification: () => Promise<void>;
}

export interface RunningQueue {
  /** Gives again the turns that a killed server had. */
  maintain(): Promise<void>;
  /** The time of the queue's database, in milliseconds since 1970. */
  time(): Promise<number>;
  /** Starts what the queue postponed to a time that is far away for a clock that was set back. */
  release(): Promise<void>;
  /** Requests work at once on this server. */
  wake(): void;
  /** Lets the portions under way finish and starts no more. */
  stop(): Promise<void>;
}

/** Works on the queues: jobs of organizations by turns, and regular work at its hours. */
export async function startQueue(regular: RegularJobs): Promise<RunningQueue> {
  const stopping = new AbortController();
  const queue = await openJobQueue({
    takeTurn: (organizationId) => takeTurn(organizationId, { stopping: stopping.signal }),
    regular: {
      house: { cron: cronOf('house'), run: regular.house },
      identity: { cron: cronOf('identity'), run: regular.identity },
      // Not when a server starts, which others wait for.
      verification: { cron: cronOf('verification'), run: regular.verification, waits: true },
    },
    onError: (error) => {
      const cause = unavailableCause(error);
      if (cause !== null) logUnavailable(cause, error, { job: 'queue' });
      else log.warn({ err: error }, 'the job queue reports an error');
    },
  });
  return {
    maintain: () => queue.maintain(),
    time: () => queue.time(),
    release: () => queue.release(),
    wake: () => queue.wake(),
    async stop() {
      stopping.abort();
      await queue.stop();
    },
  };
}
