import type { RouterOutputs } from '@/surfaces/trpc/react';
import { booksServer } from '@/surfaces/trpc/server';
import { journalsOf, partiesOf } from './named-rows';

type Documents = RouterOutputs['transactions']['list'];
type Contracts = RouterOutputs['revenue']['contracts']['list'];
type Document = RouterOutputs['transactions']['get'];
type Contract = RouterOutputs['revenue']['contracts']['get'];
type Subscriptions = RouterOutputs['subscriptions']['page'];

/**
 * After a page has prefetched its lists or its record, prefetches the names and the journals' volumes their rows are shown with: requested
 * by the browser, they would arrive a moment after the rows, and columns would shift while the page is read.
 */
export async function prefetchNames(org: string): Promise<void> {
  const { trpc, fetchedAll } = await booksServer(org);
  const documents = fetchedAll<Documents>('transactions', 'list').map(({ rows }) => rows);
  const parties = [
    ...documents.map((rows) => partiesOf(rows.map(({ entityId }) => entityId))),
    ...fetchedAll<Contracts>('revenue', 'contracts', 'list').map(({ rows }) =>
      partiesOf(rows.map(({ customerId }) => customerId)),
    ),
    ...fetchedAll<Subscriptions>('subscriptions', 'page').map(({ rows }) =>
      partiesOf(rows.map(({ customerId }) => customerId)),
    ),
    ...fetchedAll<Document>('transactions', 'get').map(({ entityId }) => partiesOf([entityId])),
    ...fetchedAll<Contract>('revenue', 'contracts', 'get').map(({ contract }) =>
      partiesOf([contract.customerId]),
    ),
  ];
  const journals = documents.map(journalsOf);
  await Promise.all([
    ...parties.filter(isAsked).map((ids) => trpc.directory.entityNames.prefetch({ ids })),
    ...journals.filter(isAsked).map((ids) => trpc.directory.journalVolumes.prefetch({ ids })),
  ]);
}

const isAsked = (ids: readonly string[]): boolean => ids.length > 0;
