'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { PAIR_DIFFERENCES } from '@/core/intercompany/differences';
import { trpc } from '@/surfaces/trpc/react';
import { useFinance } from '@/ui/finance/use-finance';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { AcceptDialog } from './accept-dialog';
import { type Pair, pairsQuestion } from './intercompany-filters';
import { PairDialog, type Unmirrored } from './pair-dialog';

type Side = NonNullable<Pair['source']>;

/** The pairs of the month, and the documents that have none. */
export function PairsView({ of }: { readonly of: 'differences' | 'all' }) {
  const books = useBooks();
  const finance = useFinance();
  const subsidiaries = useSubsidiaries();
  const [accepting, setAccepting] = useState<Pair | null>(null);
  const [pairing, setPairing] = useState<Unmirrored | null>(null);
  const mayPair = books.may('gl.transaction.edit');
  const query = trpc.intercompany.pairs.useQuery(pairsQuestion(finance, of), {
    placeholderData: keepPreviousData,
  });
  const columns: Column<Pair>[] = [
    {
      id: 'source',
      header: 'Document',
      cell: (row) => <SideView side={row.source} company={subsidiaries.nameOf(row.subsidiaryId)} />,
    },
    { id: 'amount', header: 'Amount', align: 'end', cell: (row) => <Amount side={row.source} /> },
    {
      id: 'mirror',
      header: 'Mirror',
      cell: (row) =>
        row.hasMirror ? (
          <SideView side={row.mirror} company={subsidiaries.nameOf(row.sisterId)} />
        ) : (
          <span>
            None in {subsidiaries.nameOf(row.sisterId)}
            <span className="block text-ink-mute">{row.problem ?? 'It is made in a moment.'}</span>
            {mayPair && row.source !== null ? (
              <PairButton
                onPair={setPairing}
                source={{ ...row.source, sisterId: row.sisterId, byAccount: row.byAccount }}
              />
            ) : null}
          </span>
        ),
    },
    { id: 'mirrored', header: 'Amount', align: 'end', cell: (row) => <Amount side={row.mirror} /> },
    { id: 'differences', header: 'Differences', cell: (row) => <Differences pair={row} /> },
    ...(books.may('gl.period.close')
      ? [
          {
            id: 'actions',
            header: <span className="sr-only">Actions</span>,
            align: 'end' as const,
            cell: (row: Pair) =>
              row.open.length > 0 && row.source !== null ? (
                <Button
                  size="small"
                  aria-label={`Accept the differences of ${row.source.number}`}
                  onPress={() => setAccepting(row)}
                >
                  Accept…
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
  return (
    <QueryView query={query}>
      {({ pairs, unpaired, next }) => (
        <>
          {unpaired.length === 0 ? null : (
            <Notice tone="caution">
              <p className="font-medium">
                {unpaired.length === 1
                  ? 'One document between subsidiaries has no mirror:'
                  : `${unpaired.length === 100 ? 'At least 100' : unpaired.length} documents between subsidiaries have no mirror:`}
              </p>
              <p className="flex flex-wrap gap-x-4 gap-y-1">
                {unpaired.map((one) => (
                  <span key={`${one.id}/${one.sisterId}`} className="inline-flex items-center gap-2">
                    <TextLink href={books.path(`transactions/${one.id}`)}>{one.number}</TextLink>
                    {mayPair ? <PairButton onPair={setPairing} source={one} /> : null}
                  </span>
                ))}
              </p>
            </Notice>
          )}
          <DataTable
            label="Intercompany documents"
            columns={columns}
            rows={pairs}
            rowId={(row) => row.id}
            isStale={query.isPlaceholderData}
            empty={
              <EmptyState title={of === 'all' ? 'No documents between subsidiaries' : 'Every pair agrees'}>
                {of === 'all'
                  ? 'None is dated in this month.'
                  : 'Each document between subsidiaries of this month agrees with its mirror, or its difference was accepted.'}
              </EmptyState>
            }
          />
          {next === null ? null : (
            <p className="text-ink-mute">Only the newest 100 are shown. Choose a subsidiary.</p>
          )}
          {pairing ? <PairDialog source={pairing} onClose={() => setPairing(null)} /> : null}
          {accepting ? <AcceptDialog pair={accepting} onClose={() => setAccepting(null)} /> : null}
        </>
      )}
    </QueryView>
  );
}

function PairButton({
  source,
  onPair,
}: {
  readonly source: Unmirrored;
  readonly onPair: (source: Unmirrored) => void;
}) {
  return (
    <Button size="small" aria-label={`Pair ${source.number} with its mirror`} onPress={() => onPair(source)}>
      Pair…
    </Button>
  );
}

function SideView({ side, company }: { readonly side: Side | null; readonly company: string | null }) {
  const books = useBooks();
  if (side === null) return <span className="text-ink-mute">In a company outside your role</span>;
  return (
    <span className="flex flex-col">
      <span className="flex flex-wrap items-center gap-2 whitespace-nowrap">
        <TextLink href={books.path(`transactions/${side.id}`)}>{side.number}</TextLink>
        <StatusPill status={side.status} />
      </span>
      <span className="text-ink-mute">
        {company}, <DateText value={side.date} />
      </span>
    </span>
  );
}

const Amount = ({ side }: { readonly side: Side | null }) =>
  side === null ? null : <Money value={side.amount} currency={side.currencyCode} showCurrency />;

function Differences({ pair }: { readonly pair: Pair }) {
  if (pair.differences.length === 0) return <span className="text-positive">They agree</span>;
  return (
    <ul>
      {pair.differences.map((name) => (
        <li key={name} className={pair.open.includes(name) ? undefined : 'text-ink-mute'}>
          {PAIR_DIFFERENCES[name]}
          {pair.open.includes(name) ? null : ' (accepted)'}
        </li>
      ))}
      {pair.acceptedReason && pair.open.length === 0 ? (
        <li className="text-ink-mute">{pair.acceptedReason}</li>
      ) : null}
    </ul>
  );
}
