import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, ZERO } from '@/core/money/decimal';
import { addDays } from '../../periods/calendar';
import type { DateString } from '../days';
import {
  type Draft,
  type DraftObligation,
  earnedBefore,
  keepBalance,
  periodOfFact,
  roundedStep,
} from './drafts/draft';
import type { ContractEvent } from './events';
import { keepJournal } from './postings/journals';

/**
 * What the supplier is owed for an obligation through a day: its share of what has been satisfied since the share was
 * last reset (606-10-55-36).
 */
function owedBy(draft: Draft, obligation: DraftObligation, through: DateString): Decimal {
  const { supplier, supplierBase: base, measure, pattern, allocated, key } = obligation;
  if (supplier === null) return ZERO;
  const [done, whole] =
    pattern.kind === 'RATABLE'
      ? [earnedBefore(draft, key, addDays(through, 1)).minus(base.earned), allocated.minus(base.earned)]
      : [measure.minus(base.measure), ONE.minus(base.measure)];
  const share = whole.isZero() ? ZERO : done.div(whole);
  const capped = share.gt(ONE) ? ONE : share;
  return roundToCurrency(
    base.owed.plus(dec(supplier.amount).minus(base.owed).times(capped)),
    draft.currencyCode,
  );
}

/**
 * Books what another party supplied by a day and is not booked yet: an agent passes it on out of what it collects, a
 * principal bears it as cost of sales (606-10-55-36 to 55-38). If less is owed than before, the difference is reversed.
 */
export function bookSupplier(
  draft: Draft,
  obligation: DraftObligation,
  event: ContractEvent,
  through: DateString = event.effectiveDate,
): void {
  if (obligation.supplier === null || obligation.pattern.kind === 'USAGE') return;
  bookOwed(draft, obligation, owedBy(draft, obligation, through), event);
}

function bookOwed(draft: Draft, obligation: DraftObligation, owed: Decimal, event: ContractEvent): void {
  const change = owed.minus(obligation.supplied);
  if (change.isZero()) return;
  obligation.supplied = owed;
  if (obligation.supplier?.capacity === 'AGENT') {
    keepBalance(draft, event, change, { kind: 'SUPPLIER' });
    return;
  }
  keepJournal(draft, event, `Supplied by another party for ${obligation.key}`, [
    ['COST_OF_SALES', change],
    ['SUPPLIER_PAYABLE', change.negated()],
  ]);
}

/** Books the supplier's share of a usage and returns the change in what the supplier is owed. */
export function shareUsage(
  draft: Draft,
  obligation: DraftObligation,
  amount: Decimal,
  event: ContractEvent,
): Decimal {
  const { supplier, key } = obligation;
  if (supplier?.rate === undefined) return ZERO;
  const owed = roundedStep(
    draft,
    `supplied ${key} ${periodOfFact(draft, event)}`,
    amount.times(supplier.rate),
  );
  bookOwed(draft, obligation, obligation.supplied.plus(owed), event);
  return owed;
}

/** The price or scope changes from a day on: what is owed by then stays, and only the rest follows the new measure. */
export function rebaseSupplier(draft: Draft, obligation: DraftObligation, on: DateString): void {
  if (obligation.supplier === null) return;
  obligation.supplierBase = {
    owed: owedBy(draft, obligation, addDays(on, -1)),
    earned: earnedBefore(draft, obligation.key, on),
    measure: obligation.measure,
  };
}

/** The supplier's share is limited to what is owed, because nothing more will be supplied. */
export function endSupplier(draft: Draft, obligation: DraftObligation, event: ContractEvent): void {
  const { supplier } = obligation;
  if (supplier === null || supplier.rate !== undefined) return;
  const owed = owedBy(draft, obligation, addDays(event.effectiveDate, -1));
  bookOwed(draft, obligation, owed, event);
  obligation.supplier = { ...supplier, amount: toAmountString(owed, draft.currencyCode) };
  obligation.supplierBase = { ...obligation.supplierBase, owed };
}
