import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { sql, type Tenant } from '../../tenancy';

export type AccountRecord = Plain<'Account'>;

/** The chart of accounts, a tree. */
export const accounts = recordStore('Account');

export const streamAccounts = recordStream('Account');

/** Whether any ledger line uses the account. */
export async function hasPostings(tenant: Tenant, accountId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>(
    tenant,
    `select exists (select 1 from ledger_lines where organization_id = $1::uuid and account_id = $2::uuid) as found`,
    [tenant.organizationId, accountId],
  );
  return row?.found === true;
}

/** The dimensions accounts require on every line, by name. */
export async function requiredDimensions(
  tenant: Tenant,
  accountIds: readonly string[],
): Promise<{ id: string; code: string; required: string[] }[]> {
  return sql(
    tenant,
    `select a.id, a.code, a.required_dimensions as required from accounts a
     where a.organization_id = $1::uuid and a.id = any ($2::uuid[]) and cardinality(a.required_dimensions) > 0`,
    [tenant.organizationId, accountIds],
  );
}

export interface PostingAccount {
  readonly id: string;
  readonly code: string;
  readonly controlFor: string | null;
  readonly accountType: string;
}

/** The accounts that accept postings, by code. */
export async function postingAccounts(tenant: Tenant): Promise<PostingAccount[]> {
  return sql<PostingAccount>(
    tenant,
    `select a.id, a.code, a.control_for as "controlFor", a.account_type as "accountType" from accounts a
     where a.organization_id = $1::uuid and not a.is_summary and a.record_status = 'active' order by a.code`,
    [tenant.organizationId],
  );
}
