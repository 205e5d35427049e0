import { sql, type Tenant } from '../../tenancy';

/** A document that carries the other party's number. */
export interface SameReference {
  readonly id: string;
  readonly transactionNumber: string;
  readonly transactionDate: string;
  readonly status: string;
}

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
     from business_transactions o
     where o.organization_id = $1::uuid and o.entity_id = $2::uuid and o.kind = $3 and o.id is distinct from $5::uuid
       and o.reference_number is not null and lower(btrim(o.reference_number)) = lower(btrim($4)) and o.transaction_status not in ('CANCELLED', 'REVERSED')
     order by o.transaction_date desc, o.id desc limit 5`,
    [tenant.organizationId, asked.entityId, asked.kind, asked.referenceNumber, asked.exceptId],
  );
}
