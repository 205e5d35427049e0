import { versionOn } from '@/core/revenue/dated';
import {
  findPolicy,
  insertPolicy,
  listPolicies,
  lockFirstPolicy,
  type PolicyRow,
} from '@/db/revenue/policies';
import { postingAccounts } from '@/db/stores/structure/accounts';
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
      royaltyMinimum: 'OVER_TIME',
      accounts: suggestedAccounts(await postingAccounts(tenant)),
    });
    versions = await listPolicies(tenant);
  }
  return valueOrThrow(inForce(versions, day));
}

function inForce(versions: readonly PolicyRow[], day: string) {
  const standard = versions.filter(({ code }) => code === 'STANDARD');
  return versionOn(
    (standard.length > 0 ? standard : versions).map((policy) => ({
      ...policy,
      from: policy.validFrom,
      to: policy.validTo,
    })),
    day,
    'revenue policy',
  );
}

/** The policy version in force on a day; null: there is none yet. */
export async function policyInForce(tenant: Tenant, day: string): Promise<PolicyRow | null> {
  const found = inForce(await listPolicies(tenant), day);
  return found.ok ? found.value : null;
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
