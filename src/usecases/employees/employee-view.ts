import { permissionForField, withoutPersonalFields } from '@/core/identity/personal-fields';
import { refuse } from '@/core/refusals';
import type { Context } from '../kit/define';
import type { EmployeeView } from './employee-fields';

/** The doors whose contract is the whole employee (interface 2.4), for every credential that may read employees. */
const WHOLE = ['A', 'B'];

/**
 * What a caller changes of an employee at a door that hides the personal fields from them: null for one of those is what they
 * were shown, and leaves it as it is. Refuses FORBIDDEN for any other value, which would replace what they may not know.
 */
export function knownChanges<Changes extends object>(
  { surface, principal }: Context,
  changes: Changes,
): Changes {
  if (WHOLE.includes(surface)) return changes;
  const kept = Object.entries(changes).filter(([field, value]) => {
    const permission = permissionForField('employee', field);
    if (permission === null || principal.permissions.has(permission)) return true;
    if (value === null || value === undefined) return false;
    refuse('FORBIDDEN', `${field}: this requires the permission ${permission}.`, { permission });
  });
  return Object.fromEntries(kept) as Changes;
}

/**
 * An employee as a door may show it: tax number, private contact data and notes only to callers with `hr.employee.private`,
 * except on the surfaces whose contract contains them. A new door shows them to no one else until it is listed here.
 */
export function employeeFor({ surface, principal }: Context, employee: EmployeeView): EmployeeView {
  return WHOLE.includes(surface)
    ? employee
    : withoutPersonalFields('employee', employee, principal.permissions);
}
