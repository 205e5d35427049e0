'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { gapWords } from '@/core/revenue/judgements/judged-answers';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Notice } from '@/ui/kit/notice';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';

const AnswerDialog = dynamic(() => import('./answer-dialog').then((part) => part.AnswerDialog), {
  ssr: false,
});

/** The question about financing that the payments of a contract raise, until someone answers it (606-10-32-15). */
export function FinancingQuestion({ view, isPast }: { readonly view: Contract; readonly isPast: boolean }) {
  const books = useBooks();
  const [isOpen, setOpen] = useState(false);
  const { financingQuestion: asked } = view;
  if (asked === null) return null;
  return (
    <Notice tone="caution">
      <p>
        {gapWords(asked, formatDate)}{' '}
        {asked.isContradicted
          ? 'The practical expedient for one year or less (32-18) does not apply.'
          : 'Does the contract have a significant financing component (606-10-32-15)?'}
      </p>
      {isPast || !books.may('revenue.write') ? null : (
        <Button size="small" onPress={() => setOpen(true)}>
          Answer…
        </Button>
      )}
      {isOpen ? <AnswerDialog view={view} about="" onClose={() => setOpen(false)} /> : null}
    </Notice>
  );
}
