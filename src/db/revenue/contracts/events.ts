import type { ContractEvent } from '../../../core/revenue/contracts/events';
import { insertRows } from '../../bulk';
import { FactOvertook } from '../../retry';
import { ask, type Question } from '../../stores/questions';
import { sql, type Tenant } from '../../tenancy';
import type { OfContract } from './obligations';

/** A recorded fact: the event, its position in the record, and when it was recorded. */
export interface RecordedEvent {
  readonly seq: number;
  readonly event: ContractEvent;
  readonly sourceKind: string | null;
  readonly sourceId: string | null;
  readonly recordedAt: string;
  /** The user, API client or key that recorded it; null: Daybook itself. */
  readonly recordedBy: string | null;
}

/** A row of the table of facts. */
export interface StoredEvent {
  seq: number;
  id: string;
  kind: string;
  effectiveDate: string;
  body: Record<string, unknown>;
  sourceKind: string | null;
  sourceId: string | null;
  recordedAt: string;
  recordedBy: string | null;
  /** Recorded by a transaction that began after this one. */
  isAhead: boolean;
}

const STORED = `e.seq, e.id, e.kind, e.effective_date as "effectiveDate", e.body, e.source_kind as "sourceKind", e.source_id as "sourceId",
  to_char(e.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt",
  e.recorded_by as "recordedBy", e.recorded_at > now() and e.recorded_at <= clock_timestamp() as "isAhead"`;

/**
 * All events of a contract in the order recorded; with `knownAsOf` (ISO 8601) only what was recorded by then, with `after` only what
 * follows that position.
 */
export async function listEvents(
  tenant: Tenant,
  contractId: string,
  knownAsOf: string | null = null,
  after: number | null = null,
): Promise<RecordedEvent[]> {
  return (await ask(tenant, eventsAsked(tenant, contractId, { knownAsOf, after }))).map(recordedEvent);
}

/** All events of several contracts by contract, each in the order recorded; a contract without events is left out. */
export async function listEventsOf(
  tenant: Tenant,
  contractIds: readonly string[],
): Promise<Map<string, RecordedEvent[]>> {
  const events = new Map<string, RecordedEvent[]>();
  for (const { contractId, ...row } of await sql<StoredEvent & OfContract>(
    tenant,
    `select e.contract_id as "contractId", ${STORED}
     from revenue_events e where e.organization_id = $1::uuid and e.contract_id = any ($2::uuid[]) order by e.contract_id, e.seq`,
    [tenant.organizationId, contractIds],
  )) {
    const known = events.get(contractId);
    if (known === undefined) events.set(contractId, [recordedEvent(row)]);
    else known.push(recordedEvent(row));
  }
  return events;
}

/**
 * The same of a contract that is locked, so that another can be recorded. Facts of a contract become known in the order in which they are
 * recorded: throws FactOvertook where one was recorded by a transaction that began after this one, which then begins again. (A clock that
 * was set back makes facts of the future, which nothing waits for.)
 */
export async function eventsToFollow(
  tenant: Tenant,
  contractId: string,
  after: number | null = null,
): Promise<RecordedEvent[]> {
  return followed(contractId, await ask(tenant, eventsAsked(tenant, contractId, { after })));
}

/** The facts that another can follow, of those stored. Throws FactOvertook, as `eventsToFollow` does. */
export function followed(contractId: string, rows: readonly StoredEvent[]): RecordedEvent[] {
  if (rows.some(({ isAhead }) => isAhead)) throw new FactOvertook(contractId);
  return rows.map(recordedEvent);
}

/** Asks for the facts of a contract in the order recorded; `knownAsOf` and `after` as in `listEvents`. */
export const eventsAsked = (
  { organizationId }: Tenant,
  contractId: string,
  {
    knownAsOf = null,
    after = null,
  }: { readonly knownAsOf?: string | null; readonly after?: number | null | undefined },
): Question<StoredEvent> => ({
  text: `select ${STORED}
     from revenue_events e where e.organization_id = $1::uuid and e.contract_id = $2::uuid
       and ($3::timestamptz is null or e.recorded_at <= $3::timestamptz) and e.seq > coalesce($4::int, -1) order by e.seq`,
  values: [organizationId, contractId, knownAsOf, after],
});

/** A fact as it was recorded, of its row. */
export function recordedEvent(stored: StoredEvent): RecordedEvent {
  const { seq, id, kind, effectiveDate, body, sourceKind, sourceId, recordedAt, recordedBy } = stored;
  const event = { ...body, id, kind, effectiveDate } as ContractEvent;
  return { seq, event, sourceKind, sourceId, recordedAt, recordedBy };
}

/** The contract a fact belongs to, or null. */
export async function contractOfEvent(tenant: Tenant, eventId: string): Promise<string | null> {
  const [row] = await sql<{ contractId: string }>(
    tenant,
    `select e.contract_id as "contractId" from revenue_events e where e.organization_id = $1::uuid and e.id = $2::uuid`,
    [tenant.organizationId, eventId],
  );
  return row?.contractId ?? null;
}

export interface NewEvent {
  readonly seq: number;
  readonly event: ContractEvent;
  readonly sourceKind?: string | null | undefined;
  readonly sourceId?: string | null | undefined;
}

/** Appends facts to contracts. A source (a document, a customer's own reference) has at most one event of each kind. */
export async function appendEvents(
  tenant: Tenant,
  events: readonly (NewEvent & OfContract)[],
  recordedBy: string | null,
): Promise<void> {
  await insertRows(
    tenant,
    'revenue_events',
    events.map(({ contractId, seq, event, sourceKind, sourceId }) => {
      const { id, kind, effectiveDate, ...body } = event;
      return {
        contractId,
        seq,
        id,
        kind,
        effectiveDate,
        body,
        sourceKind: sourceKind ?? null,
        sourceId: sourceId ?? null,
        recordedBy,
      };
    }),
  );
}
