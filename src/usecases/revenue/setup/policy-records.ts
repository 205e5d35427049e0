import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { checkVersions } from '@/core/revenue/dated';
import { ROYALTY_METHODS } from '@/core/revenue/minimum';
import { FRAMEWORKS, LOSS_LEVELS, RUN_GROUPINGS } from '@/core/revenue/vocabulary';
import {
  endPolicy,
  findPolicy,
  insertPolicy,
  listPolicies,
  type PolicyRow,
  policyInUse,
  removePolicy as removePolicyRow,
} from '@/db/revenue/policies';
import { postingAccounts } from '@/db/stores/structure/accounts';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId, codeText, day, nameText } from '../../kit/fields';

import { residual, scheduleMethod } from '../contracts/promise-input';
import { INTEREST_ROLES, POLICY_ROLES, type PolicyRole, suggestedAccounts } from './policy-rules';

const roles = Object.keys(POLICY_ROLES) as [PolicyRole, ...PolicyRole[]];

export const policyFields = z.object({
  code: codeText.default('STANDARD'),
  name: nameText,
  validFrom: day,
  validTo: day.nullish(),
  scheduleMethod: scheduleMethod.default('EXACT_DAYS'),
  residual: residual.default('LAST'),
  runGrouping: z.enum(RUN_GROUPINGS).default('SUBSIDIARY'),
  combinationDays: z.int().min(0).max(3660).default(30),
  percentDecimals: z.int().min(0).max(10).nullish(),
  oneYearExpedient: z.boolean().default(false),
  costExpedient: z.boolean().default(false),
  /** The standard by which contracts are tested for losses (605-35, IAS 37), and impairments of their costs are reversed or not. */
  framework: z.enum(FRAMEWORKS).default('US_GAAP'),
  /** The unit tested for losses under US GAAP (605-35-25-46); under IFRS it is the contract. */
  lossLevel: z.enum(LOSS_LEVELS).default('CONTRACT'),
  /**
   * How the guaranteed minimum of a license of symbolic intellectual property is earned (606-10-55-65; TRG paper 58): with time
   * (view C), as royalties occur that are expected to exceed it (A), or by all that is expected (B).
   */
  royaltyMinimum: z.enum(ROYALTY_METHODS).default('OVER_TIME'),
  /** Accounts by role; roles that are not given use the chart's suggested accounts. */
  accounts: z.partialRecord(z.enum(roles), anId).default({}),
});

/**
 * Creates a version of a revenue policy effective from a day. Contracts keep the version of their contract date.
 * Refuses REVENUE_RULE OVERLAP, INVALID_INPUT for an end before its start, REFERENCE_NOT_FOUND for an account
 * that does not accept postings, INVALID_INPUT for an account of interest that is not the control account for it.
 */
export const createPolicy = defineUseCase({
  name: 'revenue.policies.create',
  permission: 'revenue.policy',
  mode: 'sql',
  input: policyFields,
  async run(context, input): Promise<PolicyRow> {
    const { tenant } = context;
    if (input.framework === 'IFRS' && input.lossLevel !== 'CONTRACT') {
      const message = 'must be CONTRACT under IFRS, whose unit is the contract (IAS 37.66)';
      refuse('INVALID_INPUT', `lossLevel: ${message}`, { issues: [{ path: ['lossLevel'], message }] });
    }
    const known = (await listPolicies(tenant)).filter(({ code }) => code === input.code);
    demandNoOverlap([
      ...known.map(({ validFrom, validTo }) => ({ from: validFrom, to: validTo })),
      { from: input.validFrom, to: input.validTo ?? null },
    ]);
    const chart = await postingAccounts(tenant);
    for (const [role, id] of Object.entries(input.accounts)) {
      if (chart.some((account) => account.id === id)) continue;
      refuse('REFERENCE_NOT_FOUND', `The account for ${role} does not exist or does not accept postings.`, {
        field: `accounts.${role}`,
        noun: 'accounts',
        id: id ?? '',
      });
    }
    for (const role of INTEREST_ROLES) {
      const named = chart.find((account) => account.id === input.accounts[role]);
      if (named === undefined || named.controlFor === role) continue;
      const message = `must be a control account for ${role}`;
      refuse('INVALID_INPUT', `accounts.${role}: ${message}`, {
        issues: [{ path: ['accounts', role], message }],
      });
    }
    const id = newId();
    await insertPolicy(tenant, {
      ...input,
      id,
      policyVersion: Math.max(0, ...known.map(({ policyVersion }) => policyVersion)) + 1,
      validTo: input.validTo ?? null,
      percentDecimals: input.percentDecimals ?? null,
      accounts: { ...suggestedAccounts(chart), ...(input.accounts as Record<string, string>) },
    });
    const after = (await findPolicy(tenant, id)) ?? refuseNotFound('policy', id);
    context.record({ noun: 'revenue policy', recordId: id, after });
    return after;
  },
});

export function demandNoOverlap(versions: readonly { from: string; to: string | null }[]): void {
  valueOrThrow(checkVersions(versions, 'The version'));
}

/** Ends a version, or removes its end date; nothing else can change, since contracts depend on it. */
export const updatePolicy = defineUseCase({
  name: 'revenue.policies.update',
  permission: 'revenue.policy',
  mode: 'sql',
  input: z.object({ id: anId, validTo: day.nullable() }),
  async run(context, { id, validTo }): Promise<PolicyRow> {
    const { tenant } = context;
    const before = (await findPolicy(tenant, id)) ?? refuseNotFound('policy', id);
    expectVersion(context, before);
    const others = (await listPolicies(tenant)).filter((one) => one.code === before.code && one.id !== id);
    demandNoOverlap([
      ...others.map((one) => ({ from: one.validFrom, to: one.validTo })),
      { from: before.validFrom, to: validTo },
    ]);
    await endPolicy(tenant, id, validTo);
    const after = (await findPolicy(tenant, id)) ?? refuseNotFound('policy', id);
    context.record({ noun: 'revenue policy', recordId: id, before, after });
    return after;
  },
});

/** Every version of every policy. */
export const readPolicies = defineUseCase({
  name: 'revenue.policies.list',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({}),
  run: ({ tenant }): Promise<PolicyRow[]> => listPolicies(tenant),
});

export const getPolicy = defineUseCase({
  name: 'revenue.policies.get',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ id: anId }),
  run: async ({ tenant }, { id }): Promise<PolicyRow> =>
    (await findPolicy(tenant, id)) ?? refuseNotFound('policy', id),
});

/** Removes a version that no contract uses. Refuses IN_USE. */
export const removePolicy = defineUseCase({
  name: 'revenue.policies.remove',
  permission: 'revenue.policy',
  mode: 'sql',
  input: z.object({ id: anId }),
  async run(context, { id }): Promise<PolicyRow> {
    const { tenant } = context;
    const before = (await findPolicy(tenant, id)) ?? refuseNotFound('policy', id);
    expectVersion(context, before);
    if (await policyInUse(tenant, id)) {
      refuse('IN_USE', 'Contracts are pinned to this version of the policy.', {
        noun: 'revenue policy',
        id,
        by: 'revenue contracts',
      });
    }
    await removePolicyRow(tenant, id);
    context.record({ noun: 'revenue policy', recordId: id, before });
    return before;
  },
});
