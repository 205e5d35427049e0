'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { formatAmount } from '@/ui/kit/amount-format';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/date-format';
import { Panel } from '@/ui/kit/panel';
import { Timeline } from '@/ui/kit/timeline';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from './contract-months';

const VoidDialog = dynamic(() => import('./void-dialog').then((part) => part.VoidDialog), { ssr: false });

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
  payout: 'A payment was made to the customer',
  return: 'Goods were returned',
  refundEstimate: 'The refund liability was estimated',
  estimateChange: 'The transaction price was re-estimated',
  invoice: 'An invoice was issued',
  invoiceReversed: 'An invoice was reversed',
  payment: 'A payment was received',
  interest: 'Interest was recognized',
  journal: 'A journal was attached',
  creditNote: 'A credit memo was issued',
  modification: 'The contract was modified',
  termination: 'The contract was terminated',
  hold: 'Recognition was put on hold',
  release: 'The hold was released',
  voided: 'An event was voided',
};

export const TREATMENTS = {
  separate: 'as a separate contract',
  prospective: 'prospectively',
  catchUp: 'with a cumulative catch-up',
  mixed: 'partly prospectively, partly with a cumulative catch-up',
} as const;

/** Events that cannot be voided on this page. A document's event is voided by reversing the document. */
const STANDING: readonly Event['kind'][] = ['created', 'activated', 'voided', 'accrual'];

/**
 * The events of the contract, last recorded first, each with its effective date; events
 * recorded in error are voided here.
 */
export function ContractTimeline({ view, isPast }: { readonly view: Contract; readonly isPast: boolean }) {
  const books = useBooks();
  const [wrong, setWrong] = useState<{ id: string; what: string } | null>(null);
  const currency = view.contract.currencyCode;
  const isVoid = new Set(view.events.flatMap(({ event }) => (event.kind === 'voided' ? [event.of] : [])));
  const told = new Map(view.events.map(({ event }) => [event.id, event]));
  const canVoid = (event: Event, sourceKind: string | null) =>
    !isPast &&
    books.may('revenue.write') &&
    !STANDING.includes(event.kind) &&
    !isVoid.has(event.id) &&
    (sourceKind === null || sourceKind.startsWith('REFERENCE:'));
  const items = [...view.events].reverse().map(({ seq, event, recordedAt, sourceKind }) => {
    const about = event.kind === 'voided' ? told.get(event.of) : undefined;
    const what =
      about === undefined ? detailOf(event, currency) : `· ${WORDS[about.kind]} ${detailOf(about, currency)}`;
    return {
      id: String(seq),
      at: recordedAt,
      who: WORDS[event.kind],
      what,
      where: `effective ${formatDate(event.effectiveDate)}`,
      isStruck: isVoid.has(event.id),
      ...('reason' in event && event.reason ? { note: event.reason } : {}),
      ...(canVoid(event, sourceKind)
        ? {
            action: (
              <Button
                tone="quiet"
                size="small"
                aria-label={`Void: ${WORDS[event.kind]} ${what}`}
                onPress={() => setWrong({ id: event.id, what: `${WORDS[event.kind]} ${what}` })}
              >
                Void…
              </Button>
            ),
          }
        : {}),
    };
  });
  return (
    <Panel title="Events">
      {items.length === 0 ? (
        <p className="text-ink-mute">No events yet. The contract is a draft.</p>
      ) : (
        <Timeline items={items} />
      )}
      {wrong ? <VoidDialog view={view} fact={wrong} onClose={() => setWrong(null)} /> : null}
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
