import { insertRows } from '@/db/bulk';
import { withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { TestOrganization } from './organization';

/** Adds an endpoint that subscribes to every event, since none are stored without one. Nothing is sent to it. */
export const subscribe = ({ principals }: TestOrganization): Promise<void> =>
  withTenantSql({ organizationId: principals.admin.organizationId, userId: null }, async (tenant) => {
    await insertRows(tenant, 'webhook_endpoints', [
      { id: newId(), url: 'https://example.test/', secret: 'secret', eventTypes: [] },
    ]);
  });
