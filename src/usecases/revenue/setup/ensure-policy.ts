import { versionOn } from '@/core/revenue/dated';
import {
  findPolicy,
  insertPolicy,
  listPolicies,
  lockFirstPolicy,
  type PolicyRow,
} from '@/db/revenue/policies';
import { postingAccounts } from '@/db/stores/accounts';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { suggestedAccounts } from './policy-rules';

/**
 * The policy version in force on a day. An organization without any gets one with the default chart's accounts, so that
 * the first contract requires no setup. Refuses REVENUE_RULE NO_VERSION for a day between versions.
 */
export async function ensurePolicyOn(tenant: Tenant, day: string): Promise<PolicyRow> {
  let versions = await listPolicies(tenant);
  if (versions.length === 0) {
    // With two first contracts at once, the second waits here and then finds the policy that the first one wrote.
    await lockFirstPolicy(tenant);
    versions = await listPolicies(tenant);
  }
  if (versions.length === 0) {
    await insertPolicy(tenant, {
      id: newId(),
      code: 'STANDARD',
      policyVersion: 1,
      name: 'Standard',
      validFrom: '1900-01-01',
      validTo: null,
      scheduleMethod: 'EXACT_DAYS',
      residual: 'LAST',
      runGrouping: 'SUBSIDIARY',
      combinationDays: 30,
      percentDecimals: null,
      oneYearExpedient: false,
      costExpedient: false,
      framework: 'US_GAAP',
      lossLevel: 'CONTRACT',
      accounts: suggestedAccounts(await postingAccounts(tenant)),
    });
    versions = await listPolicies(tenant);
  }
  const standard = versions.filter(({ code }) => code === 'STANDARD');
  return valueOrThrow(
    versionOn(
      (standard.length > 0 ? standard : versions).map((policy) => ({
        ...policy,
        from: policy.validFrom,
        to: policy.validTo,
      })),
      day,
      'revenue policy',
    ),
  );
}

/** The policy version a contract uses. */
export async function ensureContractPolicy(
  tenant: Tenant,
  policyId: string | null,
  day: string,
): Promise<PolicyRow> {
  const pinned = policyId === null ? null : await findPolicy(tenant, policyId);
  return pinned ?? ensurePolicyOn(tenant, day);
}
