import { closeConnections } from '@/db/client';
import { compareWithOtherPrograms } from '../other-programs';
import { chainsChanged } from './chains';
import { clockJumps } from './clock-jumps';
import { Cluster } from './cluster';
import { databaseKilled } from './database-killed';
import { duplicatesAtOnce } from './duplicates';
import { failover } from './failover';
import { diskFull } from './full-disk';
import { jobsKilled } from './jobs/jobs-killed';
import { runsKilled } from './jobs/runs-killed';
import { overloaded } from './overload';
import { poolFull } from './pool-full';
import { postingRaces } from './posting-races';
import { rateLimitOverServers } from './rate-limit';
import { restoredFromBackup } from './restored';
import { FAULT_NAMES, type FaultName, REDUCED, RULES } from './rules';
import { serverKilled } from './server-killed';
import { diskSlow } from './slow-disk';
import { soak } from './soak/soak';
import { surroundings } from './surroundings';
import { byTests, type TestedRule } from './tests';

type Proof = (cluster: Cluster) => Promise<string>;

const tested =
  (of: TestedRule): Proof =>
  () =>
    byTests(of);
const both =
  (...proofs: readonly Proof[]): Proof =>
  async (cluster) => {
    const words: string[] = [];
    for (const proof of proofs) words.push(await proof(cluster));
    return words.join('. ');
  };
const volume = (name: string, ordinary: string) => process.env[name] ?? ordinary;
const filesOf = (name: FaultName) => {
  const { ordinarily } = RULES[name];
  return ordinarily === 'reduced' ? [] : ordinarily;
};

/**
 * Runs the proofs of the rules and prints what held, with its volume: `npm run faults -- R1 restore`, or all without a name. Volumes are
 * set by the environment; the full ones are in docs/measurements.md.
 */
const PROOFS: Readonly<Record<FaultName, Proof>> = {
  database: databaseKilled,
  server: serverKilled,
  duplicates: duplicatesAtOnce,
  races: postingRaces,
  model: tested({
    files: filesOf('model'),
    settings: { DAYBOOK_HISTORIES: volume('DAYBOOK_FAULT_HISTORIES', '500') },
    volume: `${volume('DAYBOOK_FAULT_HISTORIES', '500')} random histories against the oracle`,
  }),
  input: tested({
    files: filesOf('input'),
    settings: { DAYBOOK_HOSTILE_REQUESTS: volume('DAYBOOK_FAULT_INPUTS', '3200') },
    volume: `${volume('DAYBOOK_FAULT_INPUTS', '3200')} hostile requests over REST, SCIM, downloads and uploads, as many over tRPC`,
  }),
  tenants: tested({
    files: filesOf('tenants'),
    settings: { DAYBOOK_KINDS: 'all' },
    volume:
      'every operation of every door × every kind of id of another organization and of another subsidiary',
  }),
  floor: tested({
    files: filesOf('floor'),
    settings: {},
    volume: 'every table × read and write, the catalog of policies, reused connections',
  }),
  credentials: tested({
    files: filesOf('credentials'),
    settings: { DAYBOOK_FORGERIES: volume('DAYBOOK_FAULT_FORGERIES', '250') },
    volume: `${volume('DAYBOOK_FAULT_FORGERIES', '250')} forged tokens, as many keys`,
  }),
  limit: rateLimitOverServers,
  chains: chainsChanged,
  soak,
  overload: overloaded,
  surroundings,
  disk: diskFull,
  'slow-disk': diskSlow,
  clock: clockJumps,
  failover,
  jobs: jobsKilled,
  pool: both(
    poolFull,
    tested({
      files: filesOf('pool'),
      settings: {},
      volume: 'every connection taken, every kind of long work at once',
    }),
  ),
  runs: both(
    runsKilled,
    tested({
      files: filesOf('runs'),
      settings: {},
      volume: 'revenue runs and imports killed at every point of a step, and resumed',
    }),
  ),
  restore: restoredFromBackup,
  books: compareWithOtherPrograms,
  moves: tested({
    files: filesOf('moves'),
    settings: {
      DAYBOOK_POINTS: 'all',
      DAYBOOK_ORGANIZATIONS: volume('DAYBOOK_FAULT_ORGANIZATIONS', '30'),
      DAYBOOK_MOVED: volume('DAYBOOK_FAULT_MOVED', '10'),
    },
    volume: `${volume('DAYBOOK_FAULT_ORGANIZATIONS', '30')} organizations on three servers under load, ${volume('DAYBOOK_FAULT_MOVED', '10')} moved, one server killed; the command killed at every point`,
  }),
};

const directory = process.env.DAYBOOK_FAULTS_DIR;
if (directory === undefined) throw new Error('DAYBOOK_FAULTS_DIR names the folder to work in');
const asked = process.argv.slice(2).flatMap((one) => (one === 'reduced' ? REDUCED : [one]));
const isAsked = (name: FaultName) =>
  asked.length === 0 || asked.includes(name) || asked.includes(RULES[name].rule);
const unknown = asked.filter((one) => !FAULT_NAMES.some((name) => one === name || one === RULES[name].rule));
if (unknown.length > 0) {
  const names = FAULT_NAMES.map((name) => `${name} (${RULES[name].rule})`).join(', ');
  console.error(`There is no fault called ${unknown.join(', ')}; there are ${names}.`);
  process.exit(2);
}
process.env.DAYBOOK_SECRET ??= 'faults-only-secret-faults-only-secret';
process.env.DAYBOOK_TODAY ??= '2026-11-21';
process.env.LOG_LEVEL ??= 'silent';

const cluster = new Cluster(directory);
process.env.DATABASE_URL = await cluster.start();
process.env.DAYBOOK_TEST_OWNER_URL = cluster.ownerUrl;
let failed = 0;
for (const name of FAULT_NAMES.filter(isAsked)) {
  const { rule } = RULES[name];
  const started = performance.now();
  const seconds = () => `(${((performance.now() - started) / 1000).toFixed(0)} s)`;
  try {
    console.log(`held     ${rule} ${name}: ${await PROOFS[name](cluster)} ${seconds()}`);
  } catch (error) {
    failed += 1;
    console.error(
      `FAILED   ${rule} ${name}: ${error instanceof Error ? error.message : String(error)} ${seconds()}`,
    );
  }
}
await closeConnections();
await cluster.stop();
process.exit(failed === 0 ? 0 : 1);
