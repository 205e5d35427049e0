import { sql, type Tenant } from '../../tenancy';

/** The context of a posting: its period, what the customer already owes, and possible duplicates. */
export interface PostingSurroundings {
  readonly period: { readonly label: string; readonly status: string } | null;
  readonly creditLimit: string | null;
  /** Open invoices of the customer, in base currency. */
  readonly owed: string;
  /** Numbers of posted documents of the same counterparty and kind with the same reference number. */
  readonly duplicates: readonly string[];
}

/** Loads what the checks of a posting need in addition to the document itself. */
export async function loadPostingSurroundings(
  tenant: Tenant,
  asked: { readonly transactionId: string; readonly postingDate: string },
): Promise<PostingSurroundings> {
  const [row] = await sql<{
    label: string | null;
    status: string | null;
    credit_limit: string | null;
    owed: string;
    duplicates: string[];
  }>(
    tenant,
    `select q.label, daybook_effective_period_status(q) as status, c.credit_limit::text,
       (select round(coalesce(sum(o.base_total_amount - case when o.total_amount = 0 then 0
            else o.base_total_amount * o.applied_amount / o.total_amount end), 0), 4)::text
        from business_transactions o
        where o.organization_id = t.organization_id and o.entity_id = t.entity_id and o.kind = 'INVOICE'
          and o.transaction_status = 'POSTED') as owed,
       array(select o.transaction_number from business_transactions o
        where o.organization_id = t.organization_id and o.entity_id = t.entity_id and o.entity_type = t.entity_type
          and o.kind = t.kind and o.id <> t.id and btrim(t.reference_number) <> ''
          and lower(btrim(o.reference_number)) = lower(btrim(t.reference_number))
          and o.transaction_status in ('POSTED', 'PAID', 'CLOSED') order by 1) as duplicates
     from business_transactions t
     left join fiscal_periods q on q.organization_id = t.organization_id and q.subsidiary_id = t.subsidiary_id
       and q.is_adjustment = t.is_adjustment and $3::date between q.start_date and q.end_date
     left join customers c on c.organization_id = t.organization_id and c.id = t.entity_id and t.entity_type = 'CUSTOMER'
     where t.organization_id = $1::uuid and t.id = $2::uuid`,
    [tenant.organizationId, asked.transactionId, asked.postingDate],
  );
  return {
    period: row?.label && row.status ? { label: row.label, status: row.status } : null,
    creditLimit: row?.credit_limit ?? null,
    owed: row?.owed ?? '0',
    duplicates: row?.duplicates ?? [],
  };
}
