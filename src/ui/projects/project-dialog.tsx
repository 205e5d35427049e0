'use client';

import { PROJECT_STATUSES } from '@/core/projects/project-states';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useSubsidiaries } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';

export type Project = RouterOutputs['projects']['get'];
type Asked = RouterInputs['projects']['create'];

/** Creates a project or edits one. Its company and its currency cannot change: budgets and orders are in it. */
export function ProjectDialog({
  project,
  onClose,
}: {
  readonly project?: Project;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  const companies = trpc.projects.companies.list.useQuery({ limit: 500 }, { enabled: project === undefined });
  const currencies = trpc.setup.currencies.list.useQuery({}, { staleTime: 300_000 });
  const customers = useCounterparties('CUSTOMER', project?.customerId ?? '', books.may('crm.customer.read'));
  const { save, ...saving } = useSaving<Asked, Project>({
    record: project,
    create: trpc.projects.create.useMutation(),
    update: trpc.projects.update.useMutation(),
    added: ({ name }) => `${name} is a project.`,
    onClose,
  });
  if (project === undefined && companies.data === undefined) return null;
  return (
    <RecordDialog
      {...saving}
      title={project ? `Edit ${project.code}` : 'New project'}
      saveLabel={project ? 'Save' : 'Add project'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        ...(project
          ? []
          : [
              {
                name: 'companyId',
                label: 'Company',
                kind: 'select' as const,
                required: true,
                empty: 'Choose',
                choices: (companies.data?.rows ?? []).map(({ id, code, name }) => ({
                  value: id,
                  label: `${code} ${name}`,
                })),
              },
              {
                name: 'currencyCode',
                label: 'Currency',
                kind: 'select' as const,
                choices: (currencies.data ?? []).map(({ code }) => ({ value: code, label: code })),
              },
            ]),
        { name: 'subsidiaryId', label: 'Subsidiary', kind: 'select', choices: subsidiaries.choices },
        {
          name: 'projectStatus',
          label: 'Status',
          kind: 'select',
          choices: PROJECT_STATUSES.map((value) => ({ value, label: statusWords(value) })),
        },
        {
          name: 'customerId',
          label: 'Customer',
          kind: 'combo',
          wide: true,
          choices: customers.choices,
          more: customers.more,
        },
        { name: 'startDate', label: 'Starts', kind: 'date' },
        { name: 'endDate', label: 'Ends', kind: 'date' },
        { name: 'externalId', label: 'External number', kind: 'text' },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{
        name: project?.name,
        code: project?.code,
        companyId: companies.data?.rows.length === 1 ? companies.data.rows[0]?.id : '',
        currencyCode: books.organization.baseCurrency,
        subsidiaryId: project?.subsidiaryId ?? subsidiaries.rows[0]?.id,
        projectStatus: project?.projectStatus ?? 'ACTIVE',
        customerId: project?.customerId,
        startDate: project?.startDate,
        endDate: project?.endDate,
        externalId: project?.externalId,
        description: project?.description,
      }}
      onSave={(values) =>
        save({
          companyId: project?.companyId ?? values.companyId ?? '',
          currencyCode: project?.currencyCode ?? values.currencyCode ?? '',
          code: (values.code ?? '').trim(),
          name: (values.name ?? '').trim(),
          subsidiaryId: values.subsidiaryId ?? '',
          projectStatus: PROJECT_STATUSES.find((status) => status === values.projectStatus),
          customerId: orNull(values.customerId),
          startDate: orNull(values.startDate),
          endDate: orNull(values.endDate),
          externalId: orNull(values.externalId),
          description: orNull(values.description),
        })
      }
      onClose={onClose}
    />
  );
}
