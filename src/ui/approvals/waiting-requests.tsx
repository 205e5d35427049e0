'use client';

import type { RouterOutputs } from '@/surfaces/trpc/react';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { requestWords } from './request-words';

type Request = RouterOutputs['revenue']['approvals']['list']['rows'][number];

/** Shown where a change was prepared: that it waits for a second person, what it would do, who prepared it, and a link to the decision. */
export function WaitingRequests({ rows }: { readonly rows: readonly Request[] }) {
  const books = useBooks();
  return rows.map((row) => (
    <Notice key={row.id} tone="caution">
      Waits for approval: {requestWords(row)}. Prepared by {row.requestedByName ?? 'Daybook'},{' '}
      <InstantText value={row.requestedAt} />.{' '}
      <TextLink href={books.path('approvals')}>
        {books.may('gl.transaction.approve') ? 'Review and decide' : 'See what is waiting'}
      </TextLink>
    </Notice>
  ));
}
