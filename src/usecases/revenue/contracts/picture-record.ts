import { dec, toPlainString } from '@/core/money/decimal';
import type { PeriodGrid } from '@/core/periods/period-grid';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { later } from '@/core/revenue/days';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import type { ObligationFigures } from '@/db/revenue/contracts/obligations';
import type { PolicyRow } from '@/db/revenue/policies';
import type { NewPosition } from '@/db/revenue/runs/positions';
import type { NewBooking, NewVersion } from '@/db/revenue/runs/rows';
import type { OpenPeriod } from '@/db/stores/structure/open-periods';
import { refuseNoPeriod } from '../events/booking-rules';
import { accountOf } from '../setup/policy-rules';

// What is stored of a contract's picture, next to its facts: worked out here, written by the verbs that record facts.

/** Two pictures of a contract, the fact that made the second of the first, and how much is stored of the first. */
export interface Recorded {
  readonly before: ContractState;
  readonly after: ContractState;
  readonly kept: { readonly versions: number; readonly bookings: number };
  readonly cause: ContractEvent;
  readonly grid: PeriodGrid;
  readonly firstOpen: string;
}

/** The first open period. Refuses PERIOD_NOT_OPEN when none is. */
export function firstOpenPeriod(
  grid: PeriodGrid,
  open: readonly OpenPeriod[],
  contract: Pick<ContractRow, 'contractDate' | 'subsidiaryId'>,
): string {
  const first = open[0] ?? refuseNoPeriod(contract.contractDate, contract.subsidiaryId);
  return grid.on(first.startDate).key;
}

/** The parts of a contract's state that lists and runs read without folding it. */
export function keptPicture(state: ContractState) {
  return {
    variable: state.variable,
    interest: state.interest,
    accrued: state.accrued,
    accruedThrough: state.accruedThrough,
    suppliedByTime: state.obligations
      .filter(({ supplier, pattern }) => supplier !== null && pattern.kind === 'RATABLE')
      .map(({ key }) => key),
    openDecisions: state.openDecisions,
  };
}

/**
 * The current obligations; one that is no longer promised, because the fact that added it was
 * voided, has no share of the price.
 */
export function standingObligations(before: ContractState, after: ContractState): ObligationFigures[] {
  const here = new Set(after.obligations.map(({ key }) => key));
  const gone = before.obligations
    .filter(({ key }) => !here.has(key))
    .map((one) => ({ ...one, allocated: '0', held: false }));
  return [...after.obligations, ...gone].map(({ key, pattern, allocated, measure, held }) => {
    return { key, pattern, allocated, measure, held };
  });
}

/** The new version of the allocation, where it changed. */
export function newVersions({ before, after, kept, cause }: Recorded): NewVersion[] {
  if (JSON.stringify(before.versions) === JSON.stringify(after.versions)) return [];
  return [
    {
      version: kept.versions + 1,
      eventId: cause.id,
      effectiveDate: cause.effectiveDate,
      treatment: cause.kind === 'modification' ? cause.treatment : null,
      transactionPrice: after.transactionPrice,
      allocations: after.obligations.map(({ key, allocated }) => ({ key, allocated })),
    },
  ];
}

/** The change in each obligation's price, in the month of its cause. */
export function newBookings({ before, after, kept, cause, grid, firstOpen }: Recorded): NewBooking[] {
  const price = (state: ContractState) => new Map(state.obligations.map((one) => [one.key, one.allocated]));
  const [was, is] = [price(before), price(after)];
  const natural = grid.on(later(cause.effectiveDate, after.inception)).key;
  const period = later(natural, firstOpen);
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((key) => ({ key, by: dec(is.get(key) ?? '0').minus(was.get(key) ?? '0') }))
    .filter(({ by }) => !by.isZero())
    .map(({ key, by }, index) => ({
      seq: kept.bookings + index,
      obligationKey: key,
      period,
      amount: toPlainString(by),
      eventId: cause.id,
    }));
}

/** The position of a contract as it begins, with the accounts of its policy. Refuses REVENUE_RULE NO_ACCOUNT. */
export const newPosition = (contract: ContractRow, policy: PolicyRow, grid: PeriodGrid): NewPosition => ({
  contractId: contract.id,
  subsidiaryId: contract.subsidiaryId,
  currencyCode: contract.currencyCode,
  cohort: grid.on(contract.contractDate).key,
  receivableAccountId: accountOf(policy, 'RECEIVABLE'),
  deferredAccountId: accountOf(policy, 'DEFERRED_REVENUE'),
  contractAssetAccountId: accountOf(policy, 'CONTRACT_ASSET'),
  refundAccountId: accountOf(policy, 'REFUND_LIABILITY'),
  cashAccountId: accountOf(policy, 'CASH'),
  exchangeAccountId: accountOf(policy, 'EXCHANGE'),
  interestExpenseAccountId: accountOf(policy, 'INTEREST_EXPENSE'),
  interestIncomeAccountId: accountOf(policy, 'INTEREST_INCOME'),
});
