import { METHOD_FACTS, RESIDUALS, SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Policy = RouterOutputs['revenue']['policies']['list'][number];

export const METHOD_CHOICES = SCHEDULE_METHODS.map((value) => ({ value, label: METHOD_FACTS[value].label }));

const RESIDUAL_WORDS: Readonly<Record<(typeof RESIDUALS)[number], string>> = {
  LAST: 'In the last month',
  CUMULATIVE: 'Spread, no month off by more than a cent',
};
export const RESIDUAL_CHOICES = RESIDUALS.map((value) => ({ value, label: RESIDUAL_WORDS[value] }));

export const GROUPING_CHOICES = [
  { value: 'SUBSIDIARY', label: 'One entry per subsidiary' },
  { value: 'CONTRACT', label: 'One entry per contract' },
] as const;

export const FRAMEWORK_CHOICES = [
  { value: 'US_GAAP', label: 'US GAAP (ASC 606)' },
  { value: 'IFRS', label: 'IFRS 15' },
] as const;

export const LOSS_CHOICES = [
  { value: 'CONTRACT', label: 'Each contract' },
  { value: 'OBLIGATION', label: 'Each obligation (US GAAP only)' },
] as const;

export const ROYALTY_CHOICES = [
  { value: 'OVER_TIME', label: 'Over time, royalties beyond it as they occur' },
  { value: 'ROYALTIES', label: 'As royalties occur, if they are expected to exceed it' },
  { value: 'ESTIMATE', label: 'All that is expected, over time' },
] as const;

/** The label of a stored value. */
export const labelIn = (
  choices: readonly { readonly value: string; readonly label: string }[],
  value: string,
) => choices.find((choice) => choice.value === value)?.label ?? value;

/** The accounts a policy names, by role, in the order of the form. */
export const POLICY_ROLE_WORDS: Readonly<Record<string, string>> = {
  REVENUE: 'Revenue',
  RECEIVABLE: 'Receivables',
  DEFERRED_REVENUE: 'Deferred revenue',
  CONTRACT_ASSET: 'Contract assets',
  REFUND_LIABILITY: 'Refund liabilities',
  CASH: 'Cash',
  EXCHANGE: 'Exchange differences',
  INTEREST_EXPENSE: 'Interest expense',
  INTEREST_INCOME: 'Interest income',
  ACCRUED_INTEREST: 'Accrued interest on contracts',
  UNEARNED_INTEREST: 'Unearned interest on contracts',
  ADVANCE_INTEREST: 'Interest accrued on customer advances',
  RETURN_ASSET: 'Right to recover returns',
  INVENTORY: 'Inventory',
  COST_OF_SALES: 'Cost of sales',
  LOSS_PROVISION: 'Provision for losses',
  SUPPLIER_PAYABLE: 'Owed to suppliers (agent)',
  CONTRACT_COST_ASSET: 'Contract costs',
  CONTRACT_COST_EXPENSE: 'Amortization of contract costs',
  CONTRACT_COST_IMPAIRMENT: 'Impairment of contract costs',
  CONTRACT_COST_OFFSET: 'Contract costs, offset',
};
