'use client';

import { PAIR_DIFFERENCES } from '@/core/intercompany/differences';
import { trpc } from '@/surfaces/trpc/react';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useSubsidiaries } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';

/** On a document between subsidiaries: the document on the other side, and the differences between the two. */
export function PairNotice({ id }: { readonly id: string }) {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  const { data } = trpc.intercompany.pairs.useQuery(
    { documentId: id },
    { enabled: books.may('gl.report.read') && subsidiaries.rows.length > 1 },
  );
  return (data?.pairs ?? []).map((pair) => {
    const isMirror = pair.mirror?.id === id;
    const other = isMirror ? pair.source : pair.mirror;
    const company = subsidiaries.nameOf(isMirror ? pair.subsidiaryId : pair.sisterId);
    return (
      <Notice key={pair.id} tone={pair.open.length === 0 ? 'neutral' : 'caution'}>
        <p>
          {isMirror ? 'This mirrors ' : 'Its mirror is '}
          {other === null ? (
            pair.hasMirror ? (
              'in a company outside your role'
            ) : (
              `not made yet. ${pair.problem ?? 'It is made in a moment'}`
            )
          ) : (
            <>
              <TextLink href={books.path(`transactions/${other.id}`)}>{other.number}</TextLink>
              {` of ${company}, ${STATUS_WORDS[other.status] ?? other.status}`}
            </>
          )}
          .
        </p>
        {pair.open.map((name) => (
          <p key={name}>{PAIR_DIFFERENCES[name]}.</p>
        ))}
      </Notice>
    );
  });
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  DRAFT: 'a draft',
  PENDING_APPROVAL: 'waiting for approval',
  APPROVED: 'approved but not posted',
  POSTED: 'posted',
  PAID: 'posted and paid',
  CLOSED: 'posted and closed',
  CANCELLED: 'canceled',
  REVERSED: 'reversed',
};
