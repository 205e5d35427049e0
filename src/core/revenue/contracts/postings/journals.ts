import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { breach, type Draft } from '../drafts/draft';
import type { ContractEvent, ContractJournalLine, EventOf } from '../events';

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

/** The refusal of a journal that does not balance or has a line with both sides. */
export function unbalanced({ lines }: EventOf<'journal'>): Refusal | null {
  const oneSided = lines.every(({ debit, credit }) => dec(debit).isZero() !== dec(credit).isZero());
  const difference = sum(lines.map(({ debit, credit }) => dec(debit).minus(credit)));
  if (oneSided && lines.length > 1 && difference.isZero()) return null;
  return breach(
    'JOURNAL_NOT_BALANCED',
    'The journal must have at least two lines, each with either a debit or a credit, and must balance.',
    {
      difference: difference.toFixed(),
    },
  );
}
