'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { Button } from '@/ui/kit/button';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { TextLink } from '@/ui/kit/text-link';
import { useEntityNames } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Figure, Why } from '../contracts/why-drawer';
import { type Behind, explainOf, type SummedFigure } from './behind';
import { reportQuestion } from './report-filters';
import { useReport } from './use-report';

const IN_VIEW = 50;

/** The records that add up to a figure: their name and page. */
const CONTRACT = { one: 'contract', many: 'contracts', header: 'Contract', path: 'revenue' } as const;
const SUBSCRIPTION = {
  one: 'subscription',
  many: 'subscriptions',
  header: 'Subscription',
  path: 'subscriptions',
} as const;

type Answer = RouterOutputs['revenue']['reports']['behind'];
type Row = Answer['rows'][number];
type Noun = typeof CONTRACT | typeof SUBSCRIPTION;
type Asked = { readonly contractId: string; readonly figure: Figure };

/** The contracts or subscriptions that add up to a figure, and the explanation of each contract's amount. */
export function BehindDrawer({ behind, onClose }: { readonly behind: Behind; readonly onClose: () => void }) {
  const [why, setWhy] = useState<Asked | null>(null);
  const asked =
    'figure' in behind
      ? why
      : { contractId: behind.contractId, figure: { label: behind.label, ...behind.explain } };
  return (
    <Drawer title={asked === null ? behind.label : `Why: ${asked.figure.label}`} isOpen onClose={onClose}>
      {asked !== null ? (
        <div className="flex flex-col items-start gap-4">
          {'figure' in behind ? (
            <Button size="small" onPress={() => setWhy(null)}>
              <ArrowLeft aria-hidden="true" />
              All its contracts
            </Button>
          ) : null}
          <div className="w-full">
            <Why contractId={asked.contractId} figure={asked.figure} />
          </div>
          <ContractLink id={asked.contractId} />
        </div>
      ) : null}
      {'figure' in behind ? (
        <div className={asked === null ? '' : 'hidden'}>
          <Parts figure={behind.figure} label={behind.label} onWhy={setWhy} />
        </div>
      ) : null}
    </Drawer>
  );
}

function ContractLink({ id }: { readonly id: string }) {
  const books = useBooks();
  const names = useNamesIn([id]);
  return (
    <p>
      <TextLink href={books.path(`revenue/${id}`)}>{names.get(id) ?? 'The contract'}</TextLink>
    </p>
  );
}

function Parts({
  figure,
  label,
  onWhy,
}: {
  readonly figure: SummedFigure;
  readonly label: string;
  readonly onWhy: (asked: Asked) => void;
}) {
  const { finance, filters } = useReport();
  const noun = figure.kind === 'RECURRING' ? SUBSCRIPTION : CONTRACT;
  const [page, setPage] = useState(1);
  const query = trpc.revenue.reports.behind.useQuery(
    { ...reportQuestion(finance, filters), figure, page, limit: IN_VIEW },
    { placeholderData: keepPreviousData },
  );
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-40" />}>
      {(answer) => (
        <div className="flex flex-col gap-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-ink-mute">
              {answer.count === 1 ? `1 ${noun.one}` : `${answer.count} ${noun.many}`}
            </span>
            <Money
              value={answer.total}
              currency={answer.currencyCode}
              showCurrency
              zero="digits"
              className="font-semibold text-lead"
            />
          </p>
          <PartRows
            answer={answer}
            noun={noun}
            label={label}
            isStale={query.isPlaceholderData}
            explain={explainOf(figure)}
            onWhy={onWhy}
          />
          {answer.count > IN_VIEW ? (
            <Pager page={page} limit={IN_VIEW} total={answer.count} onPage={setPage} />
          ) : null}
        </div>
      )}
    </QueryView>
  );
}

function PartRows({
  answer: { rows, currencyCode },
  noun,
  label,
  isStale,
  explain,
  onWhy,
}: {
  readonly answer: Answer;
  readonly noun: Noun;
  readonly label: string;
  readonly isStale: boolean;
  readonly explain: ReturnType<typeof explainOf>;
  readonly onWhy: (asked: Asked) => void;
}) {
  const books = useBooks();
  const names = useEntityNames(useMemo(() => rows.map(({ customerId }) => customerId), [rows]));
  const columns: Column<Row>[] = [
    {
      id: 'number',
      header: noun.header,
      cell: (row) => (
        <span className="flex flex-col">
          <RowLink href={books.path(`${noun.path}/${row.id}`)}>{row.number}</RowLink>
          <span className="text-ink-mute text-small">{row.name}</span>
        </span>
      ),
    },
    {
      id: 'customer',
      header: 'Customer',
      className: 'text-ink-soft',
      cell: (row) => (row.customerId === null ? null : names.get(row.customerId)),
    },
    {
      id: 'amount',
      header: `Amount (${currencyCode})`,
      align: 'end',
      cell: (row) => {
        const money = <Money value={row.amount} currency={currencyCode} />;
        if (explain === null) return money;
        return (
          <Button
            tone="quiet"
            size="small"
            className="-mr-2 font-normal text-body"
            aria-label={`Why the amount from ${row.number}`}
            onPress={() =>
              onWhy({
                contractId: row.id,
                figure: { label: `${row.number}, ${label}`, ...explain },
              })
            }
          >
            {money}
          </Button>
        );
      },
    },
  ];
  return (
    <DataTable
      label={`${noun.header}s behind it`}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      isStale={isStale}
      empty={<EmptyState title={`No ${noun.one} is behind it anymore`} />}
    />
  );
}
