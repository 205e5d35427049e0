'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FORMAT_FACTS, type LedgerFormat } from '@/core/other-ledgers/formats';
import { trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { editColumn } from '@/ui/records/row-acts';
import { useBooks } from '@/ui/shell/session';
import { type OtherLedger, OtherLedgerDialog, SUMMARY_WORDS } from './other-ledger-dialog';

/** The ledgers that receive our entries. */
export function OtherLedgersScreen() {
  const books = useBooks();
  const mayWrite = books.may('gl.setup.write');
  const [edited, setEdited] = useState<OtherLedger | null>(null);
  const query = trpc.otherLedgers.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<Column<OtherLedger>[]>(
    () => [
      { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
      {
        id: 'name',
        header: 'Ledger',
        narrow: 'title',
        cell: (row) => <RowLink href={books.path(`other-ledgers/${row.id}`)}>{row.name}</RowLink>,
      },
      { id: 'format', header: 'Format', cell: (row) => FORMAT_FACTS[row.format as LedgerFormat].label },
      { id: 'summary', header: 'Journals', cell: (row) => SUMMARY_WORDS[row.summary] },
      { id: 'from', header: 'Since', cell: (row) => <DateText value={row.startsOn} /> },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
      ...editColumn<OtherLedger>(mayWrite, setEdited),
    ],
    [books, mayWrite],
  );
  return (
    <>
      <ListScreen
        title="Other ledgers"
        searchLabel="Search name or code"
        query={query}
        columns={columns}
        emptyWords="No other ledgers yet. Add one to send it your entries in numbered, sealed batches."
        inactiveLabel="Inactive ledgers"
        newLabel={mayWrite ? 'New ledger' : undefined}
        newDialog={(close) => <OtherLedgerDialog onClose={close} />}
      />
      {edited ? <OtherLedgerDialog ledger={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
