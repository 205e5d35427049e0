'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { isZeroDecimal } from '@/core/money/plain-decimal';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { useFinance } from '@/ui/finance/use-finance';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { balancesQuestion } from './intercompany-filters';

type Balance = RouterOutputs['intercompany']['balances']['balances'][number];

/** What each pair of companies owes one another at the end of the month. */
export function SisterBalances() {
  const finance = useFinance();
  const subsidiaries = useSubsidiaries();
  const query = trpc.intercompany.balances.useQuery(balancesQuestion(finance), {
    placeholderData: keepPreviousData,
  });
  const columns: Column<Balance>[] = [
    { id: 'company', header: 'Company', cell: (row) => subsidiaries.nameOf(row.subsidiaryId) },
    {
      id: 'with',
      header: 'With',
      cell: (row) =>
        row.sisterId === null ? (
          <span className="text-caution">No company is named</span>
        ) : (
          subsidiaries.nameOf(row.sisterId)
        ),
    },
    { id: 'currency', header: 'Currency', className: 'text-ink-mute', cell: (row) => row.currencyCode },
    {
      id: 'ours',
      header: 'Its balance',
      align: 'end',
      cell: (row) => <Money value={row.ours} currency={row.currencyCode} />,
    },
    {
      id: 'theirs',
      header: 'The other’s balance',
      align: 'end',
      cell: (row) => <Money value={row.theirs} currency={row.currencyCode} />,
    },
    {
      id: 'difference',
      header: 'Difference',
      align: 'end',
      cell: (row) => (
        <Money
          value={row.difference}
          currency={row.currencyCode}
          className={isZeroDecimal(row.difference) ? '' : 'font-medium text-danger'}
        />
      ),
    },
  ];
  return (
    <QueryView query={query}>
      {({ asOf, balances }) => (
        <>
          <p className="text-ink-mute">
            Accounts that consolidation eliminates as intercompany, as of {formatDate(asOf)}. Debits are
            positive; the two balances cancel when the companies agree.
          </p>
          <DataTable
            label="Intercompany balances"
            columns={columns}
            rows={balances}
            rowId={(row) => `${row.subsidiaryId}/${row.sisterId}/${row.currencyCode}`}
            isStale={query.isPlaceholderData}
            empty={<EmptyState title="Nothing is owed between subsidiaries" />}
          />
        </>
      )}
    </QueryView>
  );
}
