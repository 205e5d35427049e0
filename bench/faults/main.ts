import { closeConnections } from '@/db/client';
import { compareWithOtherPrograms } from '../other-programs';
import { chainsChanged } from './chains';
import { clockJumps } from './clock-jumps';
import { Cluster } from './cluster';
import { databaseKilled } from './database-killed';
import { duplicatesAtOnce } from './duplicates';
import { failover } from './failover';
import { diskFull } from './full-disk';
import { jobsKilled } from './jobs-killed';
import { overloaded } from './overload';
import { postingRaces } from './posting-races';
import { rateLimitOverServers } from './rate-limit';
import { restoredFromBackup } from './restored';
import { serverKilled } from './server-killed';
import { diskSlow } from './slow-disk';
import { soak } from './soak';
import { surroundings } from './surroundings';
import { byTests, type TestedRule } from './tests';

interface Fault {
  /** Its name in the table of /docs/measurements.md. */
  readonly rule: string;
  /** What held, with its volume. */
  readonly prove: (cluster: Cluster) => Promise<string>;
}

const tested = (rule: string, of: TestedRule): Fault => ({ rule, prove: () => byTests(of) });
const volume = (name: string, ordinary: string) => process.env[name] ?? ordinary;

/**
 * Every rule by name: `npm run faults -- R1 restore`, or all without a name. Volumes are set by the environment; the full ones stand
 * in docs/measurements.md.
 */
const FAULTS: Readonly<Record<string, Fault>> = {
  database: { rule: 'R1', prove: databaseKilled },
  server: { rule: 'R2', prove: serverKilled },
  duplicates: { rule: 'R3', prove: duplicatesAtOnce },
  races: { rule: 'R4', prove: postingRaces },
  model: tested('R5', {
    files: ['e2e/ledger/histories.test.ts'],
    settings: { DAYBOOK_HISTORIES: volume('DAYBOOK_FAULT_HISTORIES', '500') },
    volume: `${volume('DAYBOOK_FAULT_HISTORIES', '500')} random histories against the oracle`,
  }),
  input: tested('R6', {
    files: ['e2e/hostile/bad-input.test.ts', 'e2e/hostile/trpc.test.ts'],
    settings: { DAYBOOK_HOSTILE_REQUESTS: volume('DAYBOOK_FAULT_INPUTS', '3200') },
    volume: `${volume('DAYBOOK_FAULT_INPUTS', '3200')} hostile requests over REST, as many over tRPC`,
  }),
  tenants: tested('R7', {
    files: ['e2e/isolation'],
    settings: { DAYBOOK_KINDS: 'all' },
    volume:
      'every operation of REST and tRPC × every kind of id of another organization and of another subsidiary',
  }),
  floor: tested('R8', {
    files: ['src/db/catalogue.db.test.ts', 'src/db/tenancy.db.test.ts', 'src/db/laws'],
    settings: {},
    volume: 'every table × read and write, the catalog of policies, reused connections',
  }),
  credentials: tested('R9', {
    files: [
      'e2e/contracts/auth/forgeries.test.ts',
      'e2e/contracts/auth/forged-tokens.test.ts',
      'e2e/contracts/d/keys-and-limits.test.ts',
    ],
    settings: { DAYBOOK_FORGERIES: volume('DAYBOOK_FAULT_FORGERIES', '250') },
    volume: `${volume('DAYBOOK_FAULT_FORGERIES', '250')} forged tokens, as many keys`,
  }),
  limit: { rule: 'R10', prove: rateLimitOverServers },
  chains: { rule: 'R11', prove: chainsChanged },
  soak: { rule: 'R12', prove: soak },
  overload: { rule: 'R13', prove: overloaded },
  surroundings: { rule: 'R14', prove: surroundings },
  disk: { rule: 'R14', prove: diskFull },
  'slow-disk': { rule: 'R14', prove: diskSlow },
  clock: { rule: 'R14', prove: clockJumps },
  failover: { rule: 'R14', prove: failover },
  jobs: { rule: 'R14', prove: jobsKilled },
  pool: tested('R14', {
    files: ['src/server/database-full.db.test.ts', 'e2e/hostile/pool-shares.test.ts'],
    settings: {},
    volume: 'every connection taken, every kind of long work at once',
  }),
  runs: tested('R14', {
    files: ['e2e/revenue/killed-run.test.ts', 'src/usecases/imports/run-import.db.test.ts'],
    settings: {},
    volume: 'revenue runs and imports killed at every point of a step, and resumed',
  }),
  restore: { rule: 'R15', prove: restoredFromBackup },
  books: { rule: 'R16', prove: compareWithOtherPrograms },
  moves: tested('R17', {
    files: ['scripts/lib/move-under-load.db.test.ts', 'scripts/lib/move-killed.db.test.ts'],
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
const asked = process.argv.slice(2);
const isAsked = (name: string, { rule }: Fault) =>
  asked.length === 0 || asked.includes(name) || asked.includes(rule);
const unknown = asked.filter(
  (one) => !Object.entries(FAULTS).some(([name, { rule }]) => one === name || one === rule),
);
if (unknown.length > 0) {
  console.error(
    `There is no fault called ${unknown.join(', ')}; there are ${Object.entries(FAULTS)
      .map(([name, { rule }]) => `${name} (${rule})`)
      .join(', ')}.`,
  );
  process.exit(2);
}
process.env.DAYBOOK_SECRET ??= 'faults-only-secret-faults-only-secret';
process.env.DAYBOOK_TODAY ??= '2026-11-21';
process.env.LOG_LEVEL ??= 'silent';

const cluster = new Cluster(directory);
process.env.DATABASE_URL = await cluster.start();
process.env.DAYBOOK_TEST_OWNER_URL = cluster.ownerUrl;
let failed = 0;
for (const [name, fault] of Object.entries(FAULTS)) {
  if (!isAsked(name, fault)) continue;
  const started = performance.now();
  const seconds = () => `(${((performance.now() - started) / 1000).toFixed(0)} s)`;
  try {
    console.log(`held     ${fault.rule} ${name}: ${await fault.prove(cluster)} ${seconds()}`);
  } catch (error) {
    failed += 1;
    console.error(
      `FAILED   ${fault.rule} ${name}: ${error instanceof Error ? error.message : String(error)} ${seconds()}`,
    );
  }
}
await closeConnections();
await cluster.stop();
process.exit(failed === 0 ? 0 : 1);
