'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import type { Column } from '@/ui/kit/data-table';
import { notifyDone } from '@/ui/kit/notify';
import { RowLink } from '@/ui/kit/row-link';
import { StatusPill } from '@/ui/kit/status-pill';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { orNull, RecordDialog } from '@/ui/records/record-dialog';
import { useBooks } from '@/ui/shell/session';
import { employeesQuestion } from './employees-question';

type Row = RouterOutputs['employees']['list']['rows'][number];

/** The people. */
export function EmployeesScreen() {
  const books = useBooks();
  const question = employeesQuestion(listQuestion(useListFilters()));
  const query = trpc.employees.list.useQuery(question, { placeholderData: keepPreviousData });
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (row) => <RowLink href={books.path(`employees/${row.id}`)}>{row.name}</RowLink>,
    },
    { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
    { id: 'title', header: 'Title', cell: (row) => row.title },
    { id: 'department', header: 'Department', cell: (row) => row.department },
    { id: 'email', header: 'E-mail', className: 'text-ink-mute', cell: (row) => row.email },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  return (
    <ListScreen
      title="Employees"
      searchLabel="Search name, code, e-mail"
      query={query}
      columns={columns}
      emptyWords="No employee yet"
      inactiveLabel="Former and inactive"
      newLabel={books.may('hr.employee.write') ? 'New employee' : undefined}
      newDialog={(close) => <NewEmployee onClose={close} />}
    />
  );
}

function NewEmployee({ onClose }: { readonly onClose: () => void }) {
  const create = trpc.employees.create.useMutation();
  return (
    <RecordDialog
      title="New employee"
      saveLabel="Add employee"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        { name: 'code', label: 'Code', kind: 'text' },
        { name: 'email', label: 'E-mail', kind: 'email' },
        { name: 'title', label: 'Title', kind: 'text' },
        { name: 'department', label: 'Department', kind: 'text' },
        { name: 'startDate', label: 'Starts', kind: 'date' },
      ]}
      initial={{}}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            name: (values.name ?? '').trim(),
            entityTypes: ['Employee'],
            code: orNull(values.code),
            email: orNull(values.email),
            metadata: {
              title: orNull(values.title),
              department: orNull(values.department),
              startDate: orNull(values.startDate),
            },
          },
          {
            onSuccess: (employee) => {
              notifyDone(`${employee.name} is an employee.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
