'use client';

import { formatAmount } from '@/ui/kit/amount-format';
import { formatDate } from '@/ui/kit/date-format';
import { Panel } from '@/ui/kit/panel';
import { Timeline } from '@/ui/kit/timeline';
import type { Contract } from './contract-months';

type Event = Contract['events'][number]['event'];

const WORDS: Readonly<Record<Event['kind'], string>> = {
  created: 'The contract was recorded',
  activated: 'The contract became active',
  delivery: 'Delivered',
  progress: 'Progress was measured',
  costs: 'Costs were measured',
  milestone: 'A milestone was reached',
  usage: 'Usage was recorded',
  royalty: 'Sales subject to a royalty were reported',
  redemption: 'Rights were exercised',
  lapse: 'Rights expired',
  reassessment: 'A variable amount was re-estimated',
  returnsEstimate: 'Expected returns were estimated',
  accrual: 'Interest accrued',
  payout: 'Money was paid to the customer',
  return: 'Goods were returned',
  refundEstimate: 'The refund liability was estimated',
  estimateChange: 'The transaction price was re-estimated',
  invoice: 'An invoice was issued',
  invoiceReversed: 'An invoice was reversed',
  payment: 'A payment came in',
  interest: 'Interest was recognized',
  journal: 'A journal was attached',
  creditNote: 'A credit note was issued',
  modification: 'The contract was modified',
  termination: 'The contract was terminated',
  hold: 'Recognition was put on hold',
  release: 'The hold was released',
  periodClosed: 'A period was closed',
};

export const TREATMENTS = {
  separate: 'as a separate contract',
  prospective: 'prospectively',
  catchUp: 'with a cumulative catch-up',
  mixed: 'partly for the future, partly with a cumulative catch-up',
} as const;

/** The events of the contract, newest first, each with its effective date. */
export function ContractTimeline({ view }: { readonly view: Contract }) {
  const currency = view.contract.currencyCode;
  const items = [...view.events].reverse().map(({ seq, event, recordedAt }) => ({
    id: String(seq),
    at: recordedAt,
    who: WORDS[event.kind],
    what: detailOf(event, currency),
    where: `effective ${formatDate(event.effectiveDate)}`,
    ...('reason' in event && event.reason ? { note: event.reason } : {}),
  }));
  return (
    <Panel title="What happened">
      {items.length === 0 ? (
        <p className="text-ink-mute">No events yet. The contract is a draft.</p>
      ) : (
        <Timeline items={items} />
      )}
    </Panel>
  );
}

function detailOf(event: Event, currency: string): string {
  const parts: string[] = [];
  if (event.kind === 'modification') {
    const count = event.changes.length + (event.additions?.length ?? 0);
    parts.push(TREATMENTS[event.treatment], `${count} ${count === 1 ? 'obligation' : 'obligations'}`);
  }
  if ('key' in event && event.key) parts.push(event.key);
  if ('milestone' in event) parts.push(event.milestone);
  if ('amount' in event && event.amount !== undefined) {
    parts.push(`${currency} ${formatAmount(event.amount, currency)}`);
  }
  if (event.kind === 'periodClosed') parts.push(`through ${event.through}`);
  return parts.length === 0 ? '' : `· ${parts.join(' · ')}`;
}
