import { toAmountString } from '@/core/money/currency';
import { type Decimal, sum, toPlainString } from '@/core/money/decimal';
import { billedItems } from '../billed-items';
import { commitmentViews } from '../committed';
import type { ContractState, ObligationView, RecognitionRow, VersionView } from '../contract-state';
import { costPlans } from '../costs/cost-plans';
import type { ContractEvent } from '../events';
import { lossMonths } from '../loss-months';
import { type Draft, type DraftObligation, planned } from './draft';

/** Records the allocation as a new version. */
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
  const rows = rowsOf(draft);
  const plans = costPlans(draft);
  const { months: provisions, losses } = lossMonths(draft, rows);
  return {
    currencyCode: draft.currencyCode,
    status: draft.status,
    inception: draft.inception,
    transactionPrice: text(sum(obligations.map(({ allocated }) => allocated))),
    obligations: obligations.map((obligation) =>
      withCommitments(draft, obligation, {
        key: obligation.key,
        pattern: obligation.pattern,
        ssp: toPlainString(obligation.ssp),
        allocated: text(obligation.allocated),
        planned: text(planned(draft, obligation.key)),
        measure:
          obligation.pattern.kind === 'RATABLE' || obligation.committed !== null
            ? null
            : toPlainString(obligation.measure.toDecimalPlaces(20)),
        held: obligation.held,
        supplier: obligation.supplier,
      }),
    ),
    rows,
    versions: draft.versions,
    billed: text(draft.billed),
    billedFor: billedItems(draft),
    paid: text(draft.paid),
    refundLiability: text(draft.refund),
    balanceEvents: draft.balanceEvents,
    journals: draft.journals,
    variable: [...draft.variable.values()].map(({ key, included, judgedOn }) => ({
      key,
      included,
      judgedOn,
    })),
    royalties: [...draft.royalties.values()].map(({ key, rate }) => ({ key, rate })),
    interest: draft.interest,
    installments: draft.installments,
    accrued: text(draft.accrued.expense.plus(draft.accrued.income)),
    accruedThrough: draft.accruedThrough,
    interestDays: draft.interestDays,
    openDecisions: draft.open,
    costMonths: [...plans.months, ...provisions],
    losses,
    costs: plans.costs,
  };
}

function withCommitments(draft: Draft, obligation: DraftObligation, view: ObligationView): ObligationView {
  const commitments = commitmentViews(draft, obligation);
  return commitments === undefined ? view : { ...view, commitments };
}

/** The identity of a row: one fact earns the same days of an obligation only once. */
export function rowName(
  row: Pick<RecognitionRow, 'key' | 'naturalPeriod' | 'start' | 'end' | 'source' | 'eventId'>,
): string {
  return `${row.key} ${row.naturalPeriod} ${row.start} ${row.end} ${row.source} ${row.eventId}`;
}

type DraftRow = Draft['rows'][number];

/** What was computed for a row before: it is the same in every picture that continues from the one it was made in. */
const shown = new WeakMap<DraftRow, { readonly name: string; view: RecognitionRow | null }>();

function shownOf(row: DraftRow) {
  const known = shown.get(row);
  if (known !== undefined) return known;
  const made = { name: rowName(row), view: null };
  shown.set(row, made);
  return made;
}

/** The rows, with each fact's rows on the same days merged: what a change cancels in a month and plans again is netted. */
function rowsOf(draft: Draft): RecognitionRow[] {
  const merged = new Map<string, { row: DraftRow; amount: Decimal; parts: number }>();
  for (const row of draft.rows) {
    const { name } = shownOf(row);
    const known = merged.get(name);
    if (known === undefined) {
      merged.set(name, { row, amount: row.amount, parts: 1 });
      continue;
    }
    known.row = { ...known.row, catchUp: known.row.catchUp || row.catchUp };
    known.amount = known.amount.plus(row.amount);
    known.parts += 1;
  }
  // A zero slice stays in a schedule; a slice that was canceled and planned again unchanged is not a row.
  const kept = [...merged.values()].filter(({ amount, parts }) => parts === 1 || !amount.isZero());
  return kept.map(({ row, amount, parts }, seq) => {
    const { key, start, end, source, eventId, naturalPeriod, period, catchUp } = row;
    const own = parts === 1 ? shownOf(row) : null;
    if (own?.view?.seq === seq) return own.view;
    const text = toAmountString(amount, draft.currencyCode);
    const view: RecognitionRow = {
      ...{ seq, key, amount: text, period, naturalPeriod, start, end, source, eventId, catchUp },
      late: false,
    };
    if (own !== null) own.view = view;
    return view;
  });
}
