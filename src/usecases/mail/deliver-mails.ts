import type { Principal } from '@/core/principal';
import {
  claimDueMails,
  type DueMail,
  type MailResult,
  readMailBacklog,
  recordMails,
  retireMails,
} from '@/db/stores/mails';
import { withTenantReport, withTenantSql } from '@/db/tenancy';
import type { MailTransport } from '@/lib/mail-transport';
import { unsealText } from '@/lib/secrets';
import { MAIL_SEAL } from './send-mail';

/** Simultaneous deliveries of one organization. */
const AT_ONCE = 5;

/** How long to wait after the first, second … failed attempt. Afterward the mail has failed. */
export const MAIL_RETRY_SECONDS = [10, 60, 300, 1_800, 7_200, 21_600, 43_200] as const;

/**
 * Sends the organization's due mails and removes what is left of those whose link can no longer be used: the bodies that
 * still wait, and the files. Several servers may do this at once; a mail is claimed by one. Returns whether the
 * organization is to be visited again. Background work.
 */
export async function deliverMails(principal: Principal, transport: MailTransport): Promise<boolean> {
  const claim = { organizationId: principal.organizationId, userId: null };
  const backlog = await withTenantReport(claim, readMailBacklog, { isOnPrimary: true });
  if (!backlog.waiting && !backlog.filed) return false;
  for (const fileName of await withTenantSql(claim, retireMails)) await transport.removeFile(fileName);
  if (!backlog.due) return backlog.waiting;
  const due = await withTenantSql(claim, (tenant) => claimDueMails(tenant, AT_ONCE));
  const results = await Promise.all(due.map((mail) => attempt(mail, transport)));
  if (results.length > 0) await withTenantSql(claim, (tenant) => recordMails(tenant, results));
  return true;
}

async function attempt(mail: DueMail, transport: MailTransport): Promise<MailResult> {
  const { id, recipient: to, subject } = mail;
  try {
    const body = JSON.parse(unsealText(MAIL_SEAL, mail.sealedBody)) as { text: string; html: string };
    const { fileName } = await transport.send({ id, to, subject, ...body });
    return { id, state: fileName === null ? 'SENT' : 'FILED', fileName, error: null, waitSeconds: 0 };
  } catch (error) {
    const wait = MAIL_RETRY_SECONDS[mail.attempts - 1];
    return {
      id,
      state: wait === undefined ? 'FAILED' : 'PENDING',
      fileName: null,
      error: (error instanceof Error ? error.message : 'not accepted').slice(0, 500),
      waitSeconds: wait ?? 0,
    };
  }
}
