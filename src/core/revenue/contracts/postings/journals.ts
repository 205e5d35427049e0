import { toAmountString } from '@/core/money/currency';
import { type Decimal, ZERO } from '@/core/money/decimal';
import type { Draft } from '../drafts/draft';
import type { ContractEvent, ContractJournalLine } from '../events';

/** One side of a journal: debit above zero, credit below. */
function side(draft: Draft, account: ContractJournalLine['account'], amount: Decimal): ContractJournalLine {
  const text = (value: Decimal) => toAmountString(value, draft.currencyCode);
  return {
    account,
    debit: text(amount.gt(ZERO) ? amount : ZERO),
    credit: text(amount.lt(ZERO) ? amount.negated() : ZERO),
  };
}

/** Keeps one of the contract's own balanced journals; zero lines are left out. */
export function keepJournal(
  draft: Draft,
  event: ContractEvent,
  memo: string,
  sides: readonly [ContractJournalLine['account'], Decimal][],
): void {
  const lines = sides
    .filter(([, amount]) => !amount.isZero())
    .map(([account, amount]) => side(draft, account, amount));
  if (lines.length > 0) draft.journals.push({ on: event.effectiveDate, eventId: event.id, memo, lines });
}
