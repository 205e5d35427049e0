import { firstIdAt } from '../../lib/ids';
import { sql, type Tenant } from '../tenancy';
import { parameters } from './parameters';

export interface AuditQuery {
  readonly recordId?: string | undefined;
  readonly noun?: string | undefined;
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  /** Rows older than this one. */
  readonly before?: { readonly occurredAt: string; readonly id: string } | undefined;
}

export interface AuditTrailRow {
  readonly id: string;
  readonly occurredAt: Date;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly action: string;
  readonly noun: string;
  readonly recordId: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly surface: string;
  readonly requestId: string;
  /** The row's position in the hash chain; null until it is sealed. */
  readonly sequence: string | null;
  readonly hash: string | null;
}

/**
 * A row's id is generated while its transaction runs, on any of several machines, so the time in the id may differ by this
 * much from the time in the row. Rows found by id are therefore also filtered by their time.
 */
const SLACK_MS = 86_400_000;

/** The actions that most rows are about (audit_log_action_sql_idx). */
const FREQUENT = ['gl.transaction.create', 'gl.transaction.post'];

/**
 * Who changed what, newest first, with each row's position in the hash chain. A record's rows are read through their own
 * index, the whole organization's by id, which sorts by creation time: nothing has to be sorted, however long the trail.
 */
export async function readAuditTrail(tenant: Tenant, query: AuditQuery): Promise<AuditTrailRow[]> {
  const p = parameters();
  const where = [`a.organization_id = ${p.add(tenant.organizationId)}::uuid`];
  if (query.recordId !== undefined) where.push(`a.record_id = ${p.add(query.recordId)}::uuid`);
  if (query.noun !== undefined) where.push(`a.noun = ${p.add(query.noun)}`);
  if (query.action !== undefined) where.push(`a.action = ${p.add(query.action)}`);
  // Always true here: what the indexes by noun and by action leave out, because the newest rows soon have it.
  if (query.noun !== undefined && query.noun !== 'transaction') where.push(`a.noun <> 'transaction'`);
  if (query.action !== undefined && !FREQUENT.includes(query.action))
    where.push(`a.action not in ('${FREQUENT.join(`', '`)}')`);
  if (query.actorId !== undefined) where.push(`a.actor_id = ${p.add(query.actorId)}::uuid`);
  if (query.from !== undefined) {
    where.push(`a.occurred_at >= ${p.add(query.from)}::date`);
    where.push(`a.id >= ${p.add(firstIdAt(Date.parse(query.from) - SLACK_MS))}::uuid`);
  }
  if (query.to !== undefined) {
    where.push(`a.occurred_at < ${p.add(query.to)}::date + 1`);
    where.push(`a.id < ${p.add(firstIdAt(Date.parse(query.to) + 2 * SLACK_MS))}::uuid`);
  }
  if (query.before !== undefined) {
    where.push(
      query.recordId === undefined
        ? `a.id < ${p.add(query.before.id)}::uuid`
        : `(a.occurred_at, a.id) < (${p.add(query.before.occurredAt)}::timestamptz, ${p.add(query.before.id)}::uuid)`,
    );
  }
  const order = query.recordId === undefined ? 'a.id desc' : 'a.occurred_at desc, a.id desc';
  return sql(
    tenant,
    `select a.id, a.occurred_at as "occurredAt", a.actor_kind as "actorKind", a.actor_id as "actorId", a.actor_name as "actorName",
       a.action, a.noun, a.record_id as "recordId", a.before, a.after, a.surface, a.request_id as "requestId",
       s.sequence::text as sequence, s.hash
     from audit_log a left join audit_seals s on s.organization_id = a.organization_id and s.audit_id = a.id
     where ${where.join(' and ')} order by ${order} limit ${p.add(query.limit)}::int`,
    p.values,
  );
}
