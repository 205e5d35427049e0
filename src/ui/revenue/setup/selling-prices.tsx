'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Quantity } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { FilterBar, SearchBox } from '@/ui/kit/tables/filter-bar';
import { Pager } from '@/ui/kit/tables/pager';
import { TextLink } from '@/ui/kit/text-link';
import { EditableList } from '@/ui/records/editable-list';
import { RemoveDialog } from '@/ui/records/remove-record';
import { useBooks } from '@/ui/shell/session';
import { labelIn } from './policy-words';
import { pricesQuestion, revenueSetupFilters } from './setup-filters';
import { type SellingPrice, SSP_METHODS, SspDialog, SspEndDialog } from './ssp-dialog';

/** The standalone selling prices with the days they are in force (606-10-32-31 to 32-35). */
export function SellingPrices() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(revenueSetupFilters);
  const question = pricesQuestion(filters);
  const query = trpc.revenue.ssp.list.useQuery(question, { placeholderData: keepPreviousData });
  const mayWrite = books.may('revenue.policy');
  const [removed, setRemoved] = useState<SellingPrice | null>(null);
  const removal = trpc.revenue.ssp.remove.useMutation();
  const clear = () => void setFilters({ product: null, page: null });
  const columns: Column<SellingPrice>[] = [
    {
      id: 'product',
      header: 'Product',
      narrow: 'title',
      cell: (row) => (
        <span className="flex items-center gap-2">
          {row.itemId === null ? (
            <b className="font-medium">{row.productCode}</b>
          ) : (
            <TextLink href={books.path(`items/${row.itemId}`)}>{row.productCode}</TextLink>
          )}
          {row.validFrom <= books.today && (row.validTo === null || row.validTo >= books.today) ? (
            <Pill tone="positive">In force</Pill>
          ) : null}
        </span>
      ),
    },
    { id: 'stratum', header: 'Applies to', cell: (row) => row.stratum || 'Everyone' },
    { id: 'from', header: 'Valid from', cell: (row) => <DateText value={row.validFrom} /> },
    { id: 'to', header: 'Valid to', narrowLabel: true, cell: (row) => <DateText value={row.validTo} /> },
    {
      id: 'method',
      header: 'Found by',
      className: 'max-md:hidden',
      cell: (row) => labelIn(SSP_METHODS, row.method),
    },
    {
      id: 'evidence',
      header: 'Evidence',
      className: 'max-w-64 truncate text-ink-mute max-lg:hidden',
      cell: (row) => row.evidence,
    },
    {
      id: 'range',
      header: 'Range',
      align: 'end',
      narrow: 'detail',
      cell: (row) =>
        row.rangeLow === null || row.rangeHigh === null ? null : (
          <>
            <Quantity value={row.rangeLow} /> to <Quantity value={row.rangeHigh} />
          </>
        ),
    },
    { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
    {
      id: 'ssp',
      header: 'Unit price',
      align: 'end',
      narrow: 'figure',
      cell: (row) => <Quantity value={row.ssp} />,
    },
  ];
  return (
    <>
      <FilterBar isFiltered={filters.product !== ''} onClear={clear}>
        <SearchBox
          label="Product code"
          className="w-72"
          value={filters.product}
          onValue={(product) => void setFilters({ product: product || null, page: null })}
        />
      </FilterBar>
      <EditableList
        label="Standalone selling prices"
        query={{ data: query.data?.rows, error: query.error, refetch: query.refetch }}
        columns={columns}
        emptyTitle="No standalone selling prices yet"
        onClear={filters.product === '' ? undefined : clear}
        emptyWords="Contracts then ask for the price of each obligation. The analysis of own sales proposes them."
        newLabel={mayWrite ? 'New price' : undefined}
        newDialog={(close) => <SspDialog onClose={close} />}
        acts={
          mayWrite
            ? (row, open) => {
                const which = `${row.productCode} from ${row.validFrom}`;
                return [
                  { words: 'Edit', label: `Edit ${which}`, onPress: open },
                  { words: 'Delete', label: `Delete ${which}`, onPress: () => setRemoved(row) },
                ];
              }
            : undefined
        }
        rowDialog={(price, close) => <SspEndDialog price={price} onClose={close} />}
      />
      <Pager
        page={filters.page}
        limit={question.limit}
        total={query.data?.total ?? 0}
        onPage={(page) => void setFilters({ page })}
      />
      {removed ? (
        <RemoveDialog
          record={removed}
          name={`the price of ${removed.productCode} from ${removed.validFrom}`}
          words="Contracts that were allocated with it keep the figure. New ones take the price that is then in force."
          removal={removal}
          onClose={() => {
            removal.reset();
            setRemoved(null);
          }}
        />
      ) : null}
    </>
  );
}
