'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { DateText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { Money } from '@/ui/kit/money';
import { TableSkeleton } from '@/ui/kit/skeleton';
import { StatusPill, statusWords } from '@/ui/kit/status-pill';
import { QueryView } from '@/ui/shell/query-view';

type Contract = RouterOutputs['projects']['primeContracts']['list']['rows'][number];
type Commitment = RouterOutputs['projects']['commitments']['list']['rows'][number];

const CONTRACT_COLUMNS: readonly Column<Contract>[] = [
  { id: 'number', header: 'Number', className: 'text-ink-mute', cell: (row) => row.contractNumber },
  { id: 'title', header: 'Title', narrow: 'title', cell: (row) => row.title },
  { id: 'date', header: 'Date', cell: (row) => <DateText value={row.contractDate} /> },
  { id: 'state', header: 'State', cell: (row) => <StatusPill status={row.contractState} /> },
  {
    id: 'original',
    header: 'Original',
    align: 'end',
    cell: (row) => <Money value={row.originalAmount} currency={row.currencyCode} showCurrency />,
  },
  {
    id: 'revised',
    header: 'Revised',
    align: 'end',
    cell: (row) => <Money value={row.revisedAmount} currency={row.currencyCode} />,
  },
  {
    id: 'remaining',
    header: 'Still to bill',
    align: 'end',
    cell: (row) => <Money value={row.remainingAmount} currency={row.currencyCode} />,
  },
];

const COMMITMENT_COLUMNS: readonly Column<Commitment>[] = [
  { id: 'number', header: 'Number', className: 'text-ink-mute', cell: (row) => row.commitmentNumber },
  { id: 'title', header: 'Title', narrow: 'title', cell: (row) => row.title },
  { id: 'kind', header: 'Kind', cell: (row) => statusWords(row.commitmentKind) },
  { id: 'date', header: 'Date', cell: (row) => <DateText value={row.committedOn} /> },
  { id: 'state', header: 'State', cell: (row) => <StatusPill status={row.commitmentState} /> },
  {
    id: 'original',
    header: 'Original',
    align: 'end',
    cell: (row) => <Money value={row.originalAmount} currency={row.currencyCode} showCurrency />,
  },
  {
    id: 'changes',
    header: 'Changes',
    align: 'end',
    cell: (row) => <Money value={row.approvedChanges} currency={row.currencyCode} />,
  },
  {
    id: 'invoiced',
    header: 'Invoiced',
    align: 'end',
    cell: (row) => <Money value={row.invoicedAmount} currency={row.currencyCode} />,
  },
];

/** The prime contracts with the project's owner. */
export function ProjectContracts({ projectId }: { readonly projectId: string }) {
  const query = trpc.projects.primeContracts.list.useQuery({ projectId });
  return (
    <section aria-label="Prime contracts" className="flex flex-col gap-2">
      <h2 className="font-semibold text-lead">Prime contracts</h2>
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {(page) => (
          <DataTable
            label="Prime contracts"
            columns={CONTRACT_COLUMNS}
            rows={page.rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="No prime contracts" />}
          />
        )}
      </QueryView>
    </section>
  );
}

/** The project's commitments: subcontracts and purchase orders. */
export function ProjectCommitments({ projectId }: { readonly projectId: string }) {
  const query = trpc.projects.commitments.list.useQuery({ projectId });
  return (
    <section aria-label="Commitments" className="flex flex-col gap-2">
      <h2 className="font-semibold text-lead">Commitments</h2>
      <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
        {(page) => (
          <DataTable
            label="Commitments"
            columns={COMMITMENT_COLUMNS}
            rows={page.rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="No commitments" />}
          />
        )}
      </QueryView>
    </section>
  );
}
