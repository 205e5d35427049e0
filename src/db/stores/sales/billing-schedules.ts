import type { BillingOutcome } from '@/core/billing/billing-schedule';
import { sql, type Tenant } from '../../tenancy';

/** A subscription that a run could not bill, and why. */
export interface RefusedBilling {
  readonly subscriptionNumber: string;
  readonly message: string;
}

/** When the organization is billed automatically, and how far the present run is, or how the last one ended. */
export interface BillingScheduleRecord {
  readonly id: string;
  readonly isOn: boolean;
  readonly dayOfMonth: number | null;
  readonly hour: number;
  readonly outcome: BillingOutcome;
  readonly settledThrough: string;
  readonly runDay: string | null;
  readonly runAfter: string | null;
  readonly runDone: number;
  readonly runBilled: number;
  readonly runRefused: readonly RefusedBilling[];
  readonly ownerId: string;
  readonly ownerName: string;
  readonly version: number;
}

const RECORD = `b.id, b.is_on as "isOn", b.day_of_month as "dayOfMonth", b.hour, b.outcome, b.settled_through::text as "settledThrough",
  b.run_day::text as "runDay", b.run_after as "runAfter", b.run_done as "runDone", b.run_billed as "runBilled",
  b.run_refused as "runRefused", b.owner_id as "ownerId", b.owner_name as "ownerName", b.version`;

/** The organization's schedule, locked until the transaction ends if asked; null when it never had one. */
export async function billingSchedule(tenant: Tenant, locked = false): Promise<BillingScheduleRecord | null> {
  const [row] = await sql<BillingScheduleRecord>(
    tenant,
    `select ${RECORD} from billing_schedules b where b.organization_id = $1::uuid ${locked ? 'for update' : ''}`,
    [tenant.organizationId],
  );
  return row ?? null;
}

/** The organization's time zone, and whether its books are closed. */
export async function billingPlace(
  tenant: Tenant,
): Promise<{ readonly timeZone: string; readonly isClosed: boolean }> {
  const [row] = await sql<{ timeZone: string; isClosed: boolean }>(
    tenant,
    `select time_zone as "timeZone", closed_at is not null or record_status <> 'active' as "isClosed"
     from organizations where id = $1::uuid`,
    [tenant.organizationId],
  );
  if (row === undefined) throw new Error('the organization of this tenant does not exist');
  return row;
}

export type BillingScheduleChange = Pick<
  BillingScheduleRecord,
  'isOn' | 'dayOfMonth' | 'hour' | 'outcome' | 'settledThrough' | 'ownerId' | 'ownerName'
>;

/** Stores the schedule over the one before; the progress of a run is kept. Of two first ones at once, one waits for the other. */
export async function storeBillingSchedule(
  tenant: Tenant,
  id: string,
  change: BillingScheduleChange,
): Promise<BillingScheduleRecord> {
  const [row] = await sql<BillingScheduleRecord>(
    tenant,
    `insert into billing_schedules as b (organization_id, id, is_on, day_of_month, hour, outcome, settled_through, owner_id, owner_name)
     values ($1::uuid, $2::uuid, $3, $4::int, $5::int, $6, $7::date, $8::uuid, $9)
     on conflict (organization_id) do update set is_on = excluded.is_on, day_of_month = excluded.day_of_month,
       hour = excluded.hour, outcome = excluded.outcome, settled_through = excluded.settled_through,
       owner_id = excluded.owner_id, owner_name = excluded.owner_name
     returning ${RECORD}`,
    [
      tenant.organizationId,
      id,
      change.isOn,
      change.dayOfMonth,
      change.hour,
      change.outcome,
      change.settledThrough,
      change.ownerId,
      change.ownerName,
    ],
  );
  if (row === undefined) throw new Error('a billing schedule was not stored');
  return row;
}

/** Begins a run over what is due on a day. The caller holds the schedule's lock. */
export async function beginBillingRun(tenant: Tenant, runDay: string, settledThrough: string): Promise<void> {
  await sql(
    tenant,
    `update billing_schedules set run_day = $2::date, settled_through = $3::date, run_after = null, run_done = 0, run_billed = 0,
       run_refused = '[]'
     where organization_id = $1::uuid`,
    [tenant.organizationId, runDay, settledThrough],
  );
}

/** Records how far a run is. The caller holds the schedule's lock. */
export async function recordBillingRun(
  tenant: Tenant,
  run: Pick<BillingScheduleRecord, 'runAfter' | 'runDone' | 'runBilled' | 'runRefused'>,
): Promise<void> {
  await sql(
    tenant,
    `update billing_schedules set run_after = $2, run_done = $3::int, run_billed = $4::int, run_refused = $5::jsonb
     where organization_id = $1::uuid`,
    [tenant.organizationId, run.runAfter, run.runDone, run.runBilled, JSON.stringify(run.runRefused)],
  );
}
