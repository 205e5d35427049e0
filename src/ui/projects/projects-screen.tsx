'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ButtonLink } from '@/ui/kit/text-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useBooks } from '@/ui/shell/session';
import { ProjectDialog } from './project-dialog';
import { projectsQuestion } from './projects-question';

type Row = RouterOutputs['projects']['list']['rows'][number];

/** The projects whose budgets are tracked in these books. */
export function ProjectsScreen() {
  const books = useBooks();
  const question = projectsQuestion(listQuestion(useListFilters()));
  const query = trpc.projects.list.useQuery(question, { placeholderData: keepPreviousData });
  const columns: Column<Row>[] = [
    { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
    {
      id: 'name',
      header: 'Name',
      cell: (row) => <RowLink href={books.path(`projects/${row.id}`)}>{row.name}</RowLink>,
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.projectStatus} /> },
    { id: 'start', header: 'Starts', cell: (row) => <DateText value={row.startDate} /> },
    { id: 'end', header: 'Ends', cell: (row) => <DateText value={row.endDate} /> },
    { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
  ];
  return (
    <ListScreen
      title="Projects"
      searchLabel="Search code or name"
      query={query}
      columns={columns}
      emptyWords="No projects yet"
      actions={<ButtonLink href={books.path('projects/companies')}>Companies</ButtonLink>}
      newLabel={books.may('project.write') ? 'New project' : undefined}
      newDialog={(close) => <ProjectDialog onClose={close} />}
    />
  );
}
