import type { MailKind } from '@/core/mail/messages';
import { sql, systemStatement, type Tenant, type TenantClaim } from '../tenancy';

/** A mail as members see it: without its body. */
export interface ShownMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly subject: string;
  readonly deliveryState: 'PENDING' | 'SENT' | 'FILED' | 'FAILED' | 'OBSOLETE';
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastError: string | null;
  /** While the link in it can still be used. */
  readonly fileName: string | null;
  readonly sentAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
}

const SHOWN = `
  select id, kind, recipient, subject, delivery_state as "deliveryState", attempts, next_attempt_at as "nextAttemptAt",
         last_error as "lastError", file_name as "fileName", sent_at as "sentAt", version, created_at as "createdAt"
  from mails where organization_id = $1::uuid`;

/** The latest mails, newest first. */
export function listMails(tenant: Tenant, limit: number): Promise<ShownMail[]> {
  return sql<ShownMail>(tenant, `${SHOWN} order by created_at desc, id desc limit $2::int`, [
    tenant.organizationId,
    limit,
  ]);
}

/** One mail, or null. */
export async function findMail(tenant: Tenant, id: string): Promise<ShownMail | null> {
  const [row] = await sql<ShownMail>(tenant, `${SHOWN} and id = $2::uuid`, [tenant.organizationId, id]);
  return row ?? null;
}

/** Stores a mail to be sent soon, in the transaction that is its reason. */
export async function insertMail(
  tenant: Tenant,
  mail: {
    readonly id: string;
    readonly kind: MailKind;
    readonly recipient: string;
    readonly subject: string;
    readonly sealedBody: string;
    readonly linkHash: string;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await sql(
    tenant,
    `insert into mails (organization_id, id, kind, recipient, subject, sealed_body, link_hash, expires_at)
     values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8::timestamptz)`,
    [
      tenant.organizationId,
      mail.id,
      mail.kind,
      mail.recipient,
      mail.subject,
      mail.sealedBody,
      mail.linkHash,
      mail.expiresAt,
    ],
  );
}

/** Makes a waiting mail due now; false when it no longer waits. */
export async function makeMailDue(tenant: Tenant, id: string): Promise<boolean> {
  const rows = await sql(
    tenant,
    `update mails set next_attempt_at = now() where organization_id = $1::uuid and id = $2::uuid and delivery_state = 'PENDING' returning id`,
    [tenant.organizationId, id],
  );
  return rows.length > 0;
}

/** Whether the link in a mail can still be used: by the table of its kind. */
const LIVES = `m.expires_at > now() and case m.kind
  when 'invitation' then exists (select from invitations i where i.organization_id = m.organization_id and i.secret_hash = m.link_hash)
  else exists (select from one_time_links l where l.secret_hash = m.link_hash and l.used_at is null) end`;

/**
 * Removes the body of waiting mails whose link was used, replaced or has expired, and returns the files of mails of which
 * the same is true, for removal.
 */
export async function retireMails(tenant: Tenant): Promise<string[]> {
  const rows = await sql<{ fileName: string | null }>(
    tenant,
    `with dead as (
       update mails m set delivery_state = 'OBSOLETE', sealed_body = null
       where m.organization_id = $1::uuid and m.delivery_state = 'PENDING' and not (${LIVES}) returning m.id
     ), stale as (
       select m.id, m.file_name from mails m where m.organization_id = $1::uuid and m.file_name is not null and not (${LIVES}) for update
     ), forgotten as (
       update mails m set file_name = null from stale where m.organization_id = $1::uuid and m.id = stale.id
     )
     select file_name as "fileName" from stale`,
    [tenant.organizationId],
  );
  return rows.flatMap(({ fileName }) => fileName ?? []);
}

/** A mail to be handed over now. */
export interface DueMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealedBody: string;
  /** Including this one. */
  readonly attempts: number;
}

/** Claims due mails for two minutes, so that none is lost if the server crashes in the meantime. */
export function claimDueMails(tenant: Tenant, limit: number): Promise<DueMail[]> {
  return sql<DueMail>(
    tenant,
    `with due as (
       select m.id from mails m where m.organization_id = $1::uuid and m.delivery_state = 'PENDING' and m.next_attempt_at <= now()
       order by m.next_attempt_at limit $2::int for update skip locked
     )
     update mails m set attempts = m.attempts + 1, next_attempt_at = now() + interval '2 minutes'
     from due where m.organization_id = $1::uuid and m.id = due.id
     returning m.id, m.recipient, m.subject, m.sealed_body as "sealedBody", m.attempts`,
    [tenant.organizationId, limit],
  );
}

/** The result of an attempt. */
export interface MailResult {
  readonly id: string;
  readonly state: 'PENDING' | 'SENT' | 'FILED' | 'FAILED';
  readonly fileName: string | null;
  readonly error: string | null;
  readonly waitSeconds: number;
}

/** Records the results; the body of a mail that does not wait any more is removed with its link. */
export async function recordMails(tenant: Tenant, results: readonly MailResult[]): Promise<void> {
  await sql(
    tenant,
    `update mails m set delivery_state = r.state, file_name = r."fileName", last_error = r.error,
       sealed_body = case when r.state = 'PENDING' then m.sealed_body end,
       sent_at = case when r.state in ('SENT', 'FILED') then now() end,
       next_attempt_at = now() + make_interval(secs => r."waitSeconds")
     from jsonb_to_recordset($2::jsonb) as r(id uuid, state text, "fileName" text, error text, "waitSeconds" int)
     where m.organization_id = $1::uuid and m.id = r.id and m.delivery_state = 'PENDING'`,
    [tenant.organizationId, JSON.stringify(results)],
  );
}

/** The work there is on mail. */
export interface MailBacklog {
  readonly due: boolean;
  /** Waiting for a later attempt, or in a file whose link will expire. */
  readonly waiting: boolean;
  readonly filed: boolean;
}

/** Whether the organization has mails to send or files to look after. */
export async function readMailBacklog(tenant: Tenant): Promise<MailBacklog> {
  const [row] = await sql<MailBacklog>(
    tenant,
    `select exists (select from mails where organization_id = $1::uuid and delivery_state = 'PENDING' and next_attempt_at <= now()) as due,
            exists (select from mails where organization_id = $1::uuid and delivery_state = 'PENDING') as waiting,
            exists (select from mails where organization_id = $1::uuid and file_name is not null) as filed`,
    [tenant.organizationId],
  );
  return row ?? { due: false, waiting: false, filed: false };
}

/** Makes mails due whose wait is longer than their attempts explain, as `releaseDeliveries` does. Returns how many. */
export async function releaseMails(claim: TenantClaim, waits: readonly number[]): Promise<number> {
  const result = await systemStatement(claim.organizationId, {
    text: `update mails set next_attempt_at = now()
           where organization_id = $1::uuid and delivery_state = 'PENDING' and next_attempt_at > now()
             and (attempts = 0 or next_attempt_at > now() + interval '3 minutes' + make_interval(secs => coalesce(($2::int[])[attempts], 0)))`,
    values: [claim.organizationId, [...waits]],
  });
  return result.rowCount ?? 0;
}
