'use client';

import { formatMonth } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { factWords } from '../facts/fact-words';

type Month = Contract['losses'][number]['months'][number];

/** The months of a cost or a provision: where each belongs, the fact behind it, and whether it is posted. */
export function CostMonthsTable({
  view,
  label,
  months,
  heading,
  empty,
}: {
  readonly view: Contract;
  readonly label: string;
  readonly months: readonly Month[];
  /** Of the amounts. */
  readonly heading: string;
  readonly empty: string;
}) {
  const books = useBooks();
  const currency = view.contract.currencyCode;
  const kinds = new Map(view.events.map(({ event }) => [event.id, event.kind]));
  const columns: Column<Month>[] = [
    {
      id: 'month',
      header: 'Month',
      className: 'whitespace-nowrap',
      cell: (row) => <span className="font-medium">{formatMonth(row.period)}</span>,
    },
    {
      id: 'belongs',
      header: 'Belongs to',
      cell: (row) =>
        row.naturalPeriod === row.period ? null : (
          <Pill tone="caution">{formatMonth(row.naturalPeriod)}</Pill>
        ),
    },
    {
      id: 'cause',
      header: 'Because',
      className: 'max-md:hidden',
      cell: (row) => factWords(kinds.get(row.causeId ?? row.eventId ?? '') ?? ''),
    },
    {
      id: 'state',
      header: 'State',
      cell: (row) =>
        row.entryId === null ? (
          <span className="text-ink-mute">Planned</span>
        ) : (
          <TextLink href={books.path(`entries/${row.entryId}`)}>Posted</TextLink>
        ),
    },
    {
      id: 'amount',
      header: `${heading} (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.amount} currency={currency} />,
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={[...months]}
      rowId={(row) => String(row.seq)}
      empty={<EmptyState title={empty} />}
    />
  );
}
