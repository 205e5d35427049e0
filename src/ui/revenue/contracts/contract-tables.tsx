'use client';

import { useMemo } from 'react';
import { Button } from '@/ui/kit/button';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FigureLink, TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { periodText } from '../period-text';
import { type Contract, type ContractMonth, contractMonths } from './contract-months';
import type { Figure } from './why-drawer';

type Obligation = Contract['obligations'][number];
type Props = { readonly view: Contract; readonly onWhy: (figure: Figure) => void };

/** How an obligation is satisfied, in words. */
export const PATTERNS: Readonly<Record<Obligation['pattern']['kind'], string>> = {
  POINT: 'At a point in time',
  UNITS: 'By units delivered',
  PROGRESS: 'By progress',
  MILESTONES: 'By milestone',
  RATABLE: 'Evenly over time',
  USAGE: 'By usage',
  RIGHTS: 'As rights are exercised',
};

/** The obligations with standalone selling price and share of the transaction price. */
export function ContractObligations({ view, onWhy }: Props) {
  const books = useBooks();
  const currency = view.contract.currencyCode;
  const money = (value: string) => <Money value={value} currency={currency} />;
  const columns: Column<Obligation>[] = [
    { id: 'key', header: 'Obligation', cell: (row) => <span className="font-medium">{row.key}</span> },
    {
      id: 'description',
      header: 'Description',
      className: 'max-w-72 truncate text-ink-mute max-lg:hidden',
      cell: (row) => row.description,
    },
    {
      id: 'pattern',
      header: 'Satisfied',
      cell: (row) => (
        <span className="flex items-center gap-2">
          {PATTERNS[row.pattern.kind]}
          {row.held ? <Pill tone="caution">On hold</Pill> : null}
        </span>
      ),
    },
    { id: 'capacity', header: 'Role', className: 'max-xl:hidden', cell: (row) => statusWords(row.capacity) },
    {
      id: 'ssp',
      header: `Standalone selling price (${currency})`,
      align: 'end',
      cell: (row) => money(row.ssp),
    },
    {
      id: 'allocated',
      header: 'Allocated',
      align: 'end',
      cell: (row) => (
        <Button
          tone="quiet"
          size="small"
          className="-mr-2 font-normal text-body"
          aria-label={`Why this amount is allocated to ${row.key}`}
          onPress={() =>
            onWhy({ label: `${row.key}, transaction price`, figure: 'transactionPrice', key: row.key })
          }
        >
          {money(row.allocated)}
        </Button>
      ),
    },
    {
      id: 'recognised',
      header: 'Recognized',
      align: 'end',
      cell: (row) => (
        <FigureLink href={books.path(`accounts/${row.revenueAccountId}`)}>{money(row.recognised)}</FigureLink>
      ),
    },
    {
      id: 'remaining',
      header: 'Remaining',
      narrowLabel: true,
      align: 'end',
      cell: (row) => money(row.remaining),
    },
  ];
  return (
    <section aria-label="Obligations" className="flex flex-col gap-2">
      <h2 className="font-semibold">Obligations</h2>
      <DataTable
        label="Obligations"
        columns={columns}
        rows={view.obligations}
        rowId={(row) => row.key}
        empty={<EmptyState title="No obligations yet" />}
      />
    </section>
  );
}

const POSTED = { ALL: 'Posted', SOME: 'Partly posted', NONE: 'Planned' } as const;

/** The schedule by month: each obligation, the total, the cumulative amount and the remainder. */
export function ContractSchedule({ view, onWhy }: Props) {
  const books = useBooks();
  const months = useMemo(() => contractMonths(view), [view]);
  const currency = view.contract.currencyCode;
  const columns: Column<ContractMonth>[] = [
    {
      id: 'month',
      header: 'Month',
      className: 'whitespace-nowrap',
      cell: (row) => <span className="font-medium">{periodText(row.period)}</span>,
    },
    {
      id: 'state',
      header: 'State',
      cell: (row) =>
        row.entryId === null ? (
          <span className="text-ink-mute">{POSTED[row.posted]}</span>
        ) : (
          <TextLink href={books.path(`entries/${row.entryId}`)}>{POSTED[row.posted]}</TextLink>
        ),
    },
    ...(view.obligations.length > 1
      ? view.obligations.map(
          (obligation, index): Column<ContractMonth> => ({
            id: `o/${obligation.key}`,
            header: obligation.key,
            align: 'end',
            cell: (row) => <Money value={row.amounts[index]} currency={currency} />,
          }),
        )
      : []),
    {
      id: 'total',
      header: `Revenue (${currency})`,
      align: 'end',
      cell: (row) => (
        <Button
          tone="quiet"
          size="small"
          className="-mr-2 font-normal text-body"
          aria-label={`Why the revenue of ${periodText(row.period)}`}
          onPress={() =>
            onWhy({ label: `Revenue of ${periodText(row.period)}`, figure: 'revenue', period: row.period })
          }
        >
          <Money value={row.total} currency={currency} />
        </Button>
      ),
    },
    {
      id: 'toDate',
      header: 'To date',
      align: 'end',
      cell: (row) => <Money value={row.toDate} currency={currency} />,
    },
    {
      id: 'remaining',
      header: 'Remaining',
      narrowLabel: true,
      align: 'end',
      cell: (row) => <Money value={row.remaining} currency={currency} />,
    },
  ];
  return (
    <section aria-label="Schedule" className="flex flex-col gap-2">
      <h2 className="font-semibold">Schedule by month</h2>
      <DataTable
        label="Schedule by month"
        columns={columns}
        rows={months}
        rowId={(row) => row.period}
        empty={
          <EmptyState title="Nothing scheduled">Revenue depends on delivery, progress or usage.</EmptyState>
        }
      />
    </section>
  );
}
