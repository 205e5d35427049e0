import type { RecognitionRow, VersionView } from '../../../core/revenue/contracts/contract-state';
import type { AddedRow, StoredSum } from '../../../core/revenue/contracts/postings/postings';
import { insertRows } from '../../bulk';
import { ask, type Question } from '../../stores/questions';
import type { Tenant } from '../../tenancy';
import type { OfContract } from '../contracts/obligations';

/** A recognition row as stored, with its posting. */
export interface StoredRow extends RecognitionRow {
  readonly recordedAt: string;
  /** The fact that caused it: the row's own fact, or one recorded later that changed what this one earns. */
  readonly causeId: string;
  /** The run that posted it; null while it is planned. */
  readonly runId: string | null;
  /** The entry it is in; null also for a posted row where everything its contract posted in that entry cancels out, so that there is none. */
  readonly entryId: string | null;
  readonly postedPeriod: string | null;
}

/** The rows of a contract in the order recorded; with `knownAsOf`, as they were known then. */
export const listRows = (
  tenant: Tenant,
  contractId: string,
  knownAsOf: string | null = null,
): Promise<StoredRow[]> => ask(tenant, rowsAsked(tenant, contractId, knownAsOf));

/** Asks for the rows of a contract in the order recorded; with `knownAsOf`, as they were known then. */
export const rowsAsked = (
  { organizationId }: Tenant,
  contractId: string,
  knownAsOf: string | null,
): Question<StoredRow> => ({
  text: `with made as materialized (
       select o.entry_id from (
         select distinct r.entry_id from revenue_rows r
         where r.organization_id = $1::uuid and r.contract_id = $2::uuid and r.entry_id is not null) o
       cross join lateral (select from ledger_entries e where e.organization_id = $1::uuid and e.id = o.entry_id offset 0) e
     )
     select r.seq, r.obligation_key as key, r.amount::text as amount, r.period, r.natural_period as "naturalPeriod",
       r.start_date as start, r.end_date as "end", r.source, r.event_id as "eventId", r.cause_id as "causeId", r.catch_up as "catchUp", r.late,
       to_char(r.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt",
       case when r.posted_at <= coalesce($3::timestamptz, 'infinity') then r.run_id end as "runId",
       case when r.posted_at <= coalesce($3::timestamptz, 'infinity') then m.entry_id end as "entryId",
       case when r.posted_at <= coalesce($3::timestamptz, 'infinity') then r.posted_period end as "postedPeriod"
     from revenue_rows r left join made m on m.entry_id = r.entry_id where r.organization_id = $1::uuid and r.contract_id = $2::uuid
       and ($3::timestamptz is null or r.recorded_at <= $3::timestamptz) order by r.seq`,
  values: [organizationId, contractId, knownAsOf],
});

/** The stored sum of each row of a contract's picture. */
export async function storedSums(tenant: Tenant, contractId: string): Promise<StoredSum[]> {
  return ask<StoredSum>(tenant, {
    text: `select r.obligation_key as key, r.natural_period as "naturalPeriod", r.start_date as start, r.end_date as "end", r.source,
       r.event_id as "eventId", sum(r.amount)::text as amount
     from revenue_rows r where r.organization_id = $1::uuid and r.contract_id = $2::uuid group by 1, 2, 3, 4, 5, 6`,
    values: [tenant.organizationId, contractId],
  });
}

/** How many rows, versions and bookings are stored of a contract. */
export interface CountedParts {
  readonly rows: number;
  readonly versions: number;
  readonly bookings: number;
}

/** Asks how many rows, versions and bookings of a contract are stored. */
export const partsCounted = ({ organizationId }: Tenant, contractId: string): Question<CountedParts> => ({
  text: `select (select count(*)::int from revenue_rows where organization_id = $1::uuid and contract_id = $2::uuid) as rows,
            (select count(*)::int from revenue_versions where organization_id = $1::uuid and contract_id = $2::uuid) as versions,
            (select count(*)::int from revenue_bookings where organization_id = $1::uuid and contract_id = $2::uuid) as bookings`,
  values: [organizationId, contractId],
});

/** How many rows, versions and bookings of a contract are stored. */
export async function countDerived(tenant: Tenant, contractId: string): Promise<CountedParts> {
  const [row] = await ask(tenant, partsCounted(tenant, contractId));
  return row ?? { rows: 0, versions: 0, bookings: 0 };
}

/** A row that a fact added to the picture of a contract. */
export interface NewRow extends AddedRow, OfContract {
  readonly subsidiaryId: string;
  /** The day from which it is so. Null: the database takes it from the facts. */
  readonly effectiveOn: string | null;
}

/** Appends the rows that facts added to the pictures of contracts. */
export async function appendRows(tenant: Tenant, rows: readonly NewRow[]): Promise<void> {
  await insertRows(
    tenant,
    'revenue_rows',
    rows.map((row) => ({
      contractId: row.contractId,
      subsidiaryId: row.subsidiaryId,
      seq: row.seq,
      obligationKey: row.key,
      amount: row.amount,
      period: row.period,
      naturalPeriod: row.naturalPeriod,
      startDate: row.start,
      endDate: row.end,
      source: row.source,
      eventId: row.eventId,
      causeId: row.causeId,
      catchUp: row.catchUp,
      late: row.late,
      effectiveOn: row.effectiveOn,
    })),
  );
}

/** A version of the allocation, with the price then. */
export type NewVersion = VersionView & { readonly transactionPrice: string };

/** Appends versions of the allocations of contracts. */
export async function appendVersions(
  tenant: Tenant,
  versions: readonly (NewVersion & OfContract)[],
): Promise<void> {
  await insertRows(
    tenant,
    'revenue_versions',
    versions.map(
      ({ contractId, version, eventId, effectiveDate, treatment, transactionPrice, allocations }) => ({
        contractId,
        contractVersion: version,
        eventId,
        effectiveDate,
        treatment,
        transactionPrice,
        allocations,
      }),
    ),
  );
}

export interface NewBooking {
  readonly seq: number;
  readonly obligationKey: string;
  readonly period: string;
  readonly amount: string;
  readonly eventId: string;
}

/** Appends increases and decreases of bookings of contracts. */
export async function appendBookings(
  tenant: Tenant,
  bookings: readonly (NewBooking & OfContract)[],
): Promise<void> {
  await insertRows(
    tenant,
    'revenue_bookings',
    bookings.map((booking) => ({ ...booking })),
  );
}
