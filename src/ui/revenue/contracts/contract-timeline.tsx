'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/ui/kit/button';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Timeline, type TimelineItem } from '@/ui/kit/figures/timeline';
import { Panel } from '@/ui/kit/layout/panel';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { WORDS } from '../facts/fact-words';
import type { Contract } from './contract-months';
import { costNames, eventDetail } from './event-detail';

const ReplaceDialog = dynamic(() => import('../facts/replace-dialog').then((part) => part.ReplaceDialog), {
  ssr: false,
});
const VoidDialog = dynamic(() => import('../facts/void-dialog').then((part) => part.VoidDialog), {
  ssr: false,
});

type Event = Contract['events'][number]['event'];

/** Events that cannot be voided on this page. A document's event is voided by reversing the document. */
const STANDING: readonly Event['kind'][] = ['created', 'activated', 'voided', 'accrual'];

/** What happened to the contract, the last first, each fact with the day it counts from; what was recorded wrongly is voided or replaced here. */
export function ContractTimeline({ view, isPast }: { readonly view: Contract; readonly isPast: boolean }) {
  const books = useBooks();
  const [wrong, setWrong] = useState<{ id: string; what: string } | null>(null);
  const [replaced, setReplaced] = useState<Event | null>(null);
  const currency = view.contract.currencyCode;
  const isVoid = new Set(view.events.flatMap(({ event }) => (event.kind === 'voided' ? [event.of] : [])));
  const costs = costNames(view.events.map(({ event }) => event));
  const detail = (event: Event) => eventDetail(event, currency, costs);
  const recorded = new Map(view.events.map(({ event }) => [event.id, event]));
  const canVoid = (event: Event, sourceKind: string | null) =>
    !isPast &&
    books.may('revenue.write') &&
    !STANDING.includes(event.kind) &&
    !isVoid.has(event.id) &&
    (sourceKind === null || sourceKind.startsWith('REFERENCE:'));
  const facts = view.events.map(({ seq, event, recordedAt, sourceKind }) => {
    const about = event.kind === 'voided' ? recorded.get(event.of) : undefined;
    const what = about === undefined ? detail(event) : `· ${WORDS[about.kind]} ${detail(about)}`;
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
              <span className="flex gap-2">
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Replace: ${WORDS[event.kind]} ${what}`}
                  onPress={() => setReplaced(event)}
                >
                  Replace…
                </Button>
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Void: ${WORDS[event.kind]} ${what}`}
                  onPress={() => setWrong({ id: event.id, what: `${WORDS[event.kind]} ${what}` })}
                >
                  Void…
                </Button>
              </span>
            ),
          }
        : {}),
    };
  });
  const reversals = view.reversals.map(
    (one): TimelineItem => ({
      id: `${one.runId} ${one.recordedAt}`,
      at: one.recordedAt,
      who: 'A recognition run was reversed',
      what: `· ${one.reversesRunNumber} · ${currency} ${formatAmount(one.amount, currency)}`,
      where: `posted on ${formatDate(one.postingDate)}`,
      note: (
        <>
          {one.reason} <TextLink href={books.path(`revenue/runs/${one.runId}`)}>{one.runNumber}</TextLink>
        </>
      ),
    }),
  );
  const items = lastFirst(facts, reversals);
  return (
    <Panel title="Events">
      {items.length === 0 ? (
        <p className="text-ink-mute">No events yet. The contract is a draft.</p>
      ) : (
        <Timeline items={items} />
      )}
      {replaced ? <ReplaceDialog view={view} replaces={replaced} onClose={() => setReplaced(null)} /> : null}
      {wrong ? <VoidDialog view={view} fact={wrong} onClose={() => setWrong(null)} /> : null}
    </Panel>
  );
}

/** Facts in the order recorded, and reversals among it by their moment; the last first. */
function lastFirst(facts: readonly TimelineItem[], reversals: readonly TimelineItem[]): TimelineItem[] {
  const waiting = [...reversals];
  const inOrder: TimelineItem[] = [];
  for (const fact of facts) {
    while (waiting[0] !== undefined && waiting[0].at < fact.at) inOrder.push(...waiting.splice(0, 1));
    inOrder.push(fact);
  }
  return [...inOrder, ...waiting].reverse();
}
