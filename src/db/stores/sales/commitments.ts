import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

export type CommitmentRecord = Plain<'Commitment'>;
export type CommitmentLineRecord = Plain<'CommitmentLine'>;

/** A project's commitments: subcontracts and purchase orders. */
export const commitments = recordStore('Commitment');
export const commitmentLines = recordStore('CommitmentLine');

/** Adds to a commitment's approved changes; safe when several callers do so at once. */
export async function addApprovedChange(tenant: Tenant, commitmentId: string, amount: string): Promise<void> {
  await sql(
    tenant,
    `update commitments set approved_changes = approved_changes + $3::numeric where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, commitmentId, amount],
  );
}
