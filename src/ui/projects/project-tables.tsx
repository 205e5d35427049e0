'use client';

import { type ReactNode, useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { TableSkeleton } from '@/ui/kit/layout/skeleton';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Changed, ChangeOrders } from './change-orders';
import {
  type Commitment,
  CommitmentDialog,
  type PrimeContract as Contract,
  NewCommitmentDialog,
  PrimeContractDialog,
} from './order-dialogs';
import type { Project } from './project-dialog';

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

type Asked<Row> =
  | { readonly to: 'new' }
  | { readonly to: 'edit'; readonly row: Row }
  | { readonly to: 'changes'; readonly changed: Changed };

/** The prime contracts with the project's owner. */
export function ProjectContracts({ project }: { readonly project: Project }) {
  const mayWrite = useBooks().may('project.write');
  const [asked, setAsked] = useState<Asked<Contract> | null>(null);
  const close = () => setAsked(null);
  const query = trpc.projects.primeContracts.list.useQuery({ projectId: project.id, limit: 100 });
  const acts = actsColumn<Contract>((row) => [
    {
      words: 'Changes',
      label: `Change orders of ${row.contractNumber}`,
      onPress: () =>
        setAsked({
          to: 'changes',
          changed: {
            of: { primeContractId: row.id },
            number: row.contractNumber,
            currency: row.currencyCode,
          },
        }),
    },
    ...(mayWrite
      ? [
          {
            words: 'Edit',
            label: `Edit ${row.contractNumber}`,
            onPress: () => setAsked({ to: 'edit', row }),
          },
        ]
      : []),
  ]);
  return (
    <section aria-label="Prime contracts" className="flex flex-col gap-2">
      <Heading
        title="Prime contracts"
        action={mayWrite ? 'New prime contract' : null}
        onPress={() => setAsked({ to: 'new' })}
      />
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {(page) => (
          <DataTable
            label="Prime contracts"
            columns={[...CONTRACT_COLUMNS, acts]}
            rows={page.rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="No prime contracts" />}
          />
        )}
      </QueryView>
      {asked?.to === 'new' ? <PrimeContractDialog project={project} onClose={close} /> : null}
      {asked?.to === 'edit' ? (
        <PrimeContractDialog project={project} contract={asked.row} onClose={close} />
      ) : null}
      {asked?.to === 'changes' ? <ChangeOrders changed={asked.changed} onClose={close} /> : null}
    </section>
  );
}

/** The project's commitments: subcontracts and purchase orders. */
export function ProjectCommitments({ project }: { readonly project: Project }) {
  const mayWrite = useBooks().may('project.write');
  const [asked, setAsked] = useState<Asked<Commitment> | null>(null);
  const close = () => setAsked(null);
  const query = trpc.projects.commitments.list.useQuery({ projectId: project.id, limit: 100 });
  const acts = actsColumn<Commitment>((row) => [
    {
      words: 'Changes',
      label: `Change orders of ${row.commitmentNumber}`,
      onPress: () =>
        setAsked({
          to: 'changes',
          changed: { of: { commitmentId: row.id }, number: row.commitmentNumber, currency: row.currencyCode },
        }),
    },
    ...(mayWrite
      ? [
          {
            words: 'Edit',
            label: `Edit ${row.commitmentNumber}`,
            onPress: () => setAsked({ to: 'edit', row }),
          },
        ]
      : []),
  ]);
  return (
    <section aria-label="Commitments" className="flex flex-col gap-2">
      <Heading
        title="Commitments"
        action={mayWrite ? 'New subcontract' : null}
        onPress={() => setAsked({ to: 'new' })}
      />
      <QueryView query={query} skeleton={<TableSkeleton rows={3} />}>
        {(page) => (
          <DataTable
            label="Commitments"
            columns={[...COMMITMENT_COLUMNS, acts]}
            rows={page.rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="No commitments" />}
          />
        )}
      </QueryView>
      {asked?.to === 'new' ? <NewCommitmentDialog project={project} onClose={close} /> : null}
      {asked?.to === 'edit' ? (
        <CommitmentDialog commitment={asked.row} currency={project.currencyCode} onClose={close} />
      ) : null}
      {asked?.to === 'changes' ? <ChangeOrders changed={asked.changed} onClose={close} /> : null}
    </section>
  );
}

function Heading({
  title,
  action,
  onPress,
}: {
  readonly title: string;
  readonly action: string | null;
  readonly onPress: () => void;
}): ReactNode {
  return (
    <div className="flex items-center justify-between gap-3">
      <h2 className="font-semibold text-lead">{title}</h2>
      {action === null ? null : (
        <Button size="small" onPress={onPress}>
          {action}
        </Button>
      )}
    </div>
  );
}
