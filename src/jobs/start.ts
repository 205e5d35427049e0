import { log, logUnavailable } from '@/lib/log';
import { unavailableCause } from '@/lib/unavailable';

/** Work repeated while the server runs. */
export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<void>;
}

export interface RunningJobs {
  /** Lets running jobs finish and starts no more. */
  stop(): Promise<void>;
}

/** Runs each job, one run at a time, pausing between runs; a failure is logged and retried on the next run. */
export function startJobs(jobs: readonly Job[]): RunningJobs {
  const stopping = new AbortController();
  const loops = jobs.map((job) => loop(job, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function loop(job: Job, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await pause(job.everySeconds * 1_000, stopping);
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
