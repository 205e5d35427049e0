import { firstIdAt } from '../../lib/ids';
import { sql, type Tenant } from '../tenancy';
import { type Parameters, parameters } from './parameters';

/** Which events the log shows. */
export interface SecurityLogFilter {
  readonly event?: string | undefined;
  readonly actorId?: string | undefined;
  readonly address?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface SecurityLogQuery extends SecurityLogFilter {
  readonly limit: number;
  /** Rows older than this one. */
  readonly before?: string | undefined;
}

export interface SecurityLogRow {
  readonly id: string;
  readonly occurredAt: Date;
  readonly event: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly sessionId: string | null;
  /** Of the request; for what happened in a session, of its sign-in. */
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly surface: string;
  readonly requestId: string | null;
  readonly detail: unknown;
}

/** A row's id comes from the clock of the server that wrote it; its time comes from the database. */
const SLACK_MS = 86_400_000;

/** The security log, newest first: read by id, which sorts by time, so that nothing is sorted however long it is. */
export async function readSecurityLog(tenant: Tenant, query: SecurityLogQuery): Promise<SecurityLogRow[]> {
  const p = parameters();
  const text = securityLogText(p, tenant, query);
  return sql(tenant, `${text} limit ${p.add(query.limit)}::int`, p.values);
}

/** The statement of the whole log as filtered, for a stream. */
export function securityLogStatement(
  tenant: Tenant,
  query: SecurityLogFilter,
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  return { text: securityLogText(p, tenant, query), values: p.values };
}

function securityLogText(
  p: Parameters,
  tenant: Tenant,
  query: SecurityLogFilter & { readonly before?: string | undefined },
): string {
  const where = [`e.organization_id = ${p.add(tenant.organizationId)}::uuid`];
  // The second condition is that of the index by event.
  if (query.event !== undefined) where.push(`e.event = ${p.add(query.event)} and e.event > ''`);
  if (query.actorId !== undefined) where.push(`e.actor_id = ${p.add(query.actorId)}::uuid`);
  if (query.address !== undefined) where.push(`e.address = ${p.add(query.address)}`);
  if (query.from !== undefined) {
    where.push(`e.occurred_at >= ${p.add(query.from)}::date`);
    where.push(`e.id >= ${p.add(firstIdAt(Date.parse(query.from) - SLACK_MS))}::uuid`);
  }
  if (query.to !== undefined) {
    where.push(`e.occurred_at < ${p.add(query.to)}::date + 1`);
    where.push(`e.id < ${p.add(firstIdAt(Date.parse(query.to) + 2 * SLACK_MS))}::uuid`);
  }
  if (query.before !== undefined) where.push(`e.id < ${p.add(query.before)}::uuid`);
  return `select e.id, e.occurred_at as "occurredAt", e.event, e.actor_kind as "actorKind", e.actor_id as "actorId",
       e.actor_name as "actorName", e.session_id as "sessionId", e.address, e.user_agent as "userAgent", e.surface,
       e.request_id as "requestId", e.detail
     from security_log e where ${where.join(' and ')} order by e.id desc`;
}
