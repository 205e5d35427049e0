'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useEntityNames } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import { SubscriptionDialog } from './subscription-dialog';

type Row = RouterOutputs['subscriptions']['page']['rows'][number];

/** Every subscription: customer, start, billing and renewal. */
export function SubscriptionsScreen() {
  const books = useBooks();
  const query = trpc.subscriptions.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const ids = useMemo(() => query.data?.rows.map(({ customerId }) => customerId) ?? [], [query.data]);
  const names = useEntityNames(ids);
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'number',
        header: 'Number',
        className: 'whitespace-nowrap',
        cell: (row) => (
          <RowLink href={books.path(`subscriptions/${row.id}`)}>{row.subscriptionNumber}</RowLink>
        ),
      },
      { id: 'name', header: 'Name', className: 'max-w-72 truncate', cell: (row) => row.name },
      {
        id: 'customer',
        header: 'Customer',
        className: 'max-w-64 truncate',
        cell: (row) =>
          row.customerId && names.has(row.customerId) ? (
            <TextLink href={books.path(`customers/${row.customerId}`)} tabIndex={-1}>
              {names.get(row.customerId)}
            </TextLink>
          ) : null,
      },
      { id: 'start', header: 'Starts', cell: (row) => <DateText value={row.startDate} /> },
      { id: 'end', header: 'Ends', cell: (row) => <DateText value={row.endDate} /> },
      { id: 'billing', header: 'Billed', cell: (row) => statusWords(row.billingFrequency) },
      {
        id: 'renewal',
        header: 'Renews',
        className: 'max-lg:hidden',
        cell: (row) => statusWords(row.renewal),
      },
      { id: 'currency', header: 'Currency', className: 'text-ink-mute', cell: (row) => row.currencyCode },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.subscriptionStatus} /> },
    ],
    [books, names],
  );
  return (
    <ListScreen
      title="Subscriptions"
      searchLabel="Search number or name"
      query={query}
      columns={columns}
      emptyWords="No subscriptions yet"
      inactiveLabel="Inactive subscriptions"
      actions={<ButtonLink href={books.path('subscriptions/billing')}>Billing</ButtonLink>}
      newLabel={books.may('billing.write') ? 'New subscription' : undefined}
      newDialog={(close) => <SubscriptionDialog onClose={close} />}
    />
  );
}
