import { sql, type Tenant } from '../../tenancy';

/** A document that is not posted. */
export interface UnpostedDocument {
  readonly id: string;
  readonly number: string;
}

/**
 * Documents that are not posted and whose lines on an account lack a dimension that it requires: the first few by number, and how many there
 * are among the latest `read` that are not posted. `isPartial`: there are more of these than were looked at.
 */
export async function lackingDimensions(
  tenant: Tenant,
  accountId: string,
  { read, shown }: { readonly read: number; readonly shown: number },
): Promise<{ documents: UnpostedDocument[]; count: number; isPartial: boolean }> {
  const [row] = await sql<{ documents: UnpostedDocument[]; count: number; isPartial: boolean }>(
    tenant,
    `with latest as materialized (
       select u.transaction_id as id from unposted_documents u where u.organization_id = $1::uuid order by u.transaction_id desc limit $3::int
     ), lacking as (
       select t.id, t.transaction_number as number, row_number() over (order by t.transaction_number, t.id) as place
       from accounts a cross join latest l
       cross join lateral (
         select x.id, x.transaction_number from business_transactions x where x.organization_id = $1::uuid and x.id = l.id
           and x.transaction_status in ('DRAFT', 'PENDING_APPROVAL', 'APPROVED') offset 0) t
       where a.organization_id = $1::uuid and a.id = $2::uuid and cardinality(a.required_dimensions) > 0 and exists (
         select 1 from transaction_impact_lines i cross join unnest(a.required_dimensions) r
         where i.organization_id = $1::uuid and i.transaction_id = t.id and i.account_id = a.id and i.document_line_number is not null
           and not daybook_has_dimension(r, i.class_id, i.department_id, i.location_id, i.project_id))
     )
     select coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'number', k.number) order by k.place) from lacking k
         where k.place <= $4::int), '[]') as documents,
       (select count(*)::int from lacking) as count,
       exists (select 1 from unposted_documents u where u.organization_id = $1::uuid
         and u.transaction_id < (select min(l.id::text)::uuid from latest l)) as "isPartial"`,
    [tenant.organizationId, accountId, read, shown],
  );
  return row ?? { documents: [], count: 0, isPartial: false };
}
