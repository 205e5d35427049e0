import { toAmountString } from '@/core/money/currency';
import { type DecimalString, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { DateString } from '../../days';
import type { Draft } from '../drafts/draft';
import { earnedInPeriodBefore } from '../drafts/earned-in-period';
import type { ContractEvent } from '../events';
import type { PostedBalances } from '../postings/balances-after';
import { waitingBalances } from '../postings/waiting-balances';

/**
 * What facts through a day put into the position of a contract besides revenue, as the ledger has it: bills, payments in advance,
 * expected refunds; less the revenue before the day it is the liability or the asset of the contract then. `pending`: what of its bills
 * the customer can still cancel and does not owe yet, once everything earned before the day is posted.
 */
export function standsBefore(
  draft: Draft,
  facts: readonly ContractEvent[],
  date: DateString,
  { moves, documents }: Pick<PostedBalances, 'moves' | 'documents'>,
): { billed: DecimalString; pending: DecimalString } {
  const days = new Map(facts.map(({ id, effectiveDate }) => [id, effectiveDate]));
  const by = moves.filter(({ eventId, on }) => (days.get(eventId ?? '') ?? on) <= date);
  const billed = sum(by.map(({ net, revenue }) => net.plus(revenue)));
  const waits = draft.balanceEvents.some((event) => event.kind === 'DUE' && !event.unconditional);
  if (!waits) return { billed: toPlainString(billed), pending: '0' };
  const { shifts, pending } = waitingBalances(
    { events: draft.balanceEvents, documents, days, earned: earnedBy(draft, date) },
    by,
    (on) => on,
  );
  const more = sum(shifts.map(({ receivable, refund }) => receivable.minus(refund)));
  return { billed: toPlainString(billed.plus(more)), pending: toPlainString(pending) };
}

/** What a contract earned before a day, by the days on which periods end; of the period of the day, on that day. */
function earnedBy(draft: Draft, date: DateString): { on: DateString; amount: DecimalString }[] {
  const { key } = draft.grid.on(date);
  const ends = new Map<DateString, typeof ZERO>();
  for (const { period, end, amount } of draft.rows) {
    if (period >= key) continue;
    const on = draft.grid.on(end).endDate;
    ends.set(on, (ends.get(on) ?? ZERO).plus(amount));
  }
  ends.set(date, earnedInPeriodBefore(draft, date));
  return [...ends].map(([on, amount]) => ({ on, amount: toAmountString(amount, draft.currencyCode) }));
}
