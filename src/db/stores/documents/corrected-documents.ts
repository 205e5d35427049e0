import { sql, type Tenant } from '../../tenancy';

/** A posted foreign document, and the rate it is carried at now, corrections counted. */
export interface RatedDocument {
  readonly id: string;
  readonly number: string;
  readonly date: string;
  readonly carriedRate: string;
  /** It stated its rate itself instead of taking the table's. */
  readonly isOwnRate: boolean;
}

/** Foreign documents of a subsidiary, posted and not reversed, dated from a day on (and up to another), by posting date and number. */
export async function ratedDocuments(
  tenant: Tenant,
  asked: {
    readonly subsidiaryId: string;
    readonly currencyCode: string;
    readonly from: string;
    readonly to: string | null;
  },
): Promise<RatedDocument[]> {
  return sql(
    tenant,
    `select t.id::text, t.transaction_number as number, t.transaction_date::text as date,
       coalesce(k.after_rate, t.exchange_rate)::text as "carriedRate", t.exchange_rate_given as "isOwnRate"
     from business_transactions t
     left join lateral (
       select i.after_rate from rate_correction_items i
       where i.organization_id = $1::uuid and i.kind = 'DOCUMENT' and i.source_id = t.id order by i.correction_id desc limit 1
     ) k on true
     where t.organization_id = $1::uuid and t.subsidiary_id = $2::uuid and t.currency_code = $3 and t.base_currency_code <> $3
       and t.transaction_date >= $4::date and ($5::date is null or t.transaction_date <= $5::date)
       and t.ledger_entry_id is not null and t.reversal_entry_id is null and t.reverses_transaction_id is null
     order by t.posting_date, t.transaction_number`,
    [tenant.organizationId, asked.subsidiaryId, asked.currencyCode, asked.from, asked.to],
  );
}

/** A line of a posted document's own entry. */
export interface PostedLine {
  readonly transactionId: string;
  readonly accountId: string;
  readonly isDebit: boolean;
  readonly amount: string;
  readonly isControl: boolean;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
  readonly entityType: string | null;
  readonly entityId: string | null;
}

/** The lines of documents' entries, in their order. */
export async function postedLines(tenant: Tenant, ids: readonly string[]): Promise<PostedLine[]> {
  return sql(
    tenant,
    `select i.transaction_id::text as "transactionId", i.account_id::text as "accountId", i.debit > 0 as "isDebit",
       greatest(i.debit, i.credit)::text as amount, i.from_subledger and i.document_line_number is null as "isControl",
       i.class_id::text as "classId", i.department_id::text as "departmentId", i.location_id::text as "locationId",
       i.project_id::text as "projectId", i.entity_type as "entityType", i.entity_id::text as "entityId"
     from transaction_impact_lines i where i.organization_id = $1::uuid and i.transaction_id = any ($2::uuid[])
     order by i.transaction_id, i.line_number`,
    [tenant.organizationId, ids],
  );
}

/** A settlement in force, with what it took from either side in base currency. */
export interface LiveApplication {
  readonly id: string;
  readonly paymentId: string;
  readonly documentId: string;
  readonly amount: string;
  /** In the payment's currency; the amount itself where both are the same. */
  readonly paymentAmount: string;
  readonly paymentBase: string;
  readonly documentBase: string;
  readonly appliedOn: string;
}

/** The settlements in force of documents and payments, oldest first. */
export async function liveApplications(tenant: Tenant, ids: readonly string[]): Promise<LiveApplication[]> {
  return sql(
    tenant,
    `select p.id::text, p.payment_id::text as "paymentId", p.document_id::text as "documentId", p.amount::text as amount,
       coalesce(p.payment_amount, p.amount)::text as "paymentAmount",
       p.payment_base::text as "paymentBase", p.document_base::text as "documentBase", p.applied_on::text as "appliedOn"
     from payment_applications p
     where p.organization_id = $1::uuid and p.reversed_at is null and (p.payment_id = any ($2::uuid[]) or p.document_id = any ($2::uuid[]))
     order by p.created_at, p.id`,
    [tenant.organizationId, ids],
  );
}

/** Sets what settlements take from either side's carrying amount. */
export async function changeApplicationBases(
  tenant: Tenant,
  rows: readonly { readonly id: string; readonly paymentBase: string; readonly documentBase: string }[],
): Promise<void> {
  await sql(
    tenant,
    `update payment_applications p set payment_base = n."paymentBase", document_base = n."documentBase"
     from jsonb_to_recordset($2::jsonb) as n(id uuid, "paymentBase" numeric, "documentBase" numeric)
     where p.organization_id = $1::uuid and p.id = n.id`,
    [tenant.organizationId, JSON.stringify(rows)],
  );
}
