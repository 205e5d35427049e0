'use client';

import { Plus } from 'lucide-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { WorklistPage } from '@/ui/kit/pages/worklist';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { booksPath } from '@/ui/shell/session-path';
import { NewOrganization } from './new-organization';

type Row = RouterOutputs['session']['me']['organizations'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Organization',
    // A full page load, so that no data of one organization remains in another.
    cell: (row) => (
      <a
        data-row-link=""
        className="rounded-xs font-medium text-accent underline-offset-2 hover:underline"
        href={booksPath(row.organizationSlug)}
      >
        {row.organizationName}
      </a>
    ),
  },
  { id: 'currency', header: 'Base currency', cell: (row) => row.baseCurrency },
  {
    id: 'roles',
    header: 'Your roles',
    className: 'max-sm:hidden',
    // Roles that an organization made are known in its own books only.
    cell: (row) => row.roles.map(statusWords).join(', ') || 'Its own roles',
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <StatusPill status={row.isClosed ? 'CLOSED' : 'OPEN'} />,
  },
];

/** Every organization of the person who is signed in, closed ones too; another one is created here. */
export function OrganizationsScreen() {
  const books = useBooks();
  const query = trpc.session.me.useQuery();
  const [isNew, setNew] = useQueryState('new', parseAsBoolean.withDefault(false));
  return (
    <WorklistPage
      title="Organizations"
      description="Each has books, members and settings of its own. Open one to close, reopen or delete it under its settings."
      actions={
        books.may('org.organization.create') ? (
          <Button tone="primary" onPress={() => void setNew(true)}>
            <Plus aria-hidden="true" />
            New organization
          </Button>
        ) : null
      }
    >
      <QueryView query={query}>
        {({ organizations }) => (
          <DataTable
            label="Organizations"
            columns={COLUMNS}
            rows={organizations}
            rowId={(row) => row.organizationId}
            empty={<EmptyState title="No organizations" />}
          />
        )}
      </QueryView>
      {isNew ? <NewOrganization onClose={() => void setNew(null)} /> : null}
    </WorklistPage>
  );
}
