'use client';

import { trpc } from '@/surfaces/trpc/react';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { TransactionsTable } from '@/ui/transactions/transactions-table';
import { documentsQuestion } from './entity-documents-question';

/** The latest documents with a customer, vendor or employee; for those who may read transactions. */
export function EntityDocuments({ id }: { readonly id: string }) {
  const books = useBooks();
  const mayRead = books.may('gl.transaction.read');
  const query = trpc.transactions.list.useQuery(documentsQuestion(id), { enabled: mayRead });
  if (!mayRead) return null;
  return (
    <section aria-label="Documents" className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">Documents</h2>
        {query.data && query.data.total > query.data.rows.length ? (
          <TextLink href={books.path(`transactions?entity=${id}`)}>
            All {query.data.total.toLocaleString('en-US')}
            {query.data.isCounted ? '' : '+'}
          </TextLink>
        ) : null}
      </div>
      <QueryView query={query} skeleton={<Skeleton className="h-40" />}>
        {(page) => (
          <TransactionsTable
            label="Documents"
            rows={page.rows}
            empty={<EmptyState title="No documents yet" />}
          />
        )}
      </QueryView>
    </section>
  );
}
