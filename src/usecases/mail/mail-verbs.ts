import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { findMail, listMails, makeMailDue } from '@/db/stores/mails';
import { env } from '@/lib/env';
import { byId, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';

/**
 * The latest 200 emails with their outcome, never their text, and where email is sent. A caller confined to subsidiaries is
 * refused FORBIDDEN, since mail goes to the whole organization.
 */
export const showOutbox = defineUseCase({
  name: 'mail.outbox',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant, principal }) {
    demandEverywhere(principal, 'org.member.read');
    const { DAYBOOK_SMTP_URL } = env();
    return { isSent: DAYBOOK_SMTP_URL !== undefined, mails: await listMails(tenant, 200) };
  },
});

/** Tries a waiting mail again now. Refuses NOT_FOUND, and INVALID_STATUS_TRANSITION when it no longer waits. */
export const retryMail = defineUseCase({
  name: 'mail.retry',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    demandEverywhere(context.principal, 'org.member.write');
    const before = (await findMail(context.tenant, id)) ?? refuseNotFound('mail', id);
    if (!(await makeMailDue(context.tenant, id))) {
      refuse('INVALID_STATUS_TRANSITION', 'This message is no longer waiting to be sent.', {
        from: before.deliveryState,
        to: 'PENDING',
      });
    }
    const after = (await findMail(context.tenant, id)) ?? refuseNotFound('mail', id);
    context.record({ noun: 'mail', recordId: id, before, after });
    return after;
  },
});
