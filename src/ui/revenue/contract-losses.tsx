'use client';

import { type Column, DataTable } from '@/ui/kit/data-table';
import { formatMonth } from '@/ui/kit/date-format';
import { EmptyState } from '@/ui/kit/empty-state';
import { Facts } from '@/ui/kit/facts';
import { Money } from '@/ui/kit/money';
import { Panel } from '@/ui/kit/panel';
import { Pill } from '@/ui/kit/pill';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from './contract-months';
import { factWords } from './fact-words';

type Loss = Contract['losses'][number];
type Month = Loss['months'][number];

/** The tests for losses of a contract: what was compared, what is provided for, and the months of the provision with their facts. */
export function ContractLosses({ view }: { readonly view: Contract }) {
  return view.losses.map((loss) => (
    <Panel key={loss.item} title={loss.key === null ? 'Expected loss' : `Expected loss, ${loss.key}`}>
      <LossFigures view={view} loss={loss} />
    </Panel>
  ));
}

function LossFigures({ view, loss }: { readonly view: Contract; readonly loss: Loss }) {
  const books = useBooks();
  const currency = view.contract.currencyCode;
  const kinds = new Map(view.events.map(({ event }) => [event.id, event.kind]));
  const money = (label: string, value: string) => ({
    label,
    value: <Money value={value} currency={currency} showCurrency zero="digits" />,
  });
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
      header: `Provision (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.amount} currency={currency} />,
    },
  ];
  return (
    <div className="flex flex-col gap-3">
      <Facts
        facts={[
          money('Price', loss.price),
          money('Costs expected in total', loss.totalCost),
          money('Expected loss', loss.expectedLoss),
          money('Still to be performed', loss.provision),
          money('Posted to the ledger', loss.posted),
        ]}
      />
      <DataTable
        label={loss.key === null ? 'Provision by month' : `Provision by month, ${loss.key}`}
        columns={columns}
        rows={loss.months}
        rowId={(row) => String(row.seq)}
        empty={<EmptyState title="No loss is expected">Costs do not exceed the price.</EmptyState>}
      />
    </div>
  );
}
