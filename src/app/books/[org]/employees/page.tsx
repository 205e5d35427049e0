import { EmployeesPage, employeesMetadata } from '@/ui/employees/employees-page';

export const metadata = employeesMetadata;

export default EmployeesPage;
