import { sql, type Tenant } from '../tenancy';

export interface BuiltUpon {
  readonly id: string;
  readonly transactionNumber: string;
  readonly why: 'paid' | 'reversed' | 'closed';
}

/** The first of some posted documents that something was built on: applied to or reversed since. */
export function builtUpon(tenant: Tenant, ids: readonly string[]): Promise<BuiltUpon[]> {
  return sql(
    tenant,
    `select t.id, t.transaction_number as "transactionNumber",
       case when t.transaction_status = 'REVERSED' then 'reversed' when t.transaction_status = 'CLOSED' then 'closed' else 'paid' end as why
     from business_transactions t
     where t.organization_id = $1::uuid and t.id = any ($2::uuid[]) and (t.transaction_status <> 'POSTED' or exists (
       select from payment_applications a where a.organization_id = t.organization_id and a.reversed_on is null
         and (a.document_id = t.id or a.payment_id = t.id)))
     order by t.transaction_number limit 1`,
    [tenant.organizationId, [...ids]],
  );
}
