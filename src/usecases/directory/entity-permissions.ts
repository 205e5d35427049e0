import type { Permission } from '@/core/permissions';
import type { EntityKind } from '@/db/reports/choices/entity-choices';

/** The permission required to see the counterparties of each kind. */
export const ENTITY_PERMISSIONS: Readonly<Record<EntityKind, Permission>> = {
  CUSTOMER: 'crm.customer.read',
  VENDOR: 'purchasing.read',
  EMPLOYEE: 'hr.employee.read',
};
