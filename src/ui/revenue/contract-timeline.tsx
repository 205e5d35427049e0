'use client';

import { formatAmount } from '@/ui/kit/amount-format';
import { formatDate } from '@/ui/kit/date-format';
import { Panel } from '@/ui/kit/panel';
import { Timeline } from '@/ui/kit/timeline';
import type { Contract } from './contract-months';

type Event = Contract['events'][number]['event'];

const WORDS: Readonly<Record<Event['kind'], string>> = {
  created: 'The contract was written down',
  activated: 'The contract became active',
  delivery: 'Delivered',
  progress: 'Progress was measured',
  costs: 'Costs were measured',
  milestone: 'A milestone was reached',
  usage: 'Use was recorded',
  royalty: 'Sales with a royalty were reported',
  redemption: 'Rights were used',
  lapse: 'Rights lapsed',
  reassessment: 'A variable amount was estimated anew',
  returnsEstimate: 'Expected returns were estimated',
  accrual: 'Interest accrued',
  payout: 'Money was paid to the customer',
  return: 'Something came back',
  refundEstimate: 'The refund liability was estimated',
  estimateChange: 'The price was estimated anew',
  invoice: 'An invoice was issued',
  invoiceReversed: 'An invoice was reversed',
  payment: 'A payment came in',
  interest: 'Interest was recognised',
  journal: 'A journal was attached',
  creditNote: 'A credit note was issued',
  modification: 'The contract was modified',
  termination: 'The contract was terminated',
  hold: 'Recognition was put on hold',
  release: 'The hold was released',
  voided: 'What was told is void',
};

export const TREATMENTS = {
  separate: 'as a separate contract',
  prospective: 'for the future only',
  catchUp: 'with a catch-up',
  mixed: 'partly for the future, partly with a catch-up',
} as const;

/** What happened to the contract, newest first, each with the day it counts from. */
export function ContractTimeline({ view }: { readonly view: Contract }) {
  const currency = view.contract.currencyCode;
  const items = [...view.events].reverse().map(({ seq, event, recordedAt }) => ({
    id: String(seq),
    at: recordedAt,
    who: WORDS[event.kind],
    what: detailOf(event, currency),
    where: `counts from ${formatDate(event.effectiveDate)}`,
    ...('reason' in event && event.reason ? { note: event.reason } : {}),
  }));
  return (
    <Panel title="What happened">
      {items.length === 0 ? (
        <p className="text-ink-mute">Nothing yet: the contract is a draft.</p>
      ) : (
        <Timeline items={items} />
      )}
    </Panel>
  );
}

function detailOf(event: Event, currency: string): string {
  const parts: string[] = [];
  if (event.kind === 'modification') {
    const count = event.additions?.length ?? 0;
    parts.push(TREATMENTS[event.treatment]);
    if (count > 0) parts.push(`${count} ${count === 1 ? 'obligation' : 'obligations'} added`);
  }
  if ('key' in event && event.key) parts.push(event.key);
  if ('milestone' in event) parts.push(event.milestone);
  if ('amount' in event && event.amount !== undefined) {
    parts.push(`${currency} ${formatAmount(event.amount, currency)}`);
  }
  return parts.length === 0 ? '' : `· ${parts.join(' · ')}`;
}
