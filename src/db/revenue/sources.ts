import { SALES_KINDS } from '@/core/transactions/kinds';
import { insertRows } from '../bulk';
import { kindList } from '../reports/parameters';
import { sql, type Tenant } from '../tenancy';

/** A line of a subscription or an invoice that a contract took over. */
export interface ContractSource {
  readonly sourceKind: 'SUBSCRIPTION_ITEM' | 'INVOICE_LINE';
  readonly sourceId: string;
  readonly lineNumber: number;
  readonly contractId: string;
  /** The subscription or the invoice. */
  readonly documentId: string;
  readonly amount: string;
  readonly obligationKeys: readonly string[];
}

const COLUMNS = `s.source_kind as "sourceKind", s.source_id as "sourceId", s.line_number as "lineNumber", s.contract_id as "contractId",
  s.document_id as "documentId", s.amount::text as amount, s.obligation_keys as "obligationKeys"`;

/** The lines of a subscription or an invoice that contracts took over already. */
export async function sourcesOfDocument(tenant: Tenant, documentId: string): Promise<ContractSource[]> {
  return sql<ContractSource>(
    tenant,
    `select ${COLUMNS} from revenue_contract_sources s where s.organization_id = $1::uuid and s.document_id = $2::uuid
     order by s.line_number, s.source_id`,
    [tenant.organizationId, documentId],
  );
}

/** Where a contract came from. */
export async function sourcesOfContract(tenant: Tenant, contractId: string): Promise<ContractSource[]> {
  return sql<ContractSource>(
    tenant,
    `select ${COLUMNS} from revenue_contract_sources s where s.organization_id = $1::uuid and s.contract_id = $2::uuid
     order by s.document_id, s.line_number, s.source_id`,
    [tenant.organizationId, contractId],
  );
}

/** Takes lines over; the primary key refuses a line that another contract has. */
export async function insertSources(tenant: Tenant, sources: readonly ContractSource[]): Promise<void> {
  await insertRows(
    tenant,
    'revenue_contract_sources',
    sources.map((source) => ({ ...source })),
  );
}

/** The lines of contracts that were combined belong to the one they were combined into. */
export async function moveSources(tenant: Tenant, from: readonly string[], to: string): Promise<void> {
  await sql(
    tenant,
    `update revenue_contract_sources set contract_id = $3::uuid where organization_id = $1::uuid and contract_id = any ($2::uuid[])`,
    [tenant.organizationId, from, to],
  );
  await sql(
    tenant,
    `update subscriptions set revenue_contract_id = $3::uuid where organization_id = $1::uuid and revenue_contract_id = any ($2::uuid[])`,
    [tenant.organizationId, from, to],
  );
  await sql(
    tenant,
    `update business_transactions set revenue_contract_id = $3::uuid where organization_id = $1::uuid and revenue_contract_id = any ($2::uuid[])`,
    [tenant.organizationId, from, to],
  );
}

/** Says on the subscription which contract its bills belong to. */
export async function tieSubscription(tenant: Tenant, id: string, contractId: string): Promise<void> {
  await sql(
    tenant,
    `update subscriptions set revenue_contract_id = $3::uuid where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, contractId],
  );
}

/** A document of a contract, about to be posted or reversed. */
export interface ContractDocument {
  readonly id: string;
  readonly kind: string;
  readonly contractId: string;
  readonly transactionNumber: string;
}

/** An invoice or credit memo by which a contract is billed, taxes included, as it stands in the ledger now. */
export interface BillingDocument {
  readonly id: string;
  readonly kind: string;
  readonly transactionNumber: string;
  readonly transactionDate: string;
  readonly status: string;
  readonly totalAmount: string;
  /** What no payment or credit has settled yet; of a credit memo what settled nothing yet. */
  readonly openAmount: string;
}

/** The documents of a contract that are in the ledger, the oldest first. */
export async function billingDocuments(tenant: Tenant, contractId: string): Promise<BillingDocument[]> {
  return sql<BillingDocument>(
    tenant,
    `select t.id, t.kind, t.transaction_number as "transactionNumber", t.transaction_date as "transactionDate",
       t.transaction_status as status, t.total_amount::text as "totalAmount",
       case when t.transaction_status = 'REVERSED' then '0' else (t.total_amount - t.applied_amount)::text end as "openAmount"
     from business_transactions t
     where t.organization_id = $1::uuid and t.revenue_contract_id = $2::uuid and t.ledger_entry_id is not null
       and t.kind in ${kindList(SALES_KINDS)}
     order by t.transaction_date, t.transaction_number`,
    [tenant.organizationId, contractId],
  );
}

/** Which of these documents belong to a revenue contract. */
export async function contractDocuments(tenant: Tenant, ids: readonly string[]): Promise<ContractDocument[]> {
  return sql<ContractDocument>(
    tenant,
    `select t.id, t.kind, t.revenue_contract_id as "contractId", t.transaction_number as "transactionNumber"
     from business_transactions t
     where t.organization_id = $1::uuid and t.id = any ($2::uuid[]) and t.revenue_contract_id is not null`,
    [tenant.organizationId, ids],
  );
}

/** What a document's entry credits (above zero) to the revenue control accounts by its own lines. */
export async function liabilityOfDocument(
  tenant: Tenant,
  id: string,
): Promise<{ accountId: string; amount: string; base: string }[]> {
  return sql(
    tenant,
    `select i.account_id as "accountId", sum(i.credit - i.debit)::text as amount, sum(i.base_credit - i.base_debit)::text as base
     from (
       select organization_id, account_id, debit, credit, base_debit, base_credit from transaction_impact_lines
       where organization_id = $1::uuid and transaction_id = $2::uuid and document_line_number is not null
       union all
       -- What corrections of its rate posted for it counts too: it is what a reversal takes back.
       select l.organization_id, l.account_id, 0, 0, l.base_debit, l.base_credit from rate_correction_items k
       join ledger_lines l on l.organization_id = k.organization_id and l.entry_id = k.entry_id
       where k.organization_id = $1::uuid and k.kind = 'DOCUMENT' and k.source_id = $2::uuid
     ) i join accounts a on a.organization_id = i.organization_id and a.id = i.account_id
     where a.control_for in ('DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY', 'CONTRACT_COST')
     group by 1`,
    [tenant.organizationId, id],
  );
}

/** One side of what a posted invoice earned at once by some of its lines. */
export interface EarnedLine {
  readonly accountId: string;
  readonly amount: string;
  readonly base: string;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
}

/** What these lines of a posted invoice credited (above zero) to accounts, with their dimensions. */
export async function earnedByLines(
  tenant: Tenant,
  id: string,
  lineNumbers: readonly number[],
): Promise<EarnedLine[]> {
  return sql<EarnedLine>(
    tenant,
    `select i.account_id as "accountId", sum(i.credit - i.debit)::text as amount, sum(i.base_credit - i.base_debit)::text as base,
       i.class_id as "classId", i.department_id as "departmentId", i.location_id as "locationId", i.project_id as "projectId"
     from transaction_impact_lines i
     where i.organization_id = $1::uuid and i.transaction_id = $2::uuid and i.document_line_number = any ($3::int[])
     group by i.account_id, i.class_id, i.department_id, i.location_id, i.project_id
     having sum(i.credit - i.debit) <> 0 order by 1, 4, 5, 6, 7`,
    [tenant.organizationId, id, lineNumbers],
  );
}
