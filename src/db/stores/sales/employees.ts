import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream, streamRows } from '../../record-stream';
import type { TenantClaim } from '../../tenancy';

export type EmployeeRecord = Plain<'Employee'>;

/** Employees (interface 2.4). */
export const employees = recordStore('Employee');

export const streamEmployees = recordStream('Employee');

/** Employees of a department by its name, ignoring case: found by a function with the owner's rights, read under row security. */
export const streamEmployeesOfDepartment = (claim: TenantClaim, department: string) =>
  streamRows<'Employee'>(
    claim,
    `select p.* from daybook_employees_of_department($2) f(id)
     cross join lateral (select x.* from employees x where x.organization_id = $1::uuid and x.id = f.id offset 0) p order by p.name, p.id`,
    [claim.organizationId, department],
  );

/** Employees who report to a manager. */
export const streamReportsOf = (claim: TenantClaim, managerId: string) =>
  streamRows<'Employee'>(
    claim,
    `select * from employees where organization_id = $1::uuid and reports_to = $2::uuid order by name, id`,
    [claim.organizationId, managerId],
  );
