import { OPEN_ITEM_KINDS, PAYMENT_KINDS } from '@/core/transactions/kinds';
import { sql, type Tenant } from '../tenancy';
import { kindList } from './parameters';

export interface OpenItemQuery {
  readonly entityType: 'CUSTOMER' | 'VENDOR' | 'EMPLOYEE';
  readonly entityId?: string | undefined;
  readonly subsidiaryId?: string | undefined;
  readonly asOf: string;
}

export interface OpenItemRow {
  readonly id: string;
  readonly transactionNumber: string;
  readonly kind: string;
  readonly entityId: string;
  readonly entityName: string;
  readonly subsidiaryId: string;
  readonly transactionDate: string;
  readonly dueDate: string | null;
  readonly currencyCode: string;
  readonly totalAmount: string;
  /** The amount posted to the control account: the total plus any discount a payment clears. */
  readonly settlesAmount: string;
  /** The amount applied on or before the requested day. */
  readonly appliedAmount: string;
  readonly ledgerEntryId: string;
}

/**
 * The items open on a day: documents posted by then and not reversed by then, less the amounts applied by then.
 * Both sides of an application count: the unapplied amount of a payment is an open item as well.
 */
export async function readOpenItems(tenant: Tenant, query: OpenItemQuery): Promise<OpenItemRow[]> {
  return sql(
    tenant,
    `with documents as materialized (
       select t.*, t.total_amount + case when t.kind in ${kindList(PAYMENT_KINDS)} then t.discount_amount else 0 end as settles
       from business_transactions t
       where t.organization_id = $1::uuid and t.entity_type = $2 and ($3::uuid is null or t.entity_id = $3::uuid)
         and t.kind in ${kindList(OPEN_ITEM_KINDS)} and t.posting_date <= $4::date and t.ledger_entry_id is not null
         and (t.reversal_date is null or t.reversal_date > $4::date)
         and ($5::uuid is null or t.subsidiary_id = $5::uuid)
         -- Documents already settled as of today are skipped.
         and not (t.applied_amount = t.total_amount and t.kind not in ${kindList(PAYMENT_KINDS)} and not exists (
           select 1 from payment_applications p where p.organization_id = t.organization_id
             and (p.document_id = t.id or p.payment_id = t.id) and p.applied_on > $4::date))
     )
     select d.id, d.transaction_number as "transactionNumber", d.kind, d.entity_id as "entityId",
       coalesce(c.company_name, v.name, m.name, '') as "entityName", d.subsidiary_id as "subsidiaryId",
       d.transaction_date as "transactionDate", d.due_date as "dueDate", d.currency_code as "currencyCode",
       d.total_amount::text as "totalAmount", d.settles::text as "settlesAmount", a.applied::text as "appliedAmount", d.ledger_entry_id as "ledgerEntryId"
     from documents d
     cross join lateral (select coalesce(sum(case when p.payment_id = d.id then coalesce(p.payment_amount, p.amount) else p.amount end), 0) as applied
       from payment_applications p
       where p.organization_id = d.organization_id and (p.document_id = d.id or p.payment_id = d.id)
         and p.applied_on <= $4::date and (p.reversed_at is null or coalesce(p.reversed_on, p.reversed_at::date) > $4::date)) a
     left join customers c on c.organization_id = d.organization_id and c.id = d.entity_id
     left join vendors v on v.organization_id = d.organization_id and v.id = d.entity_id
     left join employees m on m.organization_id = d.organization_id and m.id = d.entity_id
     where d.settles <> a.applied
     order by "entityName", d.entity_id, d.due_date nulls first, d.transaction_number`,
    [tenant.organizationId, query.entityType, query.entityId ?? null, query.asOf, query.subsidiaryId ?? null],
  );
}
