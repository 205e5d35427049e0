import { newId } from '../../lib/ids';
import { sql, type Tenant } from '../tenancy';

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

/** An event for outside systems, stored with the change it reports (Standard Webhooks). */
export interface OutboxEntry {
  readonly eventType: string;
  readonly recordId: string | null;
  readonly payload: unknown;
}

/** Appends audit rows and outbox events in one statement each, in the running transaction. */
export async function appendAudit(
  tenant: Tenant,
  rows: readonly AuditEntry[],
  events: readonly OutboxEntry[],
): Promise<void> {
  if (rows.length > 0) {
    await sql(
      tenant,
      `insert into audit_log (organization_id, id, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
       select $1::uuid, (r->>'id')::uuid, r->>'actorKind', (r->>'actorId')::uuid, r->>'actorName', r->>'action', r->>'noun',
              (r->>'recordId')::uuid, nullif(r->'before', 'null'), nullif(r->'after', 'null'), r->>'surface', r->>'requestId'
       from jsonb_array_elements($2::jsonb) with ordinality as x(r, ord) order by ord`,
      [tenant.organizationId, JSON.stringify(rows.map((row) => ({ id: newId(), ...row })))],
    );
  }
  if (events.length > 0) {
    await sql(
      tenant,
      `insert into outbox_events (organization_id, id, event_type, record_id, payload)
       select $1::uuid, (r->>'id')::uuid, r->>'eventType', (r->>'recordId')::uuid, r->'payload'
       from jsonb_array_elements($2::jsonb) r`,
      [tenant.organizationId, JSON.stringify(events.map((event) => ({ id: newId(), ...event })))],
    );
  }
}
