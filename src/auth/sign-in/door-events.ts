import type { SecurityEvent } from '@/core/identity/security-events';
import { membershipsOf } from '@/db/identity/memberships';
import { appendDoorEvent, type DoorEvent } from '@/db/identity/security-log';
import { log } from '@/lib/telemetry/log';

/** The origin of a request. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string | null;
}

/** For what happens in a session, whose sign-in has the address. */
export const NO_ORIGIN: Origin = { address: '', userAgent: null };

interface Details {
  readonly sessionId?: string | null;
  /** The only organization it concerns; by default every one the person belongs to. */
  readonly organizationId?: string | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Records in the security log what happened to a person's account at a door. It never fails: what cannot be logged is reported to
 * the process log, and the caller gets the answer all the same. Awaited by what succeeds; a refusal does not wait, or its
 * time would reveal which accounts exist.
 */
export async function notePerson(
  event: SecurityEvent,
  user: { readonly id: string; readonly name: string },
  origin: Origin,
  details: Details = {},
): Promise<void> {
  await noted(event, async () => {
    const where =
      details.organizationId === undefined || details.organizationId === null
        ? (await membershipsOf(user.id)).map(({ organizationId }) => organizationId)
        : [details.organizationId];
    for (const organizationId of where) {
      await appendDoorEvent(
        organizationId,
        eventOf(event, { kind: 'user', id: user.id, name: user.name }, origin, details),
      );
    }
  });
}

/** Records in an organization's security log what happened to one of its credentials; it never fails either. */
export async function noteCredential(
  event: SecurityEvent,
  organizationId: string,
  credential: {
    readonly kind: 'api_client' | 'api_key' | 'directory';
    readonly id: string;
    readonly name: string;
  },
  origin: Origin,
  details: Details = {},
): Promise<void> {
  await noted(event, () => appendDoorEvent(organizationId, eventOf(event, credential, origin, details)));
}

function eventOf(
  event: SecurityEvent,
  actor: { readonly kind: DoorEvent['actorKind']; readonly id: string; readonly name: string },
  { address, userAgent }: Origin,
  { sessionId = null, detail = {} }: Details,
): DoorEvent {
  return {
    event,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    sessionId,
    address: address === '' ? null : address.slice(0, 100),
    userAgent: userAgent?.slice(0, 300) ?? null,
    surface: 'auth',
    detail,
  };
}

async function noted(event: SecurityEvent, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, event }, 'the security log could not be written');
  }
}
