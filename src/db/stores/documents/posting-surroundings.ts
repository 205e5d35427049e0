import { sql, type Tenant } from '../../tenancy';

/** The context of a posting: its period, what the customer already owes, and possible duplicates. */
export interface PostingSurroundings {
  readonly period: { readonly label: string; readonly status: string } | null;
  readonly creditLimit: string | null;
  /** Open invoices of the customer, in base currency. */
  readonly owed: string;
  /** Numbers of posted documents of the same counterparty and kind with the same reference number: the newest, if there are many. */
  readonly duplicates: readonly string[];
}

/** A document with the reference number of more others than this names the newest of them. */
const MOST_DUPLICATES = 20;

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
       (select round(coalesce(sum(o.base_total_amount - o.base_total_amount * o.applied_amount / o.total_amount), 0), 4)::text
        from business_transactions o
        where o.organization_id = t.organization_id and o.entity_id = t.entity_id and o.kind = 'INVOICE' and o.transaction_status = 'POSTED'
          -- Worded as in the index of what is owed, which has few of a customer's documents.
          and o.applied_amount <> o.total_amount and o.reversal_date is null and o.cancelled_at is null) as owed,
       array(select o.transaction_number
        from daybook_same_reference(t.kind, t.entity_id, t.reference_number, '{POSTED,PAID,CLOSED}', ${MOST_DUPLICATES}) f(id)
        cross join lateral (select x.* from business_transactions x where x.organization_id = t.organization_id and x.id = f.id offset 0) o
        where o.entity_type = t.entity_type and btrim(t.reference_number) <> '' and o.id <> t.id order by 1) as duplicates
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
