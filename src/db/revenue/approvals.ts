import type { APPROVAL_STATUSES } from '@/core/revenue/vocabulary';
import { insertRows } from '../bulk';
import type { NewRow } from '../record-row';
import { keptCount } from '../stores/record-counts';
import { sql, type Tenant } from '../tenancy';

/** A change that waits for a second person, with its outcome once decided. */
export interface ApprovalRow {
  readonly id: string;
  /** The contract it concerns; null for what concerns a subsidiary, such as a reclassification. */
  readonly contractId: string | null;
  readonly contractNumber: string | null;
  readonly contractName: string | null;
  readonly subsidiaryId: string;
  readonly subsidiaryName: string;
  /** The name of the verb that carries it out, and its input. */
  readonly verb: string;
  readonly input: unknown;
  readonly baseCurrencyCode: string;
  readonly baseAmount: string;
  readonly approvalStatus: (typeof APPROVAL_STATUSES)[number];
  readonly reason: string | null;
  readonly requestedBy: string | null;
  readonly requestedByName: string | null;
  readonly requestedAt: Date;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
  readonly comment: string | null;
  readonly version: number;
}

const COLUMNS = `r.id, r.contract_id as "contractId", c.contract_number as "contractNumber", c.name as "contractName",
  r.subsidiary_id as "subsidiaryId", s.name as "subsidiaryName", r.verb, r.input, r.base_currency_code as "baseCurrencyCode", r.base_amount::text as "baseAmount",
  r.approval_status as "approvalStatus", r.reason, r.requested_by as "requestedBy", r.requested_by_name as "requestedByName",
  r.requested_at as "requestedAt", r.decided_by_name as "decidedByName", r.decided_at as "decidedAt", r.comment, r.version`;
const FROM = `revenue_approvals r join subsidiaries s on s.organization_id = r.organization_id and s.id = r.subsidiary_id
  left join revenue_contracts c on c.organization_id = r.organization_id and c.id = r.contract_id`;

/** Stores a request. */
export async function insertApproval(tenant: Tenant, row: NewRow<'RevenueApproval'>): Promise<void> {
  await insertRows(tenant, 'revenue_approvals', [row]);
}

/** One request; with `lock` no one else decides it until the transaction ends. */
export async function findApproval(tenant: Tenant, id: string, lock = false): Promise<ApprovalRow | null> {
  const [row] = await sql<ApprovalRow>(
    tenant,
    `select ${COLUMNS} from ${FROM} where r.organization_id = $1::uuid and r.id = $2::uuid${lock ? ' for no key update of r' : ''}`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** Requests: waiting ones with the longest wait first, decided ones with the latest first. */
export async function pageApprovals(
  tenant: Tenant,
  query: { status: string; contractId?: string | undefined; page: number; limit: number },
): Promise<{ rows: ApprovalRow[]; total: number }> {
  const where = `r.organization_id = $1::uuid and r.approval_status = $2 and ($3::uuid is null or r.contract_id = $3::uuid)`;
  const values = [tenant.organizationId, query.status, query.contractId ?? null];
  const order = query.status === 'PENDING' ? 'r.requested_at, r.id' : 'r.decided_at desc, r.id desc';
  // Said in the words of the two indexes, one of which has the waiting ones.
  const waits = query.status === 'PENDING' ? `= 'PENDING'` : `<> 'PENDING'`;
  const rows = await sql<ApprovalRow>(
    tenant,
    `select ${COLUMNS} from ${FROM} where ${where} and r.approval_status ${waits} order by ${order} limit $4 offset $5`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  const kept =
    query.contractId === undefined
      ? await keptCount(tenant, 'revenue_approvals', { approvalStatus: query.status })
      : null;
  if (kept !== null) return { rows, total: kept };
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from revenue_approvals r where ${where}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

/** Decides a request the caller has locked. */
export async function decideApproval(
  tenant: Tenant,
  id: string,
  decision: {
    status: 'APPROVED' | 'SENT_BACK';
    by: string | null;
    byName: string;
    at: Date;
    comment: string | null;
  },
): Promise<void> {
  await sql(
    tenant,
    `update revenue_approvals set approval_status = $3, decided_by = $4::uuid, decided_by_name = $5, decided_at = $6::timestamptz, comment = $7
     where organization_id = $1::uuid and id = $2::uuid`,
    [
      tenant.organizationId,
      id,
      decision.status,
      decision.by,
      decision.byName,
      decision.at.toISOString(),
      decision.comment,
    ],
  );
}

/** Runs that are proposed and not posted, with who proposed each; the oldest month first. */
export async function proposedRuns(tenant: Tenant): Promise<
  {
    id: string;
    runNumber: string;
    kind: string;
    period: string;
    subsidiaryId: string;
    postingDate: string;
    proposal: unknown;
    createdBy: string | null;
    createdByName: string | null;
    createdAt: Date;
    reason: string | null;
  }[]
> {
  return sql(
    tenant,
    `select r.id, r.run_number as "runNumber", r.kind, r.period, r.subsidiary_id as "subsidiaryId", r.posting_date as "postingDate",
       r.proposal, r.created_by as "createdBy", coalesce(u.name, a.name) as "createdByName", r.created_at as "createdAt", r.reason
     from revenue_runs r left join users u on u.id = r.created_by
     left join api_clients a on a.organization_id = r.organization_id and a.id = r.created_by
     where r.organization_id = $1::uuid and r.run_status = 'PREVIEW' order by r.period, r.created_at limit 100`,
    [tenant.organizationId],
  );
}
