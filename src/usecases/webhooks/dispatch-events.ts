import type { Principal } from '@/core/principal';
import { publishOutbox, readWebhookBacklog, type WebhookBacklog } from '@/db/stores/webhooks';
import { withTenantReport, withTenantSql } from '@/db/tenancy';

/** Events assigned to endpoints in one transaction. */
const AT_ONCE = 500;

/**
 * Assigns the organization's new events to its endpoints; returns the number still to be delivered. Background work.
 */
export async function publishEvents(principal: Principal): Promise<WebhookBacklog> {
  const claim = { organizationId: principal.organizationId, userId: null };
  for (;;) {
    const backlog = await withTenantReport(claim, readWebhookBacklog, { isOnPrimary: true });
    if (!backlog.unpublished) return backlog;
    await withTenantSql(claim, (tenant) => publishOutbox(tenant, AT_ONCE));
  }
}
