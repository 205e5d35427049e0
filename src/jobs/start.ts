import { log, logUnavailable } from '@/lib/telemetry/log';
import { unavailableCause } from '@/lib/unavailable';

/** What a server does every few seconds while it runs, after what it has just written. */
export interface Attendant {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<void>;
}

export interface RunningAttendants {
  /** Lets running rounds finish and starts no more. */
  stop(): Promise<void>;
}

/**
 * Runs each of them, one round at a time, pausing between rounds; a failure is logged and retried in the next round. Their first rounds are
 * spread over the pause: all at once they would take every core of a small machine from the requests of that moment.
 */
export function startAttendants(attendants: readonly Attendant[]): RunningAttendants {
  const stopping = new AbortController();
  const loops = attendants.map((one, at) => loop(one, (at + 1) / attendants.length, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function loop(job: Attendant, firstPart: number, stopping: AbortSignal): Promise<void> {
  for (let part = firstPart; !stopping.aborted; part = 1) {
    await pause(part * job.everySeconds * 1_000, stopping);
    if (stopping.aborted) return;
    try {
      await job.run();
    } catch (error) {
      const cause = unavailableCause(error);
      // While the database is away every round of every job fails: one line a second for all of them is enough.
      if (cause !== null) logUnavailable(cause, error, { job: job.name });
      else log.warn({ err: error, job: job.name }, 'a background job failed and will be retried');
    }
  }
}

function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    stopping.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    }
  });
}
