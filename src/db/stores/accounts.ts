import type { Account } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';
import { sql, type Tenant } from '../tenancy';

export type AccountRecord = Plain<Account>;

/** The chart of accounts, a tree. */
export const accounts = recordStore<Account>('account');

export const streamAccounts = recordStream<Account>('accounts');

/** Whether any ledger line names the account. */
export async function hasPostings(tenant: Tenant, accountId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>(
    tenant,
    `select exists (select 1 from ledger_lines where organization_id = $1::uuid and account_id = $2::uuid) as found`,
    [tenant.organizationId, accountId],
  );
  return row?.found === true;
}
