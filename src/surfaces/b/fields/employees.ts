import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import { type EmployeeView, employeeCreate } from '@/usecases/employees/employee-fields';
import {
  createEmployee,
  getEmployee,
  metadataOf,
  metadataSchema,
  removeEmployee,
  updateEmployee,
} from '@/usecases/employees/employee-records';
import { streamAllEmployees } from '@/usecases/employees/list-employees';
import { shapeOf } from '../../kit/shape';
import { defineResource, THREE_STATES } from '../resource';

const { userId: _user, ...own } = employeeCreate.shape;

/** Employees: the fields of 2.4, the same records as on surface A, with their accounting dimensions. */
export const employees = defineResource({
  noun: 'employee',
  tag: 'Employees (records)',
  statuses: THREE_STATES,
  own: shapeOf<EmployeeView>()({
    name: 'text',
    displayName: 'text?',
    code: 'text?',
    entityTypes: 'texts',
    email: 'text?',
    phone: 'text?',
    website: 'text?',
    address: [addressSchema.nullable(), (row) => presentAddress(row.address)],
    parentEntityId: 'id?',
    primaryContactId: 'id?',
    taxId: 'text?',
    description: 'text?',
    notes: 'text?',
    customFields: 'custom?',
    metadata: [metadataSchema.nullable(), metadataOf],
    isActive: 'flag',
    subsidiaryId: 'id?',
    departmentId: 'id?',
  }),
  takes: own,
  verbs: {
    create: createEmployee,
    get: getEmployee,
    update: updateEmployee,
    remove: removeEmployee,
    stream: streamAllEmployees,
  },
  examples: { create: { name: 'Grace Hopper', code: 'E-1001', metadata: { title: 'Principal Engineer' } } },
});
