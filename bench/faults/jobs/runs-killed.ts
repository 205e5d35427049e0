import { MOST_ROWS } from '@/core/imports/importable';
import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { appendRows } from '@/usecases/imports/append-rows';
import { createImport } from '@/usecases/imports/create-import';
import { startJob } from '@/usecases/jobs/start-job';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { fillObligations } from '../../support/obligations';
import type { Cluster } from '../cluster';
import { demandSound } from '../demand-sound';
import { PostingLoad } from '../posting-load';
import { pause, SERVERS, type ServerProcess, startServerProcess, startServers } from '../server-process';

const ROUNDS = Number(process.env.DAYBOOK_FAULT_ROUNDS ?? '3');
const ROWS = Number(process.env.DAYBOOK_FAULT_ROWS ?? '6000');
const OBLIGATIONS = Number(process.env.DAYBOOK_FAULT_OBLIGATIONS ?? '20000');
/** A turn taken by a killed server is given out again after half a minute; the queue looks for such turns twice a minute. */
const PATIENCE_MS = 120_000 * (ROUNDS + 1);

/**
 * R14: an import and a recognition run continue as jobs of three servers under load while one server after the other is killed. Both end,
 * each row is imported once and each month of an obligation recognized once, nothing acknowledged is lost.
 */
export async function runsKilled(_cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Killed runs' });
  await fillObligations(organization, OBLIGATIONS, 12);
  const started = await startServers();
  const servers: ServerProcess[] = [...started.servers];
  const load = await PostingLoad.start(organization, servers, { clients: 4, documents: 20_000, paceMs: 100 });
  let kills = 0;
  let slowest = 0;
  try {
    const jobs = [await importOf(organization), await recognitionOf(organization)];
    const began = performance.now();
    for (let round = 0; ; round += 1) {
      const done = await progress(organization, jobs);
      if (done.open === 0) break;
      if (performance.now() - began > PATIENCE_MS) throw new Error(`${done.open} jobs had not ended`);
      if (round < ROUNDS) {
        // Once something has been done since the last kill and the work is not finished.
        await further(organization, jobs, done.done);
        const at = round % SERVERS;
        const killed = servers[at];
        await killed?.kill('SIGKILL');
        kills += 1;
        servers[at] = await startServerProcess(killed?.port ?? 0);
      } else await pause(500);
    }
    slowest = performance.now() - began;
  } finally {
    await load.halt();
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  }
  await load.end();
  await demandOnce(organization);
  await demandSound(organization, load.posted, 'after the kills', { hasRuns: true });
  return `${kills} kills among ${SERVERS} servers under load, ${load.words}: ${ROWS} rows imported and ${OBLIGATIONS} obligations recognized once each, ended ${(slowest / 1_000).toFixed(0)} s after they were asked for; books sound`;
}

const ask = <Row>({ principals }: TestOrganization, text: string, values: readonly unknown[]) =>
  withTenantSql({ organizationId: principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Row>(tenant, text, [...values]),
  );

async function importOf(organization: TestOrganization): Promise<string> {
  const call = organization.callAs('admin');
  const rows = Array.from({ length: ROWS }, (_, at) => [`Killed and resumed ${at}`]);
  // A table is uploaded in parts of at most MOST_ROWS.
  const { id: recordId } = await runForOutput(createImport, call, {
    noun: 'customers',
    fileName: 'customers.csv',
    columns: ['Company'],
    rows: rows.slice(0, MOST_ROWS),
    more: ROWS > MOST_ROWS,
  });
  for (let from = MOST_ROWS; from < ROWS; from += MOST_ROWS) {
    const part = rows.slice(from, from + MOST_ROWS);
    await runForOutput(appendRows, call, {
      id: recordId,
      from,
      rows: part,
      isLast: from + part.length >= ROWS,
    });
  }
  return (await runForOutput(startJob, call, { kind: 'imports.run', recordId })).id;
}

async function recognitionOf(organization: TestOrganization): Promise<string> {
  const call = organization.callAs('admin');
  const { id: recordId } = await runForOutput(createRun, call, { period: '2026-01' });
  return (await runForOutput(startJob, call, { kind: 'revenue.runs.post', recordId })).id;
}

/** How many of the jobs have not ended, and what all of them have done. Throws when one failed. */
async function progress(organization: TestOrganization, jobs: readonly string[]) {
  const [row] = await ask<{ open: number; done: number; problem: string | null }>(
    organization,
    `select count(*) filter (where job_state <> 'DONE')::int as open, sum(done)::int as done, max(problem) as problem
     from background_jobs where id = any ($1::uuid[])`,
    [jobs],
  );
  if (row === undefined || row.problem !== null) throw new Error(`a job failed: ${row?.problem}`);
  return row;
}

/** Waits until more than that is done, or everything. */
async function further(organization: TestOrganization, jobs: readonly string[], than: number): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { open, done } = await progress(organization, jobs);
    if (open === 0 || done > than) return;
    if (performance.now() - began > 120_000) throw new Error('the jobs stood still');
    await pause(50);
  }
}

async function demandOnce(organization: TestOrganization): Promise<void> {
  const [found] = await ask<{ customers: number; recognized: number; twice: number }>(
    organization,
    `select (select count(*)::int from customers where company_name like 'Killed and resumed %') as customers,
            (select count(*)::int from revenue_rows where period = '2026-01' and run_id is not null) as recognized,
            (select count(*)::int from (select company_name from customers where company_name like 'Killed and resumed %'
               group by 1 having count(*) > 1) x) as twice`,
    [],
  );
  if (found?.customers !== ROWS || found.twice !== 0)
    throw new Error(`${ROWS} rows, ${found?.customers} customers, ${found?.twice} of them twice`);
  if (found.recognized !== OBLIGATIONS)
    throw new Error(`${OBLIGATIONS} obligations, ${found.recognized} rows recognized`);
}
