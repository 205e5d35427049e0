import { closeConnections } from '@/db/client';
import { Cluster } from './cluster';
import { databaseKilled } from './database-killed';
import { rateLimitOverServers } from './rate-limit';
import { restoredFromBackup } from './restored';
import { serverKilled } from './server-killed';

/** Every fault by name: `npm run faults -- database restore`, or all without a name. Each returns a sentence on what held. */
const FAULTS: Readonly<Record<string, (cluster: Cluster) => Promise<string>>> = {
  database: databaseKilled,
  server: serverKilled,
  limit: rateLimitOverServers,
  restore: restoredFromBackup,
};

const directory = process.env.DAYBOOK_FAULTS_DIR;
if (directory === undefined) throw new Error('DAYBOOK_FAULTS_DIR names the folder to work in');
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in FAULTS));
if (unknown.length > 0) {
  console.error(
    `There is no fault called ${unknown.join(', ')}; there are ${Object.keys(FAULTS).join(', ')}.`,
  );
  process.exit(2);
}
process.env.DAYBOOK_SECRET ??= 'faults-only-secret-faults-only-secret';
process.env.DAYBOOK_TODAY ??= '2026-11-21';
process.env.LOG_LEVEL ??= 'silent';

const cluster = new Cluster(directory);
process.env.DATABASE_URL = await cluster.start();
let failed = 0;
for (const [name, fault] of Object.entries(FAULTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const started = performance.now();
  const seconds = () => `(${((performance.now() - started) / 1000).toFixed(0)} s)`;
  try {
    console.log(`held     ${name}: ${await fault(cluster)} ${seconds()}`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED   ${name}: ${error instanceof Error ? error.message : String(error)} ${seconds()}`);
  }
}
await closeConnections();
await cluster.stop();
process.exit(failed === 0 ? 0 : 1);
