import type { SecurityEvent } from '@/core/identity/security-events';
import { newId } from '@/lib/ids';
import { noteWrittenOrganization } from '../stores/written-organizations';
import { booksQuery } from './scoped-query';

/** One event at the doors of an organization. `detail` never holds a secret. */
export interface DoorEvent {
  readonly event: SecurityEvent;
  readonly actorKind: 'user' | 'api_client' | 'api_key' | 'directory';
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly sessionId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly surface: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Appends an event to the log of one organization. */
export async function appendDoorEvent(organizationId: string, event: DoorEvent): Promise<void> {
  await booksQuery(
    { organizationId, userId: null },
    'append_door_event',
    `insert into security_log
       (organization_id, id, event, actor_kind, actor_id, actor_name, session_id, address, user_agent, surface, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb)`,
    [
      organizationId,
      newId(),
      event.event,
      event.actorKind,
      event.actorId,
      event.actorName,
      event.sessionId,
      event.address,
      event.userAgent,
      event.surface,
      JSON.stringify(event.detail),
    ],
  );
  // Its log is sealed by this server's background work.
  noteWrittenOrganization(organizationId);
}
