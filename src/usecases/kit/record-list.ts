import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import type { StreamFilter } from '@/db/record-stream';
import { type Tenant, type TenantClaim, withTenantRead } from '@/db/tenancy';
import { defineStream } from './stream';

/** The parameters of a record list on surface B and in the console. */
export const recordListInput = z.object({
  includeInactive: z.boolean().default(false),
  limit: z.int().min(1).max(1001).optional(),
  after: z.guid().optional(),
});

interface Listed {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * Declares the streamed list of one table, ordered by createdAt, id; only active records unless requested otherwise.
 */
export function defineRecordStream<Row extends Listed>(definition: {
  readonly name: string;
  readonly permission: Permission;
  readonly store: { find(tenant: Tenant, id: string): Promise<Row | null> };
  stream(claim: TenantClaim, filter: StreamFilter): AsyncIterable<Row[]>;
  /** Column values that every listed record must have, e.g. the kind of document. */
  readonly equals?: Readonly<Record<string, string>>;
}) {
  return defineStream({
    name: definition.name,
    permission: definition.permission,
    input: recordListInput,
    async open(claim, { includeInactive, limit, after }) {
      return definition.stream(claim, {
        recordStatus: includeInactive ? undefined : 'active',
        after: after === undefined ? undefined : await placeOf(claim, definition.store, after),
        limit,
        ...(definition.equals === undefined ? {} : { equals: definition.equals }),
      });
    },
  });
}

/** The position of a record in the list; refuses INVALID_INPUT when the record no longer exists. */
export async function placeOf<Row extends Listed>(
  claim: TenantClaim,
  store: { find(tenant: Tenant, id: string): Promise<Row | null> },
  id: string,
): Promise<{ createdAt: Date; id: string }> {
  const record = await withTenantRead(claim, (tenant) => store.find(tenant, id));
  if (record !== null) return { createdAt: record.createdAt, id: record.id };
  const message = 'does not refer to a record; start from the beginning';
  return refuse('INVALID_INPUT', `after: ${message}`, { issues: [{ path: ['after'], message }] });
}
