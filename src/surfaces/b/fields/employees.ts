import { z } from 'zod';
import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import { employeeCreate } from '@/usecases/employees/employee-fields';
import {
  createEmployee,
  getEmployee,
  metadataOf,
  removeEmployee,
  updateEmployee,
} from '@/usecases/employees/employee-records';
import { streamAllEmployees } from '@/usecases/employees/list-employees';
import { bodyOf, date, defineResource, reference, THREE_STATES, text } from '../resource';

const { recordStatus: _status, userId: _user, ...own } = employeeCreate.shape;

/** Employees: 2.4's fields, the same records as on surface A, and where the books count them. */
export const employees = defineResource({
  noun: 'employee',
  tag: 'Employees (records)',
  statuses: THREE_STATES,
  own: {
    name: z.string(),
    displayName: text,
    code: text,
    entityTypes: z.array(z.string()),
    email: text,
    phone: text,
    website: text,
    address: addressSchema.nullable(),
    parentEntityId: reference,
    primaryContactId: reference,
    taxId: text,
    description: text,
    notes: text,
    customFields: z.record(z.string(), z.unknown()).nullable(),
    metadata: z
      .object({
        employeeId: text,
        department: text,
        title: text,
        reportsTo: reference,
        startDate: date,
        endDate: date,
        employmentType: text,
      })
      .nullable(),
    isActive: z.boolean(),
    subsidiaryId: reference,
    departmentId: reference,
  },
  values: (row) => ({ address: presentAddress(row.address), metadata: metadataOf(row) }),
  create: bodyOf(own, THREE_STATES),
  update: bodyOf(own, THREE_STATES),
  verbs: {
    create: createEmployee,
    get: getEmployee,
    update: updateEmployee,
    remove: removeEmployee,
    stream: streamAllEmployees,
  },
  examples: { create: { name: 'Grace Hopper', code: 'E-1001', metadata: { title: 'Principal Engineer' } } },
});
