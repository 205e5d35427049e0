'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { editColumn } from '@/ui/records/row-acts';
import { useBooks } from '@/ui/shell/session';
import { type Employee, EmployeeDialog } from './employee-dialog';
import { employeesQuestion } from './employees-question';

/** The people. */
export function EmployeesScreen() {
  const books = useBooks();
  const mayWrite = books.may('hr.employee.write');
  const [edited, setEdited] = useState<Employee | null>(null);
  const question = employeesQuestion(listQuestion(useListFilters()));
  const query = trpc.employees.list.useQuery(question, { placeholderData: keepPreviousData });
  const columns: Column<Employee>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (row) => <RowLink href={books.path(`employees/${row.id}`)}>{row.name}</RowLink>,
    },
    { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
    { id: 'title', header: 'Title', cell: (row) => row.title },
    { id: 'department', header: 'Department', cell: (row) => row.department },
    { id: 'email', header: 'Email', className: 'text-ink-mute', cell: (row) => row.email },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
    ...editColumn<Employee>(mayWrite, setEdited),
  ];
  return (
    <>
      <ListScreen
        title="Employees"
        searchLabel="Search name, code, email"
        query={query}
        columns={columns}
        emptyWords="No employees yet"
        inactiveLabel="Include former and inactive"
        newLabel={mayWrite ? 'New employee' : undefined}
        newDialog={(close) => <EmployeeDialog onClose={close} />}
      />
      {edited ? <EmployeeDialog employee={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
