import { runningPostgres, startPostgres } from './postgres.mjs';

const LOOK_MS = 1_000;

/**
 * Starts the built-in PostgreSQL of a data directory again when it has ended without being asked to: killed by the system when memory ran out,
 * say. It comes back on its port, recovers from its log, and the server's connections follow. What a dying server
 * still holds makes a start fail; the next look tries again.
 * @param {string} dataDirectory an opened data directory whose PostgreSQL runs
 * @param {import('./cleanup.mjs').Cleanup} cleanup stops what was started again when the run ends
 * @returns {() => void} stops looking; called before the server is stopped on purpose
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
