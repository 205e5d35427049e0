import { formatAmount } from '@/ui/kit/figures/amount-format';
import { costWords } from '../costs/cost-words';
import type { Contract } from './contract-months';

type Event = Contract['events'][number]['event'];

export const TREATMENT_WORDS = {
  separate: 'as a separate contract',
  prospective: 'prospectively',
  catchUp: 'with a cumulative catch-up',
  mixed: 'partly prospectively, partly with a cumulative catch-up',
} as const;

/** The names of a contract's costs by their keys. */
export function costNames(events: readonly Event[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap((event) => (event.kind === 'cost' ? [[event.key, costWords(event)] as const] : [])),
  );
}

/** What an event on the page of a contract is about, after its words: which obligation or cost, which milestone, what amount; empty when they say it all. */
export function eventDetail(event: Event, currency: string, costs: ReadonlyMap<string, string>): string {
  const parts: string[] = [];
  if (event.kind === 'modification') {
    const count = (event.apart?.terms ?? event).additions?.length ?? 0;
    parts.push(TREATMENT_WORDS[event.treatment]);
    if (count > 0) parts.push(`${count} ${count === 1 ? 'obligation' : 'obligations'} added`);
    if (event.apart) parts.push('in a contract of its own');
  }
  // The key of a cost is an id, which says nothing to a reader.
  if ('key' in event && event.key) parts.push(costs.get(event.key) ?? event.key);
  if ('milestone' in event) parts.push(event.milestone);
  if ('amount' in event && event.amount !== undefined) {
    parts.push(`${currency} ${formatAmount(event.amount, currency)}`);
  }
  return parts.length === 0 ? '' : `· ${parts.join(' · ')}`;
}
