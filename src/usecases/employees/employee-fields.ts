import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '@/core/identity/employment';
import type { EmployeeRecord } from '@/db/stores/sales/employees';
import { addressInput } from '@/usecases/addresses/address';
import {
  archivableStatus,
  codeText,
  day,
  jsonObject,
  lineText,
  longText,
  nameText,
} from '@/usecases/kit/fields';

/** The fields that make a person an employee among the organization's entities (2.4). */
export const EMPLOYEE_TYPE = 'Employee';

export const entityTypes = z
  .array(codeText)
  .max(50)
  .refine((types) => types.includes(EMPLOYEE_TYPE), "must include 'Employee'");

/** The Employee metadata object of 2.4. */
export const employeeMetadata = z.object({
  employeeId: codeText.nullish(),
  department: lineText.nullish(),
  title: lineText.nullish(),
  reportsTo: z.guid().nullish(),
  startDate: day.nullish(),
  endDate: day.nullish(),
  employmentType: z.enum(EMPLOYMENT_TYPES).nullish(),
});

/** The employee fields a caller may set (2.4). */
export const employeeFields = {
  displayName: lineText.nullish(),
  code: codeText.nullish(),
  email: lineText.nullish(),
  phone: lineText.nullish(),
  website: lineText.nullish(),
  address: addressInput.nullish(),
  parentEntityId: z.guid().nullish(),
  primaryContactId: z.guid().nullish(),
  taxId: lineText.nullish(),
  description: longText.nullish(),
  notes: longText.nullish(),
  customFields: jsonObject.nullish(),
  metadata: employeeMetadata.nullish(),
} as const;

const internal = {
  subsidiaryId: z.guid().nullish(),
  departmentId: z.guid().nullish(),
  userId: z.guid().nullish(),
};

export const employeeCreate = z.object({
  ...employeeFields,
  ...internal,
  /** Omitted: the generated code is used as the name. */
  name: nameText.optional(),
  entityTypes: entityTypes.optional(),
  recordStatus: archivableStatus.optional(),
  isActive: z.boolean().optional(),
});

export const employeeUpdate = z.object({
  ...employeeFields,
  ...internal,
  name: nameText.optional(),
  entityTypes: entityTypes.optional(),
  recordStatus: archivableStatus.optional(),
  isActive: z.boolean().optional(),
});

/** An employee as the verbs return it to the doors. */
export type EmployeeView = EmployeeRecord;
