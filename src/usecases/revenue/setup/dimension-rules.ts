import { refuse } from '@/core/refusals';
import type { ObligationRow } from '@/db/revenue/contracts/obligations';
import { requiredDimensions } from '@/db/stores/structure/accounts';
import type { Tenant } from '@/db/tenancy';

const FIELDS: Readonly<Record<string, 'classId' | 'departmentId' | 'locationId' | 'projectId'>> = {
  class: 'classId',
  department: 'departmentId',
  location: 'locationId',
  project: 'projectId',
};

/**
 * Every obligation must carry the dimensions its revenue account requires, so that no line of a run lacks one. Refuses
 * REVENUE_RULE MISSING_DIMENSION naming obligation, account and dimensions.
 */
export async function demandDimensions(tenant: Tenant, obligations: readonly ObligationRow[]): Promise<void> {
  const ids = [...new Set(obligations.map(({ revenueAccountId }) => revenueAccountId))];
  const rules = new Map((await requiredDimensions(tenant, ids)).map((account) => [account.id, account]));
  for (const obligation of obligations) {
    const account = rules.get(obligation.revenueAccountId);
    const missing = (account?.required ?? []).filter((name) => {
      const field = FIELDS[name];
      return field !== undefined && obligation[field] === null;
    });
    if (account === undefined || missing.length === 0) continue;
    refuse(
      'REVENUE_RULE',
      `${obligation.key} posts revenue to account ${account.code}, which requires ${missing.join(', ')}. Enter it on the obligation.`,
      { rule: 'MISSING_DIMENSION', key: obligation.key, account: account.code, missing },
    );
  }
}
