import { CHART_CODES } from '@/core/ledger/default-chart';
import { refuse } from '@/core/refusals';
import type { PolicyRow } from '@/db/revenue/policies';
import type { PostingAccount } from '@/db/stores/structure/accounts';

/** The account roles a policy resolves; a chart may lack the later ones until they are needed. */
export const POLICY_ROLES = {
  REVENUE: { code: CHART_CODES.subscriptionRevenue, control: null },
  RECEIVABLE: { code: CHART_CODES.receivable, control: 'RECEIVABLE' },
  DEFERRED_REVENUE: { code: CHART_CODES.deferredRevenue, control: 'DEFERRED_REVENUE' },
  CONTRACT_ASSET: { code: CHART_CODES.contractAsset, control: 'CONTRACT_ASSET' },
  REFUND_LIABILITY: { code: CHART_CODES.refundLiability, control: 'REFUND_LIABILITY' },
  CASH: { code: CHART_CODES.bank, control: null },
  EXCHANGE: { code: CHART_CODES.realizedGain, control: null },
  INTEREST_EXPENSE: { code: CHART_CODES.interestExpense, control: null },
  INTEREST_INCOME: { code: CHART_CODES.interestIncome, control: null },
  ACCRUED_INTEREST: { code: CHART_CODES.accruedInterest, control: 'ACCRUED_INTEREST' },
  UNEARNED_INTEREST: { code: CHART_CODES.unearnedInterest, control: 'UNEARNED_INTEREST' },
  ADVANCE_INTEREST: { code: CHART_CODES.advanceInterest, control: 'ADVANCE_INTEREST' },
  RETURN_ASSET: { code: CHART_CODES.returnAsset, control: null },
  INVENTORY: { code: '1410', control: null },
  COST_OF_SALES: { code: CHART_CODES.costOfGoodsSold, control: null },
  LOSS_PROVISION: { code: '2130', control: null },
  SUPPLIER_PAYABLE: { code: CHART_CODES.supplierPayable, control: null },
  CONTRACT_COST_ASSET: { code: CHART_CODES.contractCosts, control: 'CONTRACT_COST' },
  CONTRACT_COST_EXPENSE: { code: CHART_CODES.contractCostAmortisation, control: null },
  CONTRACT_COST_IMPAIRMENT: { code: CHART_CODES.contractCostImpairment, control: null },
  CONTRACT_COST_OFFSET: { code: CHART_CODES.commissions, control: null },
} as const satisfies Record<string, { code: string; control: string | null }>;

export type PolicyRole = keyof typeof POLICY_ROLES;
/** The chart's suggested accounts by role: by control type, otherwise by the default chart's code. */
export function suggestedAccounts(accounts: readonly PostingAccount[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [role, { code, control }] of Object.entries(POLICY_ROLES)) {
    const account =
      accounts.find((one) => one.code === code) ??
      (control === null ? undefined : accounts.find((one) => one.controlFor === control));
    if (account !== undefined) found[role] = account.id;
  }
  return found;
}

/** The roles of accounts that hold interest on financing components. */
export const INTEREST_ROLES = [
  'ACCRUED_INTEREST',
  'UNEARNED_INTEREST',
  'ADVANCE_INTEREST',
] as const satisfies readonly PolicyRole[];
export type InterestRole = (typeof INTEREST_ROLES)[number];

/**
 * The accounts of interest under a policy: those it names, otherwise the first control account of the chart for each. A version of
 * a policy never changes, so an account that is added later serves the contracts of earlier versions too.
 */
export function interestAccounts(
  policy: Pick<PolicyRow, 'accounts'>,
  chart: readonly PostingAccount[],
): { readonly [role in InterestRole]?: string } {
  const found = (role: InterestRole) =>
    policy.accounts[role] ?? chart.find(({ controlFor }) => controlFor === role)?.id;
  const named = INTEREST_ROLES.map((role) => [role, found(role)] as const);
  return Object.fromEntries(named.filter(([, id]) => id !== undefined));
}

/** The account of a role under a policy. Refuses REVENUE_RULE NO_ACCOUNT when the policy has none. */
export function accountOf(policy: PolicyRow, role: PolicyRole): string {
  const id = policy.accounts[role];
  if (id === undefined) {
    refuse('REVENUE_RULE', `The revenue policy ${policy.code} has no account for ${role}.`, {
      rule: 'NO_ACCOUNT',
      role,
      policyId: policy.id,
    });
  }
  return id;
}
