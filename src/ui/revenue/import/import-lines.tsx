'use client';

import { useMemo, useState } from 'react';
import { Pill } from '@/ui/kit/figures/pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { FIELDS, type Field, KINDS } from './event-table';
import type { Line, LineState } from './use-import';

const IN_VIEW = 100;
const FACTS: readonly Field[] = [
  'amount',
  'quantity',
  'progress',
  'milestone',
  'costToDate',
  'totalCost',
  'sales',
  'reason',
];

/** Every line as read, with its result. */
export function ImportLines({ lines }: { readonly lines: readonly Line[] }) {
  const books = useBooks();
  const [page, setPage] = useState(1);
  const [onlyRefused, setOnlyRefused] = useState(false);
  const refused = useMemo(() => lines.filter(({ state }) => state.outcome === 'REFUSED'), [lines]);
  const shown = onlyRefused ? refused : lines;
  const columns: Column<Line>[] = [
    { id: 'line', header: 'Line', align: 'end', cell: ({ number }) => number },
    {
      id: 'contract',
      header: 'Contract',
      className: 'whitespace-nowrap',
      cell: ({ said, state }) =>
        state.contractId === null ? (
          said.contract
        ) : (
          <TextLink href={books.path(`revenue/${state.contractId}`)}>{said.contract}</TextLink>
        ),
    },
    { id: 'kind', header: 'What happened', cell: ({ said }) => KINDS[said.kind ?? 'usage'] ?? said.kind },
    { id: 'key', header: 'Obligation', cell: ({ said }) => said.key },
    { id: 'date', header: 'Date', className: 'whitespace-nowrap', cell: ({ said }) => said.date },
    { id: 'facts', header: 'Facts', cell: ({ said }) => factsOf(said) },
    { id: 'reference', header: 'Reference', className: 'max-lg:hidden', cell: ({ said }) => said.reference },
    { id: 'state', header: 'State', className: 'min-w-48', cell: ({ state }) => <StateOf state={state} /> },
  ];
  return (
    <section aria-label="Lines" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{lines.length === 1 ? '1 line' : `${lines.length} lines`}</h2>
        {refused.length > 0 ? (
          <Checkbox
            label={`Only the ${refused.length} refused`}
            checked={onlyRefused}
            onChange={({ target }) => {
              setOnlyRefused(target.checked);
              setPage(1);
            }}
          />
        ) : null}
      </div>
      <DataTable
        label="Lines"
        columns={columns}
        rows={shown.slice((page - 1) * IN_VIEW, page * IN_VIEW)}
        rowId={({ number }) => String(number)}
        empty={<EmptyState title="No refused lines remain" />}
      />
      {shown.length > IN_VIEW ? (
        <Pager page={page} limit={IN_VIEW} total={shown.length} onPage={setPage} />
      ) : null}
    </section>
  );
}

function StateOf({ state: { outcome, words } }: { readonly state: LineState }) {
  switch (outcome) {
    case 'NEW':
      return <span className="text-ink-mute">Not checked</span>;
    case 'REFUSED':
      return <span className="text-danger">{words}</span>;
    case 'REPEATED':
      return <Pill>{words}</Pill>;
    case 'READY':
      return <Pill tone="accent">{words}</Pill>;
    case 'RECORDED':
      return <Pill tone="positive">{words}</Pill>;
  }
}

/** "Amount 1250.00", "Quantity 10". */
function factsOf(said: Line['said']): string {
  return FACTS.flatMap((field) => {
    const text = said[field];
    const label = FIELDS.find(({ value }) => value === field)?.label ?? field;
    return text === undefined ? [] : `${label} ${text}`;
  }).join(', ');
}
