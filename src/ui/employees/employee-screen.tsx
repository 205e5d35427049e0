'use client';

import { trpc } from '@/surfaces/trpc/react';
import { EntityDocuments } from '@/ui/customers/entity-documents';
import { DateText } from '@/ui/kit/date-text';
import { Facts } from '@/ui/kit/facts';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Panel } from '@/ui/kit/panel';
import { PageSkeleton } from '@/ui/kit/skeleton';
import { StatusPill, statusWords } from '@/ui/kit/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';

/** One person of the organization, and their expense reports. */
export function EmployeeScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const query = trpc.employees.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(employee) => (
        <Page className="max-w-6xl">
          <PageHeader
            title={employee.name}
            trail={[{ label: 'Employees', href: books.path('employees') }]}
            status={<StatusPill status={employee.recordStatus} />}
          />
          <Panel title="About">
            <Facts
              facts={[
                { label: 'Title', value: employee.title },
                { label: 'Department', value: employee.department },
                {
                  label: 'Reports to',
                  value: employee.reportsTo ? (
                    <TextLink href={books.path(`employees/${employee.reportsTo}`)}>Their manager</TextLink>
                  ) : null,
                },
                { label: 'Code', value: employee.code },
                { label: 'E-mail', value: employee.email },
                { label: 'Phone', value: employee.phone },
                { label: 'Started', value: <DateText value={employee.startDate} /> },
                {
                  label: 'Employment',
                  value: employee.employmentType ? statusWords(employee.employmentType) : null,
                },
              ]}
            />
          </Panel>
          <EntityDocuments id={employee.id} />
        </Page>
      )}
    </QueryView>
  );
}
