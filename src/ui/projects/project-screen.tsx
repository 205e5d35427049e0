'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton, TableSkeleton } from '@/ui/kit/layout/skeleton';
import { RemoveRecord } from '@/ui/records/remove-record';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { BudgetTable } from './budget-table';
import { BudgetsPanel } from './budgets-panel';
import { type Project, ProjectDialog } from './project-dialog';
import { ProjectCommitments, ProjectContracts } from './project-tables';
import { ProjectOrders } from './purchase-orders';

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
  const [isEditing, setEditing] = useState(false);
  const removal = trpc.projects.remove.useMutation();
  const views = trpc.projects.budgetViews.list.useQuery({ projectId: project.id });
  return (
    <Page>
      <PageHeader
        title={`${project.code} ${project.name}`}
        trail={[{ label: 'Projects', href: books.path('projects') }]}
        status={<StatusPill status={project.projectStatus} />}
        description={project.description ?? undefined}
        actions={
          books.may('project.write') ? (
            <>
              <RemoveRecord
                record={project}
                name={`${project.code} ${project.name}`}
                removal={removal}
                backTo={books.path('projects')}
              />
              <Button onPress={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
            </>
          ) : null
        }
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
        {(page) => (
          <>
            {page.rows.map((view) => (
              <BudgetTable key={view.id} view={view} />
            ))}
            <BudgetsPanel project={project} views={page.rows} />
          </>
        )}
      </QueryView>
      <ProjectContracts project={project} />
      <ProjectCommitments project={project} />
      {books.may('purchasing.read') ? <ProjectOrders project={project} /> : null}
      <RecordHistory recordId={project.id} />
      {isEditing ? <ProjectDialog project={project} onClose={() => setEditing(false)} /> : null}
    </Page>
  );
}
