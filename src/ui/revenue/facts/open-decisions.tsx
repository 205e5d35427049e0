'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Notice } from '@/ui/kit/notice';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { TREATMENT_WORDS } from '../contracts/event-detail';

const DecideDialog = dynamic(() => import('./decide-dialog').then((part) => part.DecideDialog), {
  ssr: false,
});

/** Modifications for which the facts known now require a different treatment from the one chosen. */
export function OpenDecisions({ view, isPast }: { readonly view: Contract; readonly isPast: boolean }) {
  const books = useBooks();
  const [open, setOpen] = useState<Contract['openDecisions'][number] | null>(null);
  return (
    <>
      {view.openDecisions.map((decision) => (
        <Notice key={decision.eventId} tone="caution">
          <p>
            The modification of {formatDate(decision.effectiveDate)} is treated{' '}
            {TREATMENT_WORDS[decision.chosen]}. Based on the facts known now, it would be treated{' '}
            {TREATMENT_WORDS[decision.required]} ({decision.paragraph}). Until a decision is made, the chosen
            treatment remains in effect.
          </p>
          {isPast || !books.may('revenue.write') ? null : (
            <Button size="small" onPress={() => setOpen(decision)}>
              Reassess treatment…
            </Button>
          )}
        </Notice>
      ))}
      {open ? <DecideDialog decision={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
