import type { SisterAccounts } from '@/core/intercompany/mirror';
import { STANDING_STATUSES } from '@/core/transactions/status';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** The counterparties that represent a subsidiary in the books of its sisters. */
export interface PartyRow {
  readonly subsidiaryId: string;
  readonly customerId: string | null;
  readonly vendorId: string | null;
}

/** The accounts of a subsidiary with a sister. */
export interface SisterAccountsRow extends SisterAccounts {
  readonly subsidiaryId: string;
  readonly sisterId: string;
}

const ACCOUNTS = `a.due_from_account_id as "dueFromAccountId", a.due_to_account_id as "dueToAccountId",
  a.income_account_id as "incomeAccountId", a.charge_account_id as "chargeAccountId"`;

/** The counterparties that represent each subsidiary within reach. */
export function listParties(tenant: Tenant): Promise<PartyRow[]> {
  return sql(
    tenant,
    `select p.subsidiary_id as "subsidiaryId", p.customer_id as "customerId", p.vendor_id as "vendorId"
     from intercompany_parties p join subsidiaries s on s.organization_id = p.organization_id and s.id = p.subsidiary_id
     where p.organization_id = $1::uuid order by s.code`,
    [tenant.organizationId],
  );
}

/** The accounts of each pair of subsidiaries within reach. */
export function listSisterAccounts(tenant: Tenant): Promise<SisterAccountsRow[]> {
  return sql(
    tenant,
    `select a.subsidiary_id as "subsidiaryId", a.sister_id as "sisterId", ${ACCOUNTS}
     from intercompany_accounts a
     join subsidiaries s on s.organization_id = a.organization_id and s.id = a.subsidiary_id
     join subsidiaries o on o.organization_id = a.organization_id and o.id = a.sister_id
     where a.organization_id = $1::uuid order by s.code, o.code`,
    [tenant.organizationId],
  );
}

/**
 * Replaces the counterparties that represent a subsidiary; none: the row is removed. The same ones again change nothing: whatever changes
 * lists the documents of those it names (keep-unpaired in prisma/sql).
 */
export async function replaceParty(
  tenant: Tenant,
  row: PartyRow & { readonly recordedBy: string | null },
): Promise<void> {
  const same = await sql(
    tenant,
    `select p.subsidiary_id from intercompany_parties p where p.organization_id = $1::uuid and p.subsidiary_id = $2::uuid
       and p.customer_id is not distinct from $3::uuid and p.vendor_id is not distinct from $4::uuid`,
    [tenant.organizationId, row.subsidiaryId, row.customerId, row.vendorId],
  );
  if (same.length > 0) return;
  await sql(
    tenant,
    'delete from intercompany_parties where organization_id = $1::uuid and subsidiary_id = $2::uuid',
    [tenant.organizationId, row.subsidiaryId],
  );
  if (row.customerId === null && row.vendorId === null) return;
  await insertRows(tenant, 'intercompany_parties', [row]);
}

/** Replaces the accounts of a subsidiary with a sister; null: they are removed. The same ones again change nothing. */
export async function replaceSisterAccounts(
  tenant: Tenant,
  place: { readonly subsidiaryId: string; readonly sisterId: string },
  accounts: (SisterAccounts & { readonly recordedBy: string | null }) | null,
): Promise<void> {
  const same = await sql(
    tenant,
    `select a.sister_id from intercompany_accounts a where a.organization_id = $1::uuid and a.subsidiary_id = $2::uuid and a.sister_id = $3::uuid
       and (a.due_from_account_id, a.due_to_account_id, a.income_account_id, a.charge_account_id) = ($4::uuid, $5::uuid, $6::uuid, $7::uuid)`,
    [
      tenant.organizationId,
      place.subsidiaryId,
      place.sisterId,
      accounts?.dueFromAccountId ?? null,
      accounts?.dueToAccountId ?? null,
      accounts?.incomeAccountId ?? null,
      accounts?.chargeAccountId ?? null,
    ],
  );
  if (same.length > 0) return;
  await sql(
    tenant,
    'delete from intercompany_accounts where organization_id = $1::uuid and subsidiary_id = $2::uuid and sister_id = $3::uuid',
    [tenant.organizationId, place.subsidiaryId, place.sisterId],
  );
  if (accounts !== null) await insertRows(tenant, 'intercompany_accounts', [{ ...place, ...accounts }]);
}

/** Changes of the settings take turns. */
export async function lockIntercompanySettings(tenant: Tenant): Promise<void> {
  await sql(tenant, `select pg_advisory_xact_lock(hashtextextended('intercompany:' || $1::text, 0))::text`, [
    tenant.organizationId,
  ]);
}

/** Notes which approved documents have a sister on the other side (daybook_note_intercompany); what waits for its mirror. */
export async function noteIntercompany(
  tenant: Tenant,
  documentIds: readonly string[],
): Promise<{ pairId: string; sourceId: string }[]> {
  return sql(
    tenant,
    'select o_pair as "pairId", o_source as "sourceId" from daybook_note_intercompany($1::uuid[])',
    [documentIds],
  );
}

/** Pairs that wait for a mirror. */
const WAITING = 'p.organization_id = $1::uuid and p.mirror_id is null and p.made_at is null';

/** Pairs without a mirror that no one has tried to make yet, the oldest first. */
export function untriedPairs(tenant: Tenant, limit: number): Promise<WaitingNote[]> {
  return sql(
    tenant,
    `select p.id, p.source_id as "sourceId" from intercompany_pairs p where ${WAITING} and p.problem is null order by p.recorded_at limit $2`,
    [tenant.organizationId, limit],
  );
}

/** A pair that waits for a mirror, and its document. */
export interface WaitingNote {
  readonly id: string;
  readonly sourceId: string;
}

/**
 * Pairs without a mirror that were not tried since a moment, between companies that the caller reaches (null: all): those that were never
 * tried first, then those tried longest ago, so that what cannot be made keeps nothing else waiting.
 */
export function waitingPairs(
  tenant: Tenant,
  asked: { readonly reach: readonly string[] | null; readonly since: string; readonly limit: number },
): Promise<WaitingNote[]> {
  return sql(
    tenant,
    `select p.id, p.source_id as "sourceId" from intercompany_pairs p
     where ${WAITING} and (p.tried_at is null or p.tried_at < $2::timestamptz)
       and ($3::uuid[] is null or p.subsidiary_id = any ($3::uuid[]) and p.sister_id = any ($3::uuid[]))
     order by p.tried_at nulls first, p.id limit $4`,
    [tenant.organizationId, asked.since, asked.reach, asked.limit],
  );
}

/** The moment by the clock of the database, to the microsecond. */
export async function databaseMoment(tenant: Tenant): Promise<string> {
  const [row] = await sql<{ moment: string }>(
    tenant,
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
    [],
  );
  if (row === undefined) throw new Error('the database has no clock');
  return row.moment;
}

/** A pair whose mirror is to be made, with the settings of both companies as far as they are within reach. */
export interface WaitingPair {
  readonly id: string;
  readonly sourceId: string;
  readonly subsidiaryId: string;
  readonly sisterId: string;
  readonly ours: SisterAccounts | null;
  readonly theirs: SisterAccounts | null;
  /** About lines on the accounts between the two, not about a counterparty that represents one of them. */
  readonly byAccount: boolean;
  readonly customerId: string | null;
  readonly vendorId: string | null;
}

/** Those of the pairs that still have no mirror, locked: of two who make it at once the second finds it made. */
export async function lockWaitingPairs(tenant: Tenant, ids: readonly string[]): Promise<WaitingPair[]> {
  const locked = await sql<{ id: string }>(
    tenant,
    `select p.id from intercompany_pairs p where p.organization_id = $1::uuid and p.id = any ($2::uuid[])
       and p.mirror_id is null and p.made_at is null order by p.id for update`,
    [tenant.organizationId, ids],
  );
  const accounts = (of: string, sister: string) =>
    `(select to_jsonb(x) from (select ${ACCOUNTS} from intercompany_accounts a where a.organization_id = $1::uuid
        and a.subsidiary_id = ${of} and a.sister_id = ${sister}) x)`;
  return sql(
    tenant,
    `select p.id, p.source_id as "sourceId", p.subsidiary_id as "subsidiaryId", p.sister_id as "sisterId",
       ${accounts('p.subsidiary_id', 'p.sister_id')} as ours, ${accounts('p.sister_id', 'p.subsidiary_id')} as theirs,
       p.by_account as "byAccount", o.customer_id as "customerId", o.vendor_id as "vendorId"
     from intercompany_pairs p
     left join intercompany_parties o on o.organization_id = p.organization_id and o.subsidiary_id = p.subsidiary_id
     where p.organization_id = $1::uuid and p.id = any ($2::uuid[]) order by p.id`,
    [tenant.organizationId, locked.map(({ id }) => id)],
  );
}

/** Of documents with the same reference no more are looked at. */
const MOST_TWINS = 50;

/**
 * The document that someone already entered in the sister's books for this one: of the mirrored kind, with the counterparty that
 * stands for the other company, and one names the other's number as its reference. `isPaired` when it belongs to another pair.
 */
export async function findTwin(
  tenant: Tenant,
  asked: {
    readonly sourceId: string;
    readonly sisterId: string;
    readonly kind: string;
    readonly entityId: string;
  },
): Promise<{ readonly id: string; readonly number: string; readonly isPaired: boolean } | null> {
  const [row] = await sql<{ id: string; number: string; isPaired: boolean }>(
    tenant,
    `select t.id, t.transaction_number as number, exists (select from intercompany_pairs p where p.organization_id = $1::uuid
         and (p.mirror_id = t.id or p.source_id = t.id and p.mirror_id is not null)) as "isPaired"
     from business_transactions s
     cross join lateral (
       select f.id from daybook_same_reference($4, $5::uuid, s.transaction_number, $6::text[], ${MOST_TWINS}) f(id)
       union
       -- Numbers have no small letters.
       select x.id from business_transactions x where x.organization_id = $1::uuid and x.transaction_number = upper(btrim(s.reference_number))
     ) f
     cross join lateral (select x.* from business_transactions x where x.organization_id = $1::uuid and x.id = f.id offset 0) t
     where t.entity_id = $5::uuid and t.subsidiary_id = $3::uuid and t.kind = $4 and t.transaction_status = any ($6::text[])
       and s.organization_id = $1::uuid and s.id = $2::uuid order by t.id limit 1`,
    [tenant.organizationId, asked.sourceId, asked.sisterId, asked.kind, asked.entityId, STANDING_STATUSES],
  );
  return row ?? null;
}

/** Gives a pair its mirror, and removes the note of a document that is now a mirror itself. */
export async function setMirror(tenant: Tenant, pairId: string, mirrorId: string): Promise<void> {
  await sql(
    tenant,
    'delete from intercompany_pairs where organization_id = $1::uuid and source_id = $2::uuid and mirror_id is null',
    [tenant.organizationId, mirrorId],
  );
  await sql(
    tenant,
    `update intercompany_pairs set mirror_id = $3::uuid, made_at = clock_timestamp(), problem = null, accepted_differences = '{}',
       accepted_reason = null, accepted_by = null, accepted_at = null where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, pairId, mirrorId],
  );
}

/** Records why a pair has no mirror, and that it was tried; with `isFinal` none will be made, and it waits no longer. */
export async function setPairProblem(
  tenant: Tenant,
  pairId: string,
  problem: string,
  { isFinal = false } = {},
): Promise<void> {
  await sql(
    tenant,
    `update intercompany_pairs set problem = $3, tried_at = clock_timestamp(), made_at = case when $4::boolean then clock_timestamp() end
     where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, pairId, problem, isFinal],
  );
}

/** The lines of the entry a document makes, debits above zero. */
export function entryOf(
  tenant: Tenant,
  documentId: string,
): Promise<{ accountId: string | null; description: string; amount: string }[]> {
  return sql(
    tenant,
    `select i.account_id as "accountId", coalesce(l.description, i.memo, '') as description, (i.debit - i.credit)::text as amount
     from transaction_impact_lines i
     left join business_transaction_lines l on l.organization_id = $1::uuid and l.transaction_id = i.transaction_id
       and l.line_number = i.document_line_number
     where i.organization_id = $1::uuid and i.transaction_id = $2::uuid order by i.line_number`,
    [tenant.organizationId, documentId],
  );
}

/** Whether a document is between its company and a sister by its lines alone: one is on their account, and its counterparty is another's. */
export async function isBetweenByAccount(
  tenant: Tenant,
  document: { readonly id: string; readonly subsidiaryId: string },
  sisterId: string,
): Promise<boolean> {
  const rows = await sql(
    tenant,
    `select a.sister_id from intercompany_accounts a
     join transaction_impact_lines i on i.organization_id = $1::uuid and i.transaction_id = $2::uuid
       and i.account_id in (a.due_from_account_id, a.due_to_account_id)
     where a.organization_id = $1::uuid and a.subsidiary_id = $3::uuid and a.sister_id = $4::uuid and not exists (
       select from intercompany_parties p join business_transactions t on t.organization_id = $1::uuid and t.id = $2::uuid
         and t.entity_id in (p.customer_id, p.vendor_id)
       where p.organization_id = $1::uuid and p.subsidiary_id = $4::uuid) limit 1`,
    [tenant.organizationId, document.id, document.subsidiaryId, sisterId],
  );
  return rows.length > 0;
}

/** The mirrors of a document that are not posted, within reach. */
export async function unpostedMirrors(tenant: Tenant, sourceId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    tenant,
    `select t.id from intercompany_pairs p join business_transactions t on t.organization_id = p.organization_id and t.id = p.mirror_id
     where p.organization_id = $1::uuid and p.source_id = $2::uuid and t.transaction_status in ('DRAFT', 'PENDING_APPROVAL', 'APPROVED')
     order by t.id`,
    [tenant.organizationId, sourceId],
  );
  return rows.map(({ id }) => id);
}

/** Those of some documents that have a mirror which is not posted. */
export async function unpostedMirrorsAmong(
  tenant: Tenant,
  sourceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }>(
    tenant,
    `select p.source_id::text as id from intercompany_pairs p
     join business_transactions t on t.organization_id = p.organization_id and t.id = p.mirror_id
     where p.organization_id = $1::uuid and p.source_id = any ($2::uuid[])
       and t.transaction_status in ('DRAFT', 'PENDING_APPROVAL', 'APPROVED')`,
    [tenant.organizationId, sourceIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Notes that the mirror of a pair was deleted, so that it is not made again by itself. */
export async function noteDeletedMirror(tenant: Tenant, mirrorId: string, words: string): Promise<void> {
  await sql(
    tenant,
    'update intercompany_pairs set problem = $3 where organization_id = $1::uuid and mirror_id = $2::uuid',
    [tenant.organizationId, mirrorId, words],
  );
}

/** Removes the pairs of two documents whose other side is withdrawn or a draft, so that the two can be paired; false: one has a living one. */
export async function releasePairs(tenant: Tenant, sourceId: string, mirrorId: string): Promise<boolean> {
  const rows = await sql<{ living: string }>(
    tenant,
    `select count(*)::text as living from intercompany_pairs p
     join business_transactions s on s.organization_id = $1::uuid and s.id = p.source_id
     join business_transactions m on m.organization_id = $1::uuid and m.id = p.mirror_id
     where p.organization_id = $1::uuid and (p.source_id in ($2::uuid, $3::uuid) or p.mirror_id in ($2::uuid, $3::uuid))
       and (p.source_id, p.mirror_id) is distinct from ($2::uuid, $3::uuid)
       and s.transaction_status not in ('CANCELLED', 'REVERSED') and m.transaction_status not in ('CANCELLED', 'REVERSED', 'DRAFT')`,
    [tenant.organizationId, sourceId, mirrorId],
  );
  if (rows[0]?.living !== '0') return false;
  await sql(
    tenant,
    `delete from intercompany_pairs where organization_id = $1::uuid and (source_id in ($2::uuid, $3::uuid) or mirror_id in ($2::uuid, $3::uuid))`,
    [tenant.organizationId, sourceId, mirrorId],
  );
  return true;
}

/** Stores a pair that someone reported. */
export async function insertPair(
  tenant: Tenant,
  row: {
    readonly id: string;
    readonly sourceId: string;
    readonly subsidiaryId: string;
    readonly mirrorId: string;
    readonly sisterId: string;
    readonly byAccount: boolean;
  },
): Promise<void> {
  await insertRows(tenant, 'intercompany_pairs', [
    { ...row, acceptedDifferences: [], recordedAt: new Date(), madeAt: new Date() },
  ]);
}

/** Records which differences of a pair are accepted, and why. */
export async function acceptPairDifferences(
  tenant: Tenant,
  pairId: string,
  given: {
    readonly differences: readonly string[];
    readonly reason: string;
    readonly acceptedBy: string | null;
  },
): Promise<void> {
  await sql(
    tenant,
    `update intercompany_pairs set accepted_differences = $3::text[], accepted_reason = $4, accepted_by = $5::uuid,
       accepted_at = clock_timestamp() where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, pairId, given.differences, given.reason, given.acceptedBy],
  );
}
