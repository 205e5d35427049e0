import type { Letter } from '@/core/mail/letter';
import type { MailKind } from '@/core/mail/messages';
import { insertMail } from '@/db/stores/mails';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { hashSecret, sealText } from '@/lib/secrets';

/** The key under which bodies of waiting mails are encrypted. */
export const MAIL_SEAL = 'mail body v1';

/**
 * Puts a mail into the outbox, in the running transaction: it is sent if and only if the change it reports is committed. The
 * body is encrypted until it is delivered, and removed then. `secret`: the one in its link, by which the mail becomes
 * obsolete when the link was used or replaced before it was sent.
 */
export async function sendMail(
  tenant: Tenant,
  mail: {
    readonly kind: MailKind;
    readonly to: string;
    readonly letter: Letter;
    readonly secret: string;
    readonly expiresAt: Date;
  },
): Promise<string> {
  const { kind, to, letter, secret, expiresAt } = mail;
  const { subject, text, html } = letter;
  const id = newId();
  await insertMail(tenant, {
    id,
    kind,
    recipient: to,
    subject,
    sealedBody: sealText(MAIL_SEAL, JSON.stringify({ text, html })),
    linkHash: hashSecret(secret),
    expiresAt,
  });
  return id;
}
