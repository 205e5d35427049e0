import { POLICY_ROLE_WORDS, type Policy } from './policy-words';

type Account = {
  readonly controlFor: string | null;
  readonly recordStatus: string;
  readonly isSummary: boolean;
};

/** The accounts for interest on the financing of contracts, and the type each must have. */
const INTEREST: readonly { readonly role: string; readonly type: string }[] = [
  { role: 'ACCRUED_INTEREST', type: 'an asset' },
  { role: 'UNEARNED_INTEREST', type: 'a liability' },
  { role: 'ADVANCE_INTEREST', type: 'a liability' },
];

/**
 * The accounts of interest that neither the policies nor the chart name, in words. Without them interest stays in the position of its
 * contract, among contract assets and deferred revenue.
 */
export function missingInterestAccounts(policies: readonly Policy[], chart: readonly Account[]): string[] {
  return INTEREST.flatMap(({ role, type }) => {
    const isNamed = policies.length > 0 && policies.every(({ accounts }) => accounts[role] !== undefined);
    const isInChart = chart.some(
      (one) => one.controlFor === role && one.recordStatus === 'active' && !one.isSummary,
    );
    return isNamed || isInChart ? [] : [`${POLICY_ROLE_WORDS[role] ?? role} (${type})`];
  });
}
