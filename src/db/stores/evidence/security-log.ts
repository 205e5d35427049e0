import type { SecurityEvent } from '@/core/identity/security-events';
import { newId } from '../../../lib/ids';
import { sql, type Tenant } from '../../tenancy';

/** An event in the organization's security log, reported by a verb. `detail` never holds a secret. */
export interface SecurityEntry {
  readonly event: SecurityEvent;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly sessionId: string | null;
  readonly surface: string;
  readonly requestId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Appends events in one statement, in the running transaction. */
export async function appendSecurityLog(tenant: Tenant, rows: readonly SecurityEntry[]): Promise<void> {
  if (rows.length === 0) return;
  await sql(
    tenant,
    `insert into security_log
       (organization_id, id, event, actor_kind, actor_id, actor_name, session_id, surface, request_id, detail)
     select $1::uuid, (r->>'id')::uuid, r->>'event', r->>'actorKind', (r->>'actorId')::uuid, r->>'actorName',
            (r->>'sessionId')::uuid, r->>'surface', r->>'requestId', r->'detail'
     from jsonb_array_elements($2::jsonb) with ordinality as x(r, ord) order by ord`,
    [tenant.organizationId, JSON.stringify(rows.map((row) => ({ id: newId(), ...row })))],
  );
}
