'use client';

import { useState } from 'react';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { STATUS_FIELD, writtenStatus } from '@/ui/records/form/coded-fields';
import { writtenRows } from '@/ui/records/form/form-rows';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { RemoveDialog } from '@/ui/records/remove-record';
import { useSubsidiaries } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import { COMPANIES_QUESTION } from './companies-question';

type Company = RouterOutputs['projects']['companies']['list']['rows'][number];
type Asked = RouterInputs['projects']['companies']['create'];

/** The companies projects are run for: what outside systems know by one number is one or more subsidiaries here. */
export function CompaniesScreen() {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  const mayWrite = books.may('project.write');
  const query = trpc.projects.companies.list.useQuery(COMPANIES_QUESTION);
  const removal = trpc.projects.companies.remove.useMutation();
  const [removed, setRemoved] = useState<Company | null>(null);
  const columns: Column<Company>[] = [
    {
      id: 'name',
      header: 'Company',
      narrow: 'title',
      cell: (row) => <b className="font-medium">{row.name}</b>,
    },
    { id: 'code', header: 'Code', className: 'text-ink-mute', cell: (row) => row.code },
    { id: 'external', header: 'External number', narrowLabel: true, cell: (row) => row.externalId },
    {
      id: 'subsidiaries',
      header: 'Subsidiaries',
      cell: (row) =>
        row.subsidiaryIds.length === 0
          ? 'All'
          : row.subsidiaryIds.map((id) => subsidiaries.nameOf(id)).join(', '),
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader title="Companies" trail={[{ label: 'Projects', href: books.path('projects') }]} />
      <EditableList
        label="Companies"
        query={{ data: query.data?.rows, error: query.error, refetch: query.refetch }}
        columns={columns}
        emptyTitle="No companies yet"
        emptyWords="A project belongs to a company: add one first."
        newLabel={mayWrite ? 'New company' : undefined}
        newDialog={(close) => <CompanyDialog onClose={close} />}
        acts={
          mayWrite
            ? (row, open) => [
                { words: 'Edit', label: `Edit ${row.name}`, onPress: open },
                { words: 'Delete', label: `Delete ${row.name}`, onPress: () => setRemoved(row) },
              ]
            : undefined
        }
        rowDialog={(company, close) => <CompanyDialog company={company} onClose={close} />}
      />
      {removed ? (
        <RemoveDialog
          record={removed}
          name={removed.name}
          removal={removal}
          onClose={() => {
            removal.reset();
            setRemoved(null);
          }}
        />
      ) : null}
    </Page>
  );
}

function CompanyDialog({ company, onClose }: { readonly company?: Company; readonly onClose: () => void }) {
  const subsidiaries = useSubsidiaries();
  const id = company?.id ?? '';
  const fresh = trpc.projects.companies.get.useQuery({ id }, { enabled: id !== '' });
  const { save, ...saving } = useSaving<Asked, Company>({
    record: company,
    create: trpc.projects.companies.create.useMutation(),
    update: trpc.projects.companies.update.useMutation(),
    added: ({ name }) => `${name} is a company.`,
    onClose,
  });
  if (company !== undefined && fresh.data === undefined) return null;
  return (
    <RecordDialog
      {...saving}
      title={company ? `Edit ${company.name}` : 'New company'}
      saveLabel={company ? 'Save' : 'Add company'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        { name: 'externalId', label: 'External number', kind: 'text' },
        ...(company ? [STATUS_FIELD] : []),
        {
          name: 'subsidiaries',
          label: 'Subsidiaries (none: all)',
          kind: 'rows',
          columns: [{ name: 'id', label: 'Subsidiary', wide: true, choices: subsidiaries.choices }],
        },
      ]}
      initial={{
        name: company?.name,
        code: company?.code,
        externalId: company?.externalId,
        recordStatus: company?.recordStatus,
        subsidiaries: JSON.stringify((fresh.data?.subsidiaryIds ?? []).map((one) => ({ id: one }))),
      }}
      onSave={(values) =>
        save({
          code: (values.code ?? '').trim(),
          name: (values.name ?? '').trim(),
          externalId: orNull(values.externalId),
          subsidiaryIds: writtenRows(values.subsidiaries).flatMap((row) => row.id || []),
          ...writtenStatus(values),
        })
      }
      onClose={onClose}
    />
  );
}
