'use client';

import { trpc } from '@/surfaces/trpc/react';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import type { Document } from './document';
import { ImpactView } from './impact-view';

type Identified = Pick<Document, 'id' | 'transactionNumber'>;

/** The document's ledger entry, before and after posting. */
export function ImpactDrawer({
  document,
  onClose,
}: {
  readonly document: Identified;
  readonly onClose: () => void;
}) {
  return (
    <Drawer title="GL impact" isOpen onClose={onClose}>
      <DocumentImpact document={document} />
    </Drawer>
  );
}

/** The entry that a document has, or would have once it is posted. */
export function DocumentImpact({ document }: { readonly document: Identified }) {
  const books = useBooks();
  const query = trpc.transactions.glImpact.useQuery({ id: document.id });
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-40" />}>
      {(impact) => (
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">
            {impact.isPosted && impact.glTransactionId ? (
              <>
                Posted on {formatDate(impact.postingDate)} as{' '}
                <TextLink href={books.path(`entries/${impact.glTransactionId}`)}>
                  {impact.entryNumber}
                </TextLink>
                .
              </>
            ) : (
              `If posted on ${formatDate(impact.postingDate)}, ${document.transactionNumber} would create this entry.`
            )}
          </p>
          <ImpactView impact={impact} />
        </div>
      )}
    </QueryView>
  );
}
