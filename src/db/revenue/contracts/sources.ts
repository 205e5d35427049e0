import { SALES_KINDS } from '@/core/transactions/kinds';
import { insertRows } from '../../bulk';
import { kindList } from '../../reports/parameters';
import { ask, type Question } from '../../stores/questions';
import { sql, type Tenant } from '../../tenancy';

/** A line of a subscription or an invoice from which a contract was created. */
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

/** The lines of a subscription or an invoice that already belong to contracts. */
export async function sourcesOfDocument(tenant: Tenant, documentId: string): Promise<ContractSource[]> {
  return sql<ContractSource>(
    tenant,
    `select ${COLUMNS} from revenue_contract_sources s where s.organization_id = $1::uuid and s.document_id = $2::uuid
     order by s.line_number, s.source_id`,
    [tenant.organizationId, documentId],
  );
}

/** The lines a contract was created from. */
export const sourcesOfContract = (tenant: Tenant, contractId: string): Promise<ContractSource[]> =>
  ask(tenant, sourcesAsked(tenant, contractId));

/** Asks for the lines a contract was created from. */
export const sourcesAsked = ({ organizationId }: Tenant, contractId: string): Question<ContractSource> => ({
  text: `select ${COLUMNS} from revenue_contract_sources s where s.organization_id = $1::uuid and s.contract_id = $2::uuid
     order by s.document_id, s.line_number, s.source_id`,
  values: [organizationId, contractId],
});

/** Assigns lines to a contract; the primary key refuses a line that belongs to another contract. */
export async function insertSources(tenant: Tenant, sources: readonly ContractSource[]): Promise<void> {
  await insertRows(
    tenant,
    'revenue_contract_sources',
    sources.map((source) => ({ ...source })),
  );
}

/** Moves the lines of combined contracts to the contract they were combined into. */
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

/** Records on the subscription the contract its bills belong to. */
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

/** An invoice or credit memo by which a contract is billed, taxes included, as currently in the ledger. */
export interface BillingDocument {
  readonly id: string;
  readonly kind: string;
  readonly transactionNumber: string;
  readonly transactionDate: string;
  readonly status: string;
  readonly totalAmount: string;
  /** The amount not settled yet by a payment or credit; for a credit memo, the amount not applied yet. */
  readonly openAmount: string;
}

/** Asks for a contract's posted documents, oldest first. */
export const documentsAsked = (
  { organizationId }: Tenant,
  contractId: string,
): Question<BillingDocument> => ({
  text: `select t.id, t.kind, t.transaction_number as "transactionNumber", t.transaction_date as "transactionDate",
       t.transaction_status as status, t.total_amount::text as "totalAmount",
       case when t.transaction_status = 'REVERSED' then '0' else (t.total_amount - t.applied_amount)::text end as "openAmount"
     from business_transactions t
     where t.organization_id = $1::uuid and t.revenue_contract_id = $2::uuid and t.ledger_entry_id is not null
       and t.kind in ${kindList(SALES_KINDS)}
     order by t.transaction_date, t.transaction_number`,
  values: [organizationId, contractId],
});

/** Those of these documents that belong to a revenue contract. */
export async function contractDocuments(tenant: Tenant, ids: readonly string[]): Promise<ContractDocument[]> {
  return sql<ContractDocument>(
    tenant,
    `select t.id, t.kind, t.revenue_contract_id as "contractId", t.transaction_number as "transactionNumber"
     from business_transactions t
     where t.organization_id = $1::uuid and t.id = any ($2::uuid[]) and t.revenue_contract_id is not null`,
    [tenant.organizationId, ids],
  );
}

/** A line of an invoice: what it says it bills, and the amount it credits (above zero) to the contract liability. */
export interface BilledLine {
  readonly key: string | null;
  readonly from: string | null;
  readonly amount: string;
}

/** The lines of a document that post to the revenue control accounts, in their order. */
export async function billedLines(tenant: Tenant, id: string): Promise<BilledLine[]> {
  return sql<BilledLine>(
    tenant,
    `select l.obligation_key as key, l.commitment_from as "from", (i.credit - i.debit)::text as amount
     from transaction_impact_lines i
     join business_transaction_lines l on l.organization_id = i.organization_id and l.transaction_id = i.transaction_id
       and l.line_number = i.document_line_number
     join accounts a on a.organization_id = i.organization_id and a.id = i.account_id
     where i.organization_id = $1::uuid and i.transaction_id = $2::uuid
       and a.control_for in ('DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY', 'CONTRACT_COST')
     order by i.line_number`,
    [tenant.organizationId, id],
  );
}

/** The amounts a document's own lines credit (above zero) to the revenue control accounts. */
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

/** One account credited directly by some lines of a posted invoice. */
export interface EarnedLine {
  readonly accountId: string;
  readonly amount: string;
  readonly base: string;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
}

/** The amounts these lines of a posted invoice credited (above zero) to accounts, with their dimensions. */
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
