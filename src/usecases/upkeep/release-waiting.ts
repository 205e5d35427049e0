import type { Principal } from '@/core/principal';
import { releaseMails } from '@/db/stores/mails';
import { releaseDeliveries } from '@/db/stores/webhooks';
import { MAIL_RETRY_SECONDS } from '../mail/deliver-mails';
import { RETRY_AFTER_SECONDS } from '../webhooks/deliver-webhooks';

/**
 * Makes the organization's webhook deliveries and mails due whose next attempt is further away than any of their attempts put it:
 * the clock was set back since. Each still waits as long as its own failures ask for. Returns whether there were any. Background work.
 */
export async function releaseWaiting(principal: Principal): Promise<boolean> {
  const claim = { organizationId: principal.organizationId, userId: null };
  const deliveries = await releaseDeliveries(claim, RETRY_AFTER_SECONDS);
  const mails = await releaseMails(claim, MAIL_RETRY_SECONDS);
  return deliveries + mails > 0;
}
