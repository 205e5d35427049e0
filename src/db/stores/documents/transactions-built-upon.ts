import { sql, type Tenant } from '../../tenancy';

export interface BuiltUpon {
  readonly id: string;
  readonly transactionNumber: string;
  readonly why: 'paid' | 'reversed' | 'closed';
}

/** The first document of an import that something was built on: applied to, closed or reversed since. */
export function builtUponImport(tenant: Tenant, importId: string): Promise<BuiltUpon[]> {
  return sql(
    tenant,
    `with made as (
       select distinct r.record_id as id from import_rows r
       where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_state = 'IMPORTED'
     )
     select t.id, t.transaction_number as "transactionNumber",
       case when t.transaction_status = 'REVERSED' then 'reversed' when t.transaction_status = 'CLOSED' then 'closed' else 'paid' end as why
     from made join business_transactions t on t.organization_id = $1::uuid and t.id = made.id
     where t.transaction_status in ('REVERSED', 'CLOSED', 'PAID') or exists (
       select from payment_applications a where a.organization_id = t.organization_id and a.reversed_on is null
         and (a.document_id = t.id or a.payment_id = t.id))
     order by t.transaction_number limit 1`,
    [tenant.organizationId, importId],
  );
}
