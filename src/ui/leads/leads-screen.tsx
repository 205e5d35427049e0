'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useBooks } from '@/ui/shell/session';
import { type Lead, LeadDialog } from './lead-dialog';
import { sourceWords } from './source-words';

/** Every lead with its score. */
export function LeadsScreen() {
  const books = useBooks();
  const query = trpc.leads.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<Column<Lead>[]>(
    () => [
      {
        id: 'name',
        header: 'Lead',
        cell: (row) => <RowLink href={books.path(`leads/${row.id}`)}>{row.name}</RowLink>,
      },
      { id: 'company', header: 'Company', cell: (row) => row.company },
      { id: 'industry', header: 'Industry', className: 'max-md:hidden', cell: (row) => row.industry },
      {
        id: 'source',
        header: 'Source',
        className: 'text-ink-mute max-md:hidden',
        cell: (row) => sourceWords(row.source),
      },
      {
        id: 'email',
        header: 'Email',
        className: 'text-ink-mute max-lg:hidden',
        cell: (row) => row.email,
      },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.leadStatus} /> },
      {
        id: 'score',
        header: 'Score',
        align: 'end',
        cell: (row) => <span className="figures">{row.score}</span>,
      },
    ],
    [books],
  );
  return (
    <ListScreen
      title="Leads"
      searchLabel="Search name, company, email"
      query={query}
      columns={columns}
      emptyWords="No leads yet"
      inactiveLabel="Inactive leads"
      newLabel={books.may('crm.lead.write') ? 'New lead' : undefined}
      newDialog={(close) => <LeadDialog onClose={close} />}
    />
  );
}
