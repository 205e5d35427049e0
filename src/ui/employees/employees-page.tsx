import type { Metadata } from 'next';
import { listPage, recordPage } from '@/ui/records/list-page';
import { EmployeeScreen } from './employee-screen';
import { employeesQuestion } from './employees-question';
import { EmployeesScreen } from './employees-screen';

export const employeesMetadata: Metadata = { title: 'Employees' };
export const EmployeesPage = listPage(
  (trpc, question) => trpc.employees.list.prefetch(employeesQuestion(question)),
  EmployeesScreen,
);

export const employeeMetadata: Metadata = { title: 'Employee' };
export const EmployeePage = recordPage((trpc, id) => trpc.employees.get.prefetch({ id }), EmployeeScreen);
