import type { JobKindName, JobState } from '@/core/jobs/job-kinds';
import { sql, type Tenant } from '../tenancy';
import { keptCount } from './record-counts';

export interface LogLine {
  readonly at: string;
  readonly text: string;
}

/** A piece of long work that a member asked for, and how far it is. */
export interface JobRecord {
  readonly id: string;
  readonly kind: JobKindName;
  readonly title: string;
  readonly input: { readonly recordId: string };
  readonly jobState: JobState;
  readonly done: number;
  /** Null until it is known. */
  readonly total: number | null;
  readonly failures: number;
  readonly log: readonly LogLine[];
  readonly problem: string | null;
  readonly createdBy: string;
  readonly createdByName: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
}

/** The most lines of a job's log; the first ones go. */
const LONGEST_LOG = 100;

const RECORD = `id, kind, title, input, job_state as "jobState", done, total, failures, log, problem, created_by as "createdBy",
  created_by_name as "createdByName", started_at as "startedAt", finished_at as "finishedAt", version, created_at as "createdAt"`;

/** Adds a line to the log at this moment, keeping the latest ones. */
const logged = (line: string) =>
  `(select coalesce(jsonb_agg(e.line order by e.at), '[]') from (
      select line, at from jsonb_array_elements(log || jsonb_build_array(jsonb_build_object(
        'at', to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'text', ${line}::text)))
        with ordinality as l (line, at) order by at desc limit ${LONGEST_LOG}) e)`;

/** Stores a job that waits for its first turn. */
export async function insertJob(
  tenant: Tenant,
  job: Pick<JobRecord, 'id' | 'kind' | 'title' | 'input' | 'total' | 'createdBy' | 'createdByName'>,
): Promise<void> {
  await sql(
    tenant,
    `insert into background_jobs (organization_id, id, kind, title, input, total, created_by, created_by_name)
     values ($1::uuid, $2::uuid, $3, $4, $5::jsonb, $6::int, $7::uuid, $8)`,
    [
      tenant.organizationId,
      job.id,
      job.kind,
      job.title,
      JSON.stringify(job.input),
      job.total,
      job.createdBy,
      job.createdByName,
    ],
  );
}

/** One job, locked until the transaction ends if asked; null when there is none within reach. */
export async function findJob(tenant: Tenant, id: string, locked = false): Promise<JobRecord | null> {
  const [row] = await sql<JobRecord>(
    tenant,
    `select ${RECORD} from background_jobs where organization_id = $1::uuid and id = $2::uuid ${locked ? 'for update' : ''}`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** The job that is already under way for a record, if there is one. */
export async function jobUnderWay(
  tenant: Tenant,
  kind: JobKindName,
  recordId: string,
): Promise<JobRecord | null> {
  const [row] = await sql<JobRecord>(
    tenant,
    `select ${RECORD} from background_jobs
     where organization_id = $1::uuid and job_state in ('QUEUED', 'RUNNING') and kind = $2 and input ->> 'recordId' = $3`,
    [tenant.organizationId, kind, recordId],
  );
  return row ?? null;
}

/**
 * Whether work on a record has stopped: of its jobs of these kinds within reach none waits or has its turn, and the last one failed or was
 * canceled.
 */
export async function hasStoppedWork(
  tenant: Tenant,
  kinds: readonly JobKindName[],
  recordId: string,
): Promise<boolean> {
  const [row] = await sql<{ stopped: boolean | null }>(
    tenant,
    `select not bool_or(job_state in ('QUEUED', 'RUNNING'))
       and (array_agg(job_state order by created_at desc, id desc))[1] in ('FAILED', 'CANCELLED') as stopped
     from background_jobs where organization_id = $1::uuid and kind = any ($2::text[]) and input ->> 'recordId' = $3`,
    [tenant.organizationId, [...kinds], recordId],
  );
  return row?.stopped === true;
}

/** Jobs, newest first: everyone's, or one person's; and how many there are. */
export async function listJobs(
  tenant: Tenant,
  query: { readonly createdBy: string | null; readonly skip: number; readonly take: number },
): Promise<{ rows: JobRecord[]; total: number }> {
  const where = `organization_id = $1::uuid and ($2::uuid is null or created_by = $2::uuid)`;
  const whose = query.createdBy === null ? {} : { createdBy: query.createdBy };
  const kept = await keptCount(tenant, 'background_jobs', whose);
  // Looking beyond the last one would go through all of them.
  if (kept !== null && query.skip >= kept) return { rows: [], total: kept };
  const rows = await sql<JobRecord>(
    tenant,
    `select ${RECORD} from background_jobs where ${where} order by created_at desc, id desc offset $3::int limit $4::int`,
    [tenant.organizationId, query.createdBy, query.skip, query.take],
  );
  if (kept !== null) return { rows, total: kept };
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from background_jobs where ${where}`,
    [tenant.organizationId, query.createdBy],
  );
  return { rows, total: count?.total ?? 0 };
}

/** The job that has waited longest for a turn, which begins now; null when none waits. Another server's choice is passed over. */
export async function takeNextJob(tenant: Tenant): Promise<JobRecord | null> {
  const [row] = await sql<JobRecord>(
    tenant,
    `update background_jobs j set turn_at = clock_timestamp(), started_at = coalesce(started_at, clock_timestamp()),
       log = case when job_state = 'RUNNING' then log else ${logged("'Started.'")} end, job_state = 'RUNNING'
     where organization_id = $1::uuid and id = (
       select id from background_jobs where organization_id = $1::uuid and job_state in ('QUEUED', 'RUNNING')
       order by turn_at limit 1 for update skip locked)
     returning ${RECORD}`,
    [tenant.organizationId],
  );
  return row ?? null;
}

/** Whether a job of the organization waits for a turn. */
export async function hasWaitingJobs(tenant: Tenant): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }>(
    tenant,
    `select exists (select from background_jobs where organization_id = $1::uuid and job_state in ('QUEUED', 'RUNNING')) as waits`,
    [tenant.organizationId],
  );
  return row?.waits === true;
}

/** Records how far a running job is. False when it no longer runs, because someone canceled it. */
export async function recordProgress(
  tenant: Tenant,
  id: string,
  progress: { readonly done: number; readonly total: number | null },
): Promise<boolean> {
  const rows = await sql(
    tenant,
    `update background_jobs set done = $3::int, total = coalesce($4::int, total), failures = 0
     where organization_id = $1::uuid and id = $2::uuid and job_state = 'RUNNING' returning id`,
    [tenant.organizationId, id, progress.done, progress.total],
  );
  return rows.length > 0;
}

/** Records a failure that may pass; the job keeps its turns. Returns how many there were in a row. */
export async function recordFailure(tenant: Tenant, id: string, text: string): Promise<number> {
  const [row] = await sql<{ failures: number }>(
    tenant,
    `update background_jobs set failures = failures + 1, log = ${logged('$3')}
     where organization_id = $1::uuid and id = $2::uuid and job_state = 'RUNNING' returning failures`,
    [tenant.organizationId, id, text],
  );
  return row?.failures ?? 0;
}

/** Ends a job that is under way. False when it had already ended. */
export async function endJob(
  tenant: Tenant,
  id: string,
  end: {
    readonly state: 'DONE' | 'FAILED' | 'CANCELLED';
    readonly text: string;
    readonly problem: string | null;
  },
): Promise<boolean> {
  const rows = await sql(
    tenant,
    `update background_jobs set job_state = $3, problem = $4, finished_at = clock_timestamp(), log = ${logged('$5')}
     where organization_id = $1::uuid and id = $2::uuid and job_state in ('QUEUED', 'RUNNING') returning id`,
    [tenant.organizationId, id, end.state, end.problem, end.text],
  );
  return rows.length > 0;
}

/** Gives a job that failed or was canceled its turns again. */
export async function requeueJob(tenant: Tenant, id: string, text: string): Promise<void> {
  await sql(
    tenant,
    `update background_jobs set job_state = 'QUEUED', problem = null, finished_at = null, failures = 0,
       turn_at = clock_timestamp(), log = ${logged('$3')}
     where organization_id = $1::uuid and id = $2::uuid and job_state in ('FAILED', 'CANCELLED')`,
    [tenant.organizationId, id, text],
  );
}
