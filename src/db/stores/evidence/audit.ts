import { newId } from '../../../lib/ids';
import { preparedSql, type Tenant } from '../../tenancy';

/** One audited change: who did what to which record, before and after. */
export interface AuditEntry {
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly noun: string;
  readonly recordId: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly surface: string;
  readonly requestId: string;
}

/** An event for outside systems, stored with the change it reports where one subscribes (Standard Webhooks). */
export interface OutboxEntry {
  readonly eventType: string;
  readonly recordId: string | null;
  readonly payload: unknown;
}

const AUDIT = `insert into audit_log (organization_id, id, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface,
    request_id)
  select $1::uuid, (r->>'id')::uuid, r->>'actorKind', (r->>'actorId')::uuid, r->>'actorName', r->>'action', r->>'noun',
         (r->>'recordId')::uuid, nullif(r->'before', 'null'), nullif(r->'after', 'null'), r->>'surface', r->>'requestId'
  from jsonb_array_elements($2::jsonb) with ordinality as x(r, ord) order by ord`;

// Only endpoints read events (docs/interface/decisions.md, "Events and audit").
const OUTBOX = (
  parameter: string,
) => `insert into outbox_events (organization_id, id, event_type, record_id, payload)
  select $1::uuid, (r->>'id')::uuid, r->>'eventType', (r->>'recordId')::uuid, r->'payload'
  from jsonb_array_elements(${parameter}::jsonb) r
  where exists (select from webhook_endpoints w where w.organization_id = $1::uuid and w.record_status = 'active')`;

/**
 * Appends audit rows, and outbox events where an endpoint is subscribed as the statement begins, in one statement in the running
 * transaction. Planning it costs more than running it.
 */
export async function appendAudit(
  tenant: Tenant,
  rows: readonly AuditEntry[],
  events: readonly OutboxEntry[],
): Promise<void> {
  const { organizationId } = tenant;
  const list = (entries: readonly object[]) =>
    JSON.stringify(entries.map((entry) => ({ id: newId(), ...entry })));
  if (rows.length > 0 && events.length > 0) {
    await preparedSql(tenant, 'append_changes', `with audited as (${AUDIT}) ${OUTBOX('$3')}`, [
      organizationId,
      list(rows),
      list(events),
    ]);
  } else if (rows.length > 0) {
    await preparedSql(tenant, 'append_audit', AUDIT, [organizationId, list(rows)]);
  } else if (events.length > 0) {
    await preparedSql(tenant, 'append_outbox', OUTBOX('$2'), [organizationId, list(events)]);
  }
}
