import { systemStatement, type TenantClaim } from '../tenancy';

/**
 * Adds up to `limit` ledger entries and as many notes about documents of one organization to the sums by day, each in a transaction of its
 * own, and returns how many were added. Like sealing it is not a tenant's write.
 */
export async function foldDays(
  claim: TenantClaim,
  limit: number,
): Promise<{ entries: number; notes: number }> {
  const fold = async (law: string) => {
    const { rows } = await systemStatement<{ n: number }>(claim.organizationId, {
      text: `select ${law}($1::int) as n`,
      values: [limit],
    });
    return rows[0]?.n ?? 0;
  };
  return { entries: await fold('daybook_fold_ledger'), notes: await fold('daybook_fold_documents') };
}
