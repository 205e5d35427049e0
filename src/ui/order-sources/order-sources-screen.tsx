'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { SOURCE_FACTS, type SourceKind } from '@/core/orders/source-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { TextLink } from '@/ui/kit/text-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { editColumn } from '@/ui/records/row-acts';
import { useSubsidiaries } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import { type OrderSource, OrderSourceDialog } from './order-source-dialog';

/** Where orders and bills come from, and how many orders of each wait. */
export function OrderSourcesScreen() {
  const books = useBooks();
  const mayWrite = books.may('revenue.write');
  const subsidiaries = useSubsidiaries();
  const [edited, setEdited] = useState<OrderSource | null>(null);
  const query = trpc.orderSources.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const counts = trpc.orderSources.counts.useQuery({});
  const waiting = useMemo(
    () =>
      new Map(
        counts.data?.filter((one) => one.orderState === 'WAITING').map((one) => [one.sourceId, one.count]),
      ),
    [counts.data],
  );
  const columns = useMemo<Column<OrderSource>[]>(
    () => [
      { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
      {
        id: 'name',
        header: 'Source',
        narrow: 'title',
        cell: (row) => <RowLink href={books.path(`order-sources/${row.id}`)}>{row.name}</RowLink>,
      },
      { id: 'kind', header: 'Files', cell: (row) => SOURCE_FACTS[row.kind as SourceKind].label },
      { id: 'subsidiary', header: 'Subsidiary', cell: (row) => subsidiaries.nameOf(row.subsidiaryId) },
      {
        id: 'waiting',
        header: 'Waiting',
        align: 'end',
        cell: (row) => {
          const count = waiting.get(row.id) ?? 0;
          return count === 0 ? null : (
            <TextLink href={books.path(`order-sources/${row.id}?tab=waiting`)}>{count}</TextLink>
          );
        },
      },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
      ...editColumn<OrderSource>(mayWrite, setEdited),
    ],
    [books, mayWrite, subsidiaries, waiting],
  );
  return (
    <>
      <ListScreen
        title="Order sources"
        searchLabel="Search name or code"
        query={query}
        columns={columns}
        emptyWords="No sources yet. Add one to turn the orders and bills of another system into contracts, facts and invoices."
        inactiveLabel="Inactive sources"
        newLabel={mayWrite ? 'New source' : undefined}
        newDialog={(close) => <OrderSourceDialog onClose={close} />}
      />
      {edited ? <OrderSourceDialog source={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
