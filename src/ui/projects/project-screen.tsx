'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/date-text';
import { Facts } from '@/ui/kit/facts';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Panel } from '@/ui/kit/panel';
import { PageSkeleton, TableSkeleton } from '@/ui/kit/skeleton';
import { StatusPill } from '@/ui/kit/status-pill';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { BudgetTable } from './budget-table';
import { ProjectCommitments, ProjectContracts } from './project-tables';

type Project = RouterOutputs['projects']['get'];

/** One project: budget against commitments and the ledger's actuals, contracts, orders. */
export function ProjectScreen({ id }: { readonly id: string }) {
  const query = trpc.projects.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(project) => <ProjectView project={project} />}
    </QueryView>
  );
}

function ProjectView({ project }: { readonly project: Project }) {
  const books = useBooks();
  const views = trpc.projects.budgetViews.list.useQuery({ projectId: project.id });
  return (
    <Page>
      <PageHeader
        title={`${project.code} ${project.name}`}
        trail={[{ label: 'Projects', href: books.path('projects') }]}
        status={<StatusPill status={project.projectStatus} />}
        description={project.description ?? undefined}
      />
      <Panel>
        <Facts
          facts={[
            { label: 'Starts', value: <DateText value={project.startDate} /> },
            { label: 'Ends', value: <DateText value={project.endDate} /> },
            { label: 'Currency', value: project.currencyCode },
            { label: 'External number', value: project.externalId },
          ]}
        />
      </Panel>
      <QueryView query={views} skeleton={<TableSkeleton rows={6} />}>
        {(page) => page.rows.map((view) => <BudgetTable key={view.id} view={view} />)}
      </QueryView>
      <ProjectContracts projectId={project.id} />
      <ProjectCommitments projectId={project.id} />
    </Page>
  );
}
