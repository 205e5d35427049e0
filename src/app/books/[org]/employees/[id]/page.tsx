import { EmployeePage, employeeMetadata } from '@/ui/employees/employees-page';

export const metadata = employeeMetadata;

export default EmployeePage;
