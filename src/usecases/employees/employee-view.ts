import { withoutPersonalFields } from '@/core/identity/personal-fields';
import type { Context } from '../kit/define';
import type { EmployeeView } from './employee-fields';

/** The doors whose contract is the whole employee (interface 2.4), for every credential that may read employees. */
const WHOLE = ['A', 'B'];

/**
 * An employee as a door may show it: tax number, private contact data and notes only to callers with `hr.employee.private`,
 * except on the surfaces whose contract contains them. A new door shows them to no one else until it is listed here.
 */
export function employeeFor({ surface, principal }: Context, employee: EmployeeView): EmployeeView {
  return WHOLE.includes(surface)
    ? employee
    : withoutPersonalFields('employee', employee, principal.permissions);
}
