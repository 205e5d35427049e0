import type { RouterOutputs } from '@/surfaces/trpc/react';
import { formatDate } from '@/ui/kit/figures/date-format';
import { factWords } from '@/ui/revenue/facts/fact-words';
import { periodText } from '@/ui/revenue/period-text';

type Request = RouterOutputs['revenue']['approvals']['list']['rows'][number];

const VERBS: Readonly<Record<string, string>> = {
  'revenue.contracts.activate': 'Activate the contract',
  'revenue.contracts.terminate': 'Terminate the contract',
  'revenue.modifications.apply': 'Modify the contract',
  'revenue.modifications.decide': 'Decide the treatment of a modification again',
  'revenue.events.record': 'Record an event',
  'revenue.events.void': 'Void an event',
  'revenue.events.replace': 'Replace an event',
  'revenue.costs.create': 'Record a contract cost',
  'revenue.costs.impair': 'Impair a contract cost',
  'revenue.costs.revise': 'Change the term of a contract cost',
  'revenue.reclassifications.create': 'Reclassify the noncurrent portion of contract liabilities',
};

/** What a request would do, in a line: the verb, the event, its date and the reason stated with it. */
export function requestWords({ verb, input }: Pick<Request, 'verb' | 'input'>): string {
  const said = input as {
    event?: { kind?: string; effectiveDate?: string };
    date?: string;
    effectiveDate?: string;
    period?: string;
    reason?: string;
  };
  const on = said.event?.effectiveDate ?? said.effectiveDate ?? said.date;
  return [
    VERBS[verb] ?? verb,
    ...(said.event?.kind === undefined ? [] : [factWords(said.event.kind)]),
    ...(on === undefined ? [] : [`effective ${formatDate(on)}`]),
    ...(said.period === undefined ? [] : [`at the end of ${periodText(said.period)}`]),
    ...(said.reason === undefined ? [] : [said.reason]),
  ].join(' · ');
}
