'use client';

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { EntityDocuments } from '@/ui/customers/entity-documents';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { TextLink } from '@/ui/kit/text-link';
import { RemoveRecord } from '@/ui/records/remove-record';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { EmployeeDialog } from './employee-dialog';

const HIDDEN = <span className="text-ink-mute">Hidden</span>;

/** One employee and their expense reports. */
export function EmployeeScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const [isEditing, setEditing] = useState(false);
  const removal = trpc.employees.remove.useMutation();
  const mayKnow = books.may('hr.employee.private');
  const query = trpc.employees.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(employee) => (
        <Page className="max-w-6xl">
          <PageHeader
            title={employee.name}
            trail={[{ label: 'Employees', href: books.path('employees') }]}
            status={<StatusPill status={employee.recordStatus} />}
            actions={
              books.may('hr.employee.write') ? (
                <>
                  <RemoveRecord
                    record={employee}
                    name={employee.name}
                    removal={removal}
                    backTo={books.path('employees')}
                  />
                  <Button onPress={() => setEditing(true)}>
                    <Pencil aria-hidden="true" />
                    Edit
                  </Button>
                </>
              ) : null
            }
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
                { label: 'Email', value: employee.email },
                { label: 'Phone', value: mayKnow ? employee.phone : HIDDEN },
                ...(mayKnow && employee.taxId ? [{ label: 'Tax ID', value: employee.taxId }] : []),
                { label: 'Started', value: <DateText value={employee.startDate} /> },
                ...(employee.endDate
                  ? [{ label: 'Ended', value: <DateText value={employee.endDate} /> }]
                  : []),
                {
                  label: 'Employment',
                  value: employee.employmentType ? statusWords(employee.employmentType) : null,
                },
              ]}
            />
          </Panel>
          <EntityDocuments id={employee.id} />
          <RecordHistory recordId={employee.id} />
          {isEditing ? <EmployeeDialog employee={employee} onClose={() => setEditing(false)} /> : null}
        </Page>
      )}
    </QueryView>
  );
}
