import { runningPostgres, startPostgres } from './postgres.mjs';

const LOOK_MS = 1_000;

/**
 * Restarts the built-in PostgreSQL of a data directory when it has ended unexpectedly, for example killed by the system when
 * memory ran out. It returns on the same port, recovers from its log, and the server's connections follow. Locks a dying
 * server still holds make a start fail; the next check tries again.
 * @param {string} dataDirectory an opened data directory whose PostgreSQL is running
 * @param {import('../cleanup.mjs').Cleanup} cleanup stops the restarted server when the run ends
 * @returns {() => void} stops checking; called before the server is stopped on purpose
 */
export function keepPostgres(dataDirectory, cleanup) {
  let isBusy = false;
  let isTold = false;
  const look = async () => {
    if (isBusy || cleanup.hasBegun || runningPostgres(dataDirectory) !== undefined) return;
    isBusy = true;
    if (!isTold) console.error('The built-in PostgreSQL has ended; starting it again.');
    isTold = true;
    try {
      await startPostgres(dataDirectory, { cleanup });
      console.error('The built-in PostgreSQL runs again.');
      isTold = false;
    } catch (error) {
      if (!cleanup.hasBegun) console.error(error.message);
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}
