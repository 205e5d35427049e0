import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Principal } from '@/core/principal';
import { closeConnections } from '@/db/client';
import { openQueue } from '@/db/stores/job-queue';
import { sql, withTenantReport } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { createImport } from '@/usecases/imports/create-import';
import { getImport } from '@/usecases/imports/get-import';
import { cancelJob } from '@/usecases/jobs/cancel-job';
import { getJob, listAllJobs } from '@/usecases/jobs/list-jobs';
import { retryJob } from '@/usecases/jobs/retry-job';
import { startJob } from '@/usecases/jobs/start-job';
import type { UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import type { JobStep } from './job-steps';
import { takeTurn } from './take-turn';

// Proves the policy identity/confined (background_jobs) of prisma/sql.

let ours: TestOrganization;
let theirs: TestOrganization;
beforeAll(async () => {
  [ours, theirs] = [await foundTestOrganization(), await foundTestOrganization()];
});
afterAll(closeConnections);

const stopping = new AbortController().signal;
const DAY_MS = 86_400_000;
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
  );
const ask = <Input, Output>(
  useCase: UseCase<Input, Output>,
  input: unknown,
  principal: Principal = ours.principals.accountant,
) => runForOutput(useCase, ours.callAs('accountant', { principal }), input);

async function upload(principal: Principal, rows: number): Promise<string> {
  const table = Array.from({ length: rows }, (_, at) => [`Company ${at}`]);
  const { id } = await ask(
    createImport,
    { noun: 'customers', fileName: 'customers.csv', columns: ['Company'], rows: table },
    principal,
  );
  return id;
}

const asked = async (principal: Principal, rows = 1) =>
  (await ask(startJob, { kind: 'imports.run', recordId: await upload(principal, rows) }, principal)).id;

/** The turns that wait, first come first served, of these two organizations alone: the queue is shared with other tests. */
const waiting = (state = 'created') =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ of: string }>(
      `select data ->> 'organizationId' as of from pgboss.job where name = 'turns' and state = $2::pgboss.job_state
         and data ->> 'organizationId' = any ($1::text[]) order by created_on, id`,
      [[ours.organizationId, theirs.organizationId], state],
    );
    return rows.map((row) => row.of);
  });

const forgetTurns = () =>
  withOwner((client) =>
    client.query(
      `delete from pgboss.job where name = 'turns' and data ->> 'organizationId' = any ($1::text[])`,
      [[ours.organizationId, theirs.organizationId]],
    ),
  );

/** Takes the first turn that waits, as a server would. */
async function serveNext(surroundings: Partial<Parameters<typeof takeTurn>[1]> = {}): Promise<string> {
  const [next = ''] = await waiting();
  await withOwner((client) =>
    client.query(
      `delete from pgboss.job where name = 'turns' and id = (select id from pgboss.job where name = 'turns'
         and state = 'created' and data ->> 'organizationId' = $1 order by created_on, id limit 1)`,
      [next],
    ),
  );
  await takeTurn(next, { stopping, ...surroundings });
  return next;
}

async function serveAll(): Promise<void> {
  while ((await waiting()).length > 0) await serveNext();
}

describe('a job', () => {
  beforeEach(async () => {
    await serveAll();
    await forgetTurns();
  });

  it('continues by turns until it ends, counts what it has done, and acts as the person who asked', async () => {
    const id = await asked(ours.principals.accountant, 60);
    expect(await ask(getJob, { id })).toMatchObject({ jobState: 'QUEUED', done: 0, total: 60 });
    // The shortest turn is one portion.
    await serveNext({ turnMs: 0 });
    expect(await ask(getJob, { id })).toMatchObject({ jobState: 'RUNNING', done: 50 });
    await serveAll();
    const done = await ask(getJob, { id });
    expect(done).toMatchObject({ jobState: 'DONE', done: 60, total: 60, problem: null });
    expect(done.log.map(({ text }) => text)).toEqual(['Started.', 'Done.']);
    expect((await ask(getImport, { id: done.recordId })).counts.imported).toBe(60);
    const claim = { organizationId: ours.principals.admin.organizationId, userId: null };
    const actors = await withTenantReport(claim, (tenant) =>
      sql<{ name: string }>(
        tenant,
        `select distinct actor_name as name from audit_log where noun = 'customer' and surface = 'job'`,
      ),
    );
    expect(actors).toEqual([{ name: ours.users.accountant.name }]);
  });

  it('requested again while it is under way is the same job', async () => {
    const recordId = await upload(ours.principals.accountant, 1);
    const first = await ask(startJob, { kind: 'imports.run', recordId });
    expect(await ask(startJob, { kind: 'imports.run', recordId })).toEqual(first);
    const { rows } = await ask(listAllJobs, {});
    expect(rows.filter((row) => row.recordId === recordId)).toHaveLength(1);
  });

  it('yields after a short turn, so that an organization with many jobs does not delay another', async () => {
    for (let times = 0; times < 4; times += 1) await asked(ours.principals.accountant);
    await asked(theirs.principals.accountant);
    const endless: JobStep = async () => ({ isDone: false, done: 1, total: null });
    const served: string[] = [];
    for (let turn = 0; turn < 9; turn += 1)
      served.push(await serveNext({ steps: { 'imports.run': endless }, turnMs: 0 }));
    // However many jobs one of them asked for, from then on they take turns.
    const [a, b] = [ours.organizationId, theirs.organizationId];
    expect(served.slice(5)).toEqual([a, b, a, b]);
    await forgetTurns();
    await withOwner((client) =>
      client.query(
        `update background_jobs set job_state = 'CANCELLED', finished_at = now()
         where organization_id = any ($1::uuid[]) and finished_at is null`,
        [[a, b]],
      ),
    );
  });

  it('is taken up again when the server that had its turn was killed', async () => {
    const id = await asked(ours.principals.accountant, 3);
    // As a killed server leaves it: the turn was taken half a minute ago, and no one said how it ended.
    await withOwner((client) =>
      client.query(
        `update pgboss.job set state = 'active', started_on = now() - interval '31 seconds'
         where name = 'turns' and data ->> 'organizationId' = $1`,
        [ours.organizationId],
      ),
    );
    let resumed = () => {};
    const taken = new Promise<void>((resolve) => {
      resumed = resolve;
    });
    const queue = await openQueue({
      async takeTurn(organizationId) {
        // The turns of other tests are theirs.
        if (organizationId !== ours.organizationId) return;
        await takeTurn(organizationId, { stopping });
        resumed();
      },
      regular: {},
      onError: () => {},
    });
    await queue.maintain();
    await taken;
    await queue.stop();
    expect(await ask(getJob, { id })).toMatchObject({ jobState: 'DONE', done: 3 });
  });

  it('does not wait for the day by which the clock was set back: its turn begins at once, and so does the upkeep of the queue', async () => {
    const id = await asked(ours.principals.accountant, 3);
    // As a clock that was a day ahead leaves them: the turn begins tomorrow, and what was done for the queue was done tomorrow.
    await withOwner(async (client) => {
      await client.query(
        `update pgboss.job set start_after = now() + interval '1 day' where name = 'turns' and data ->> 'organizationId' = $1`,
        [ours.organizationId],
      );
      await client.query(
        `update pgboss.version set maintained_on = now() + interval '1 day', cron_on = now() + interval '1 day'`,
      );
    });
    // Opening releases too: the clock may have been set back while no server ran.
    const queue = await openQueue({
      takeTurn: async (organizationId) => {
        if (organizationId === ours.organizationId) await takeTurn(organizationId, { stopping });
      },
      regular: {},
      onError: () => {},
    });
    await expect.poll(async () => (await ask(getJob, { id })).jobState).toBe('DONE');
    await queue.stop();
    const [version] = await withOwner(
      async (client) =>
        (
          await client.query<{ isPast: boolean }>(
            'select maintained_on <= now() and cron_on <= now() as "isPast" from pgboss.version',
          )
        ).rows,
    );
    expect(version?.isPast).toBe(true);
  });

  it('is worked on again once the workers are woken whose pause a clock that was set back made a day long', async () => {
    let aheadMs = DAY_MS;
    const realNow = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
    let letGo = () => {};
    const bothWork = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let taken = 0;
    try {
      const queue = await openQueue({
        async takeTurn(organizationId) {
          if (organizationId !== ours.organizationId) return;
          taken += 1;
          if (taken === 2) letGo();
          await bothWork;
          // The clock goes back while every worker works: each measures the rest of its pause by it.
          aheadMs = 0;
        },
        regular: {},
        onError: () => {},
      });
      await asked(ours.principals.accountant);
      await asked(ours.principals.accountant);
      await expect.poll(() => taken).toBe(2);
      await asked(ours.principals.accountant);
      queue.wake();
      await expect.poll(() => taken).toBe(3);
      await queue.stop();
    } finally {
      clock.mockRestore();
    }
    // No one worked on these: whoever takes the next turn is not to find them.
    await withOwner((client) =>
      client.query(
        `update background_jobs set job_state = 'CANCELLED', finished_at = now()
         where organization_id = $1 and finished_at is null`,
        [ours.organizationId],
      ),
    );
  });

  it('leaves a portion complete when the server is asked to stop, and goes on with the next turn', async () => {
    const id = await asked(ours.principals.accountant, 2);
    const stop = new AbortController();
    let steps = 0;
    const step: JobStep = async () => {
      steps += 1;
      stop.abort();
      return { isDone: steps === 2, done: steps, total: 2 };
    };
    await serveNext({ steps: { 'imports.run': step }, stopping: stop.signal });
    expect(await ask(getJob, { id })).toMatchObject({ jobState: 'RUNNING', done: 1 });
    expect(await waiting()).toEqual([ours.organizationId]);
    await serveNext({ steps: { 'imports.run': step } });
    expect(await ask(getJob, { id })).toMatchObject({ jobState: 'DONE', done: 2 });
  });

  it('ends with the sentence of a refusal, and continues where it stopped when it is retried', async () => {
    const recordId = await upload(ours.principals.accountant, 1);
    const { id } = await ask(startJob, { kind: 'imports.run', recordId });
    await withOwner((client) =>
      client.query(`update memberships set roles = '{viewer}' where user_id = $1`, [
        ours.users.accountant.id,
      ]),
    );
    await serveAll();
    const failed = await ask(getJob, { id });
    expect(failed.jobState).toBe('FAILED');
    expect(failed.problem).toMatch(/permission/i);
    expect((await ask(getImport, { id: recordId })).counts.imported).toBe(0);
    await withOwner((client) =>
      client.query(`update memberships set roles = '{accountant}' where user_id = $1`, [
        ours.users.accountant.id,
      ]),
    );
    await ask(retryJob, { id });
    await serveAll();
    expect(await ask(getJob, { id })).toMatchObject({ jobState: 'DONE', problem: null });
    expect((await ask(getImport, { id: recordId })).counts.imported).toBe(1);
  });

  it('ends when the person who asked has left, and nothing more is done in their name', async () => {
    const recordId = await upload(ours.principals.sales, 1);
    const { id } = await ask(startJob, { kind: 'imports.run', recordId }, ours.principals.sales);
    await withOwner((client) =>
      client.query(`update memberships set record_status = 'inactive' where user_id = $1`, [
        ours.users.sales.id,
      ]),
    );
    await serveAll();
    const job = await ask(getJob, { id }, ours.principals.admin);
    expect(job.problem).toContain('no longer has access');
    expect((await ask(getImport, { id: recordId }, ours.principals.admin)).counts.imported).toBe(0);
  });

  it('is tried again after an error that may pass, and given up after the third of the server itself', async () => {
    const id = await asked(ours.principals.accountant);
    const broken: JobStep = async () => {
      throw new Error('a bug');
    };
    await serveNext({ steps: { 'imports.run': broken } });
    expect((await ask(getJob, { id })).jobState).toBe('RUNNING');
    for (let times = 0; times < 2; times += 1) {
      await takeTurn(ours.organizationId, { stopping, steps: { 'imports.run': broken } });
    }
    const job = await ask(getJob, { id });
    expect(job.jobState).toBe('FAILED');
    // What went wrong inside is for the server's log, not for the screen.
    expect(JSON.stringify(job)).not.toContain('a bug');
  });

  it('is canceled between two portions, once, and what it has done stays', async () => {
    const id = await asked(ours.principals.accountant, 60);
    const one: JobStep = async () => ({ isDone: false, done: 50, total: 60 });
    await serveNext({ steps: { 'imports.run': one }, turnMs: 0 });
    await ask(cancelJob, { id });
    await serveAll();
    const canceled = await ask(getJob, { id });
    expect(canceled).toMatchObject({ jobState: 'CANCELLED', done: 50 });
    expect(await refusalOf(ask(cancelJob, { id }))).toBe('INVALID_STATUS_TRANSITION');
    expect(await ask(getJob, { id })).toEqual(canceled);
  });
});

describe('the jobs of an organization', () => {
  it('are not seen, tried again or canceled by another organization', async () => {
    const id = await asked(ours.principals.accountant);
    const before = await ask(getJob, { id });
    const stranger = theirs.principals.admin;
    for (const useCase of [getJob, cancelJob, retryJob] as const) {
      expect(await refusalOf(ask(useCase as UseCase<unknown, unknown>, { id }, stranger))).toBe('NOT_FOUND');
    }
    const seen = await ask(listAllJobs, { limit: 200 }, stranger);
    expect(seen.rows.map((row) => row.id)).not.toContain(id);
    expect(await refusalOf(ask(startJob, { kind: 'imports.run', recordId: before.recordId }, stranger))).toBe(
      'NOT_FOUND',
    );
    expect(await ask(getJob, { id })).toEqual(before);
  });

  it('are seen by who asked, and by who may read the audit trail; others cannot stop them', async () => {
    const id = await asked(ours.principals.accountant);
    const list = async (role: 'auditor' | 'revenue') =>
      (await ask(listAllJobs, { limit: 200 }, ours.principals[role])).rows.map((row) => row.id);
    expect(await list('auditor')).toContain(id);
    expect(await list('revenue')).not.toContain(id);
    expect(await refusalOf(ask(cancelJob, { id }, ours.principals.revenue))).toBe('NOT_FOUND');
    expect(await refusalOf(ask(cancelJob, { id }, ours.principals.auditor))).toBe('FORBIDDEN');
    expect((await ask(getJob, { id })).jobState).toBe('QUEUED');
    await ask(cancelJob, { id }, ours.principals.admin);
    expect((await ask(getJob, { id })).jobState).toBe('CANCELLED');
  });

  it('are only their own for someone confined to subsidiaries, whatever else they may read', async () => {
    const id = await asked(ours.principals.accountant);
    const confined = { ...ours.principals.admin, subsidiaryScope: [ours.ids.rootSubsidiary] };
    expect(await refusalOf(ask(getJob, { id }, confined))).toBe('NOT_FOUND');
    const own = await ask(startJob, { kind: 'imports.check', recordId: await upload(confined, 1) }, confined);
    expect((await ask(listAllJobs, { limit: 200 }, confined)).rows.map((row) => row.id)).toEqual([own.id]);
  });

  it('put nothing of the books in the queue: a turn carries only the ID of the organization', async () => {
    await asked(ours.principals.accountant);
    const held = await withOwner(
      async (client) =>
        (
          await client.query<{ data: unknown }>(
            `select distinct data from pgboss.job where name = 'turns' and data ->> 'organizationId' = $1`,
            [ours.organizationId],
          )
        ).rows,
    );
    expect(held).toEqual([{ data: { organizationId: ours.organizationId } }]);
  });
});
