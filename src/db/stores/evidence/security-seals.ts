import { systemStatement, type Tenant, type TenantClaim, verificationSql } from '../../tenancy';

/**
 * Seals up to `limit` rows of the organization's security log in commit order; returns how many. `isWhole` looks for them in the whole
 * log. Not a tenant's write.
 */
export async function sealSecurityRows(claim: TenantClaim, limit: number, isWhole: boolean): Promise<number> {
  const { rows } = await systemStatement<{ n: number }>(claim.organizationId, {
    text: 'select daybook_seal_security_log($1::int, $2::boolean) as n',
    values: [limit, isWhole],
  });
  return rows[0]?.n ?? 0;
}

/** Removes up to `limit` sealed rows whose time is over, leaving a mark in the log; returns how many. */
export async function purgeSecurityRows(claim: TenantClaim, limit: number): Promise<number> {
  const { rows } = await systemStatement<{ n: number }>(claim.organizationId, {
    text: 'select daybook_purge_security_log($1::int) as n',
    values: [limit],
  });
  return rows[0]?.n ?? 0;
}

export interface SecurityVerdict {
  readonly sealed: string;
  readonly unsealed: string;
  /** The first position where the chain is broken; null when it is intact. */
  readonly firstBroken: string | null;
  readonly broken: string;
  /** The newest position; 0 when nothing is sealed. */
  readonly sequence: string;
  /** The newest hash; a copy kept elsewhere anchors the chain. */
  readonly head: string | null;
  /** Up to where rows were removed because their time was over; 0 when none were. */
  readonly removed: string;
}

/** Recomputes the chain over the security log after a position; `0` for the whole chain. Has no time limit. */
export async function verifySecurityChain(tenant: Tenant, after = '0'): Promise<SecurityVerdict> {
  const [row] = await verificationSql<SecurityVerdict>(
    tenant,
    `select o_sealed::text as sealed, o_unsealed::text as unsealed, o_first_broken::text as "firstBroken",
       o_broken::text as broken, o_sequence::text as sequence, o_head as head, o_removed::text as removed
     from daybook_verify_security_log($1::bigint)`,
    [after],
  );
  if (row === undefined) throw new Error('the verdict is one row');
  return row;
}
