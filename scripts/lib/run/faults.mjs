import fs from 'node:fs';
import { run } from '../children.mjs';
import { stopPostgres } from '../postgres/postgres.mjs';
import { removeCluster } from '../postgres/postgres-place.mjs';
import { bundleOf } from '../release/bundle.mjs';
import { build } from './build.mjs';
import { temporaryDirectory } from './throwaway.mjs';

/** Volumes at which R1, R2, R12 and R16 take seconds: enough to see that the program of the full volumes still proves something. */
export const REDUCED_VOLUMES = {
  DAYBOOK_FAULT_REDUCED: '1',
  DAYBOOK_FAULT_ROUNDS: '1',
  DAYBOOK_FAULT_POSTS: '24',
  DAYBOOK_FAULT_MINUTES: '0.05',
  DAYBOOK_FAULT_RATE: '20',
  DAYBOOK_FAULT_BOOKS: '100',
  DAYBOOK_FAULT_OBLIGATIONS: '20',
  DAYBOOK_FAULT_DOCUMENTS: '12',
};

/**
 * Runs the faults program on a separate PostgreSQL, which is removed however the run ends.
 * @param {import('../cleanup.mjs').Cleanup} cleanup
 * @param {string[]} asked names of faults or rules; none: all
 * @param {{env?: Record<string, string>, show?: boolean, inMemory?: boolean}} options inMemory: the database's files are kept in memory, which
 *   survives whatever is killed but is not a disk to measure on
 */
export async function runFaults(cleanup, asked, { env = {}, show = true, inMemory = false } = {}) {
  await build({ pages: false, programs: ['server', 'faults'] });
  const directory = temporaryDirectory('faults', { inMemory });
  await cleanup.add(async () => {
    if (fs.existsSync(directory)) {
      await stopPostgres(directory);
      removeCluster(directory);
    }
    for (const folder of ['', '-backup', '-replica', '-disk'].map((end) => `${directory}${end}`))
      fs.rmSync(folder, { recursive: true, force: true });
  });
  const args = ['--enable-source-maps', bundleOf('faults'), ...asked];
  return run(process.execPath, args, {
    show,
    env: { LOG_LEVEL: 'silent', ...env, DAYBOOK_FAULTS_DIR: directory },
  });
}

/** Runs the small volume that every test run includes, and returns passed and failed rules. */
export async function reducedFaults(cleanup) {
  const { code, output } = await runFaults(cleanup, ['reduced'], {
    env: REDUCED_VOLUMES,
    show: false,
    inMemory: true,
  });
  process.stdout.write(output);
  const count = (word) => output.split('\n').filter((line) => line.startsWith(`${word} `)).length;
  const [passed, failed] = [count('held'), count('FAILED')];
  return { passed, failed: code === 0 && passed > 0 ? failed : Math.max(1, failed) };
}
