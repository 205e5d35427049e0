'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import {
  isTransactionKind,
  KIND_FACTS,
  PAYMENT_KINDS,
  type TransactionKind,
} from '@/core/transactions/kinds';
import { mayMove } from '@/core/transactions/status';
import { trpc } from '@/surfaces/trpc/react';
import { FullPageMessage } from '@/ui/kit/layout/full-page-message';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { ButtonLink } from '@/ui/kit/text-link';
import { PaymentForm } from '@/ui/payments/payment-form';
import { isPlainPayment } from '@/ui/payments/payment-kinds';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import type { Entered } from './other-kind';
import { TransactionForm } from './transaction-form';
import { withNamed } from './use-line-choices';

/** A new document of any kind; another kind is another form. */
export function NewTransactionScreen({ kind }: { readonly kind: string }) {
  const books = useBooks();
  const chosen: TransactionKind = isTransactionKind(kind) ? kind : 'JOURNAL';
  const router = useRouter();
  const [entered, setEntered] = useState<Entered | null>(null);
  const choices = trpc.directory.documentChoices.useQuery({}, { staleTime: 300_000 });
  function change(next: TransactionKind, filled: Entered | null) {
    setEntered(filled);
    router.replace(books.path(`transactions/new?kind=${next}`));
  }
  return (
    <Page>
      <PageHeader
        title={`New ${KIND_FACTS[chosen].label.toLowerCase()}`}
        trail={[{ label: 'Transactions', href: books.path('transactions') }]}
      />
      <QueryView query={choices} skeleton={<PageSkeleton />}>
        {(data) =>
          PAYMENT_KINDS.includes(chosen) ? (
            <PaymentForm
              key={chosen}
              kind={chosen}
              choices={data}
              entered={entered?.kind === chosen ? null : entered}
              onKind={change}
            />
          ) : (
            <TransactionForm
              key={chosen}
              kind={chosen}
              choices={data}
              draft={null}
              entered={entered?.kind === chosen ? null : entered}
              onKind={change}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

/** Edits a draft. Documents in any later status cannot be edited. */
export function EditTransactionScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const choices = trpc.directory.documentChoices.useQuery({}, { staleTime: 300_000 });
  const draft = trpc.transactions.get.useQuery({ id }, { refetchOnWindowFocus: false });
  const names = trpc.transactions.names.useQuery({ id }, { refetchOnWindowFocus: false });
  return (
    <QueryView query={draft} skeleton={<PageSkeleton />}>
      {(document) =>
        mayMove(document.status, 'edit') ? (
          <Page>
            <PageHeader
              title={`Edit ${document.transactionNumber}`}
              trail={[
                { label: 'Transactions', href: books.path('transactions') },
                { label: document.transactionNumber, href: books.path(`transactions/${id}`) },
              ]}
            />
            <QueryView query={names} skeleton={<PageSkeleton />}>
              {(named) => (
                <QueryView query={choices} skeleton={<PageSkeleton />}>
                  {(data) =>
                    isPlainPayment(document) ? (
                      <PaymentForm kind={document.kind} choices={withNamed(data, named)} stored={document} />
                    ) : (
                      <TransactionForm kind={document.kind} choices={data} draft={document} names={named} />
                    )
                  }
                </QueryView>
              )}
            </QueryView>
          </Page>
        ) : (
          <FullPageMessage
            title="Only drafts can be edited"
            action={<ButtonLink href={books.path(`transactions/${id}`)}>Open the transaction</ButtonLink>}
          >
            {document.transactionNumber} is already {document.status.toLowerCase().replace('_', ' ')}. Reverse
            or duplicate it instead.
          </FullPageMessage>
        )
      }
    </QueryView>
  );
}
