import { z } from 'zod';
import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import type { EmployeeView } from '@/usecases/employees/employee-fields';
import { employeeFields, employeeStatus, entityTypes } from '@/usecases/employees/employee-fields';
import { metadataOf } from '@/usecases/employees/employee-records';
import { nameText } from '@/usecases/kit/fields';

const metadataSchema = z.object({
  employeeId: z.string().nullable(),
  department: z.string().nullable(),
  title: z.string().nullable(),
  reportsTo: z.guid().nullable(),
  startDate: z.iso.date().nullable(),
  endDate: z.iso.date().nullable(),
  employmentType: z.string().nullable(),
});

/** 2.4: an employee as surface A shows it; omitted optional fields are null. */
export const employeeSchema = z.object({
  id: z.guid(),
  organizationId: z.guid(),
  name: z.string(),
  displayName: z.string().nullable(),
  code: z.string().nullable(),
  entityTypes: z.array(z.string()),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address: addressSchema.nullable(),
  parentEntityId: z.guid().nullable(),
  primaryContactId: z.guid().nullable(),
  taxId: z.string().nullable(),
  description: z.string().nullable(),
  notes: z.string().nullable(),
  customFields: z.record(z.string(), z.unknown()).nullable(),
  metadata: metadataSchema.nullable(),
  status: employeeStatus,
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function presentEmployee(employee: EmployeeView) {
  return {
    id: employee.id,
    organizationId: employee.organizationId,
    name: employee.name,
    displayName: employee.displayName,
    code: employee.code,
    entityTypes: employee.entityTypes,
    email: employee.email,
    phone: employee.phone,
    website: employee.website,
    address: presentAddress(employee.address),
    parentEntityId: employee.parentEntityId,
    primaryContactId: employee.primaryContactId,
    taxId: employee.taxId,
    description: employee.description,
    notes: employee.notes,
    customFields: employee.customFields,
    metadata: metadataOf(employee),
    status: employee.recordStatus,
    isActive: employee.isActive,
    createdAt: employee.createdAt,
    updatedAt: employee.updatedAt,
  };
}

const named = { id: z.guid(), name: z.string(), displayName: z.string().nullable() };
const departmentAndTitle = { department: z.string().nullable(), title: z.string().nullable() };

/** 4.2: the entry of the list by department. */
export const departmentMemberSchema = z.object({
  ...named,
  metadata: z.object(departmentAndTitle),
  status: employeeStatus,
});

export function presentDepartmentMember(employee: EmployeeView) {
  const { id, name, displayName, department, title, recordStatus } = employee;
  return { id, name, displayName, metadata: { department, title }, status: recordStatus };
}

/** 4.2: the entry of the list of direct reports. */
export const directReportSchema = z.object({
  ...named,
  metadata: z.object({ ...departmentAndTitle, reportsTo: z.guid().nullable() }),
  status: employeeStatus,
});

export function presentDirectReport(employee: EmployeeView) {
  const { id, name, displayName, department, title, reportsTo, recordStatus } = employee;
  return { id, name, displayName, metadata: { department, title, reportsTo }, status: recordStatus };
}

/** 4.2: the one object found by internal id. */
export const internalIdSchema = z.object({
  ...named,
  code: z.string().nullable(),
  metadata: z.object({ employeeId: z.string().nullable(), ...departmentAndTitle }),
  status: employeeStatus,
});

export function presentByInternalId(employee: EmployeeView) {
  const { id, name, displayName, code, employeeNumber, department, title, recordStatus } = employee;
  const metadata = { employeeId: employeeNumber, department, title };
  return { id, name, displayName, code, metadata, status: recordStatus };
}

/** 4.2 create. */
export const employeeCreateBody = z
  .object({
    ...employeeFields,
    name: nameText,
    entityTypes,
    status: employeeStatus.optional(),
    isActive: z.boolean().optional(),
  })
  .transform(({ status, ...fields }) => ({ ...fields, recordStatus: status }));

/** 4.2 update: any create field; omitted ones keep their values, `null` clears an optional one. */
export const employeeUpdateBody = z
  .object({
    ...employeeFields,
    name: nameText.optional(),
    entityTypes: entityTypes.optional(),
    status: employeeStatus.optional(),
    isActive: z.boolean().optional(),
  })
  .transform(({ status, ...fields }) => ({ ...fields, recordStatus: status }));
