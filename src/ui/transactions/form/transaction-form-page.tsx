import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { EditTransactionScreen, NewTransactionScreen } from './transaction-form-screens';

export const newTransactionMetadata: Metadata = { title: 'New transaction' };
export const editTransactionMetadata: Metadata = { title: 'Edit transaction' };

/** `/books/<org>/transactions/new?kind=…`. */
export async function NewTransactionPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<{ kind?: string | string[] }>;
}) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  const { kind } = await searchParams;
  await trpc.directory.documentChoices.prefetch({});
  return (
    <HydrateClient>
      <NewTransactionScreen kind={typeof kind === 'string' ? kind : 'JOURNAL'} />
    </HydrateClient>
  );
}

/** `/books/<org>/transactions/<id>/edit`: drafts only. */
export async function EditTransactionPage({
  params,
}: {
  readonly params: Promise<{ org: string; id: string }>;
}) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await Promise.all([
    trpc.directory.documentChoices.prefetch({}),
    trpc.transactions.get.prefetch({ id }),
    trpc.transactions.names.prefetch({ id }),
  ]);
  return (
    <HydrateClient>
      <EditTransactionScreen id={id} />
    </HydrateClient>
  );
}
