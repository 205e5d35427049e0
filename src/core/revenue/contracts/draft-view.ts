import { toAmountString } from '@/core/money/currency';
import { type Decimal, sum, toPlainString } from '@/core/money/decimal';
import type { ContractState, VersionView } from './contract-state';
import { type Draft, planned } from './draft';
import type { ContractEvent } from './events';

/** Notes the allocation as a new version. */
export function addVersion(draft: Draft, event: ContractEvent, treatment: VersionView['treatment']): void {
  draft.versions.push({
    version: draft.versions.length + 1,
    eventId: event.id,
    effectiveDate: event.effectiveDate,
    treatment,
    allocations: [...draft.obligations.values()].map(({ key, allocated }) => ({
      key,
      allocated: toAmountString(allocated, draft.currencyCode),
    })),
  });
}

/** The plain view of a finished draft. */
export function viewOf(draft: Draft): ContractState {
  const text = (value: Decimal) => toAmountString(value, draft.currencyCode);
  const obligations = [...draft.obligations.values()];
  return {
    currencyCode: draft.currencyCode,
    status: draft.status,
    inception: draft.inception,
    transactionPrice: text(sum(obligations.map(({ allocated }) => allocated))),
    obligations: obligations.map((obligation) => ({
      key: obligation.key,
      pattern: obligation.pattern,
      ssp: toPlainString(obligation.ssp),
      allocated: text(obligation.allocated),
      planned: text(planned(draft, obligation.key)),
      measure:
        obligation.pattern.kind === 'RATABLE' ? null : toPlainString(obligation.measure.toDecimalPlaces(20)),
      held: obligation.held,
      supplier: obligation.supplier,
    })),
    rows: draft.rows.map((row) => ({ ...row, amount: text(row.amount) })),
    versions: draft.versions,
    billed: text(draft.billed),
    paid: text(draft.paid),
    refundLiability: text(draft.refund),
    balanceEvents: draft.balanceEvents,
    journals: draft.journals,
    variable: [...draft.variable.values()].map(({ key, included }) => ({ key, included })),
    royalties: [...draft.royalties.values()].map(({ key, rate }) => ({ key, rate })),
    closedThrough: draft.closedThrough,
  };
}
