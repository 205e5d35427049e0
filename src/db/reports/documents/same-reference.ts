import { STANDING_STATUSES } from '@/core/transactions/status';
import { sql, type Tenant } from '../../tenancy';

/** A document that carries the other party's number. */
export interface SameReference {
  readonly id: string;
  readonly transactionNumber: string;
  readonly transactionDate: string;
  readonly status: string;
}

/** More than are shown, since a confined caller may not see all of them. */
const MOST_LOOKED_AT = 50;

/**
 * Up to five documents of the kind that carry this reference of the counterparty, ignoring case and surrounding spaces, newest
 * first; not the one named, nor those withdrawn. The comparison is that of daybook_is_posted_twice, which judges postings.
 */
export function readSameReference(
  tenant: Tenant,
  asked: {
    readonly kind: string;
    readonly entityId: string;
    readonly referenceNumber: string;
    readonly exceptId: string | null;
  },
): Promise<SameReference[]> {
  return sql<SameReference>(
    tenant,
    `select o.id, o.transaction_number as "transactionNumber", o.transaction_date as "transactionDate", o.transaction_status as status
     from daybook_same_reference($3, $2::uuid, $4, $6::text[], ${MOST_LOOKED_AT}) f(id)
     cross join lateral (select x.* from business_transactions x where x.organization_id = $1::uuid and x.id = f.id offset 0) o
     where o.id is distinct from $5::uuid
     order by o.transaction_date desc, o.id desc limit 5`,
    [
      tenant.organizationId,
      asked.entityId,
      asked.kind,
      asked.referenceNumber,
      asked.exceptId,
      STANDING_STATUSES,
    ],
  );
}
