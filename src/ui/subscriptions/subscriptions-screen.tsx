'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import type { Column } from '@/ui/kit/data-table';
import { DateText } from '@/ui/kit/date-text';
import { StatusPill, statusWords } from '@/ui/kit/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useBooks } from '@/ui/shell/session';

type Row = RouterOutputs['subscriptions']['page']['rows'][number];

/** What customers pay for again and again. */
export function SubscriptionsScreen() {
  const books = useBooks();
  const query = trpc.subscriptions.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const ids = [...new Set(query.data?.rows.flatMap((row) => row.customerId ?? []) ?? [])].sort();
  const names = trpc.directory.entityNames.useQuery({ ids }, { enabled: ids.length > 0, staleTime: 300_000 });
  const nameOf = new Map(names.data?.map((entity) => [entity.id, entity.name]));
  const columns: Column<Row>[] = [
    {
      id: 'number',
      header: 'Number',
      cell: (row) => <span className="font-medium">{row.subscriptionNumber}</span>,
    },
    { id: 'name', header: 'Name', cell: (row) => row.name },
    {
      id: 'customer',
      header: 'Customer',
      cell: (row) =>
        row.customerId ? (
          <TextLink href={books.path(`customers/${row.customerId}`)}>
            {nameOf.get(row.customerId) ?? 'Customer'}
          </TextLink>
        ) : null,
    },
    { id: 'start', header: 'Starts', cell: (row) => <DateText value={row.startDate} /> },
    { id: 'end', header: 'Ends', cell: (row) => <DateText value={row.endDate} /> },
    { id: 'billing', header: 'Billed', cell: (row) => statusWords(row.billingFrequency) },
    { id: 'renewal', header: 'Renewal', cell: (row) => statusWords(row.renewal) },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.subscriptionStatus} /> },
    { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
  ];
  return (
    <ListScreen
      title="Subscriptions"
      searchLabel="Search number or name"
      query={query}
      columns={columns}
      emptyWords="No subscription yet"
    />
  );
}
