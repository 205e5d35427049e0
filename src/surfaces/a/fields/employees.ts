import { z } from 'zod';
import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import type { EmployeeView } from '@/usecases/employees/employee-fields';
import { employeeFields, entityTypes } from '@/usecases/employees/employee-fields';
import { metadataOf, metadataSchema } from '@/usecases/employees/employee-records';
import { archivableStatus, nameText } from '@/usecases/kit/fields';
import { shapeOf } from '../../kit/shape';

/** 2.4: an employee as surface A returns it; omitted optional fields are null. */
export const employeeShape = shapeOf<EmployeeView>()({
  id: 'id',
  organizationId: 'id',
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
  status: [archivableStatus, 'recordStatus'],
  isActive: 'flag',
  createdAt: 'moment',
  updatedAt: 'moment',
});

const { department, title, reportsTo, employeeId } = metadataSchema.shape;
const inDepartment = shapeOf<EmployeeView>()({ department, title });
const underManager = shapeOf<EmployeeView>()({ department, title, reportsTo });
const byNumber = shapeOf<EmployeeView>()({ employeeId: [employeeId, 'employeeNumber'], department, title });
const itself = (row: EmployeeView) => row;
const named = { id: 'id', name: 'text', displayName: 'text?' } as const;
const status = { status: [archivableStatus, 'recordStatus'] } as const;

/** 4.2: an entry of the list by department. */
export const departmentMemberShape = shapeOf<EmployeeView>()({
  ...named,
  metadata: [inDepartment, itself],
  ...status,
});

/** 4.2: an entry of the list of direct reports. */
export const directReportShape = shapeOf<EmployeeView>()({
  ...named,
  metadata: [underManager, itself],
  ...status,
});

/** 4.2: the employee found by employee id. */
export const byInternalIdShape = shapeOf<EmployeeView>()({
  ...named,
  code: 'text?',
  metadata: [byNumber, itself],
  ...status,
});

/** 4.2 create. */
export const employeeCreateBody = z
  .object({
    ...employeeFields,
    name: nameText,
    entityTypes,
    status: archivableStatus.optional(),
    isActive: z.boolean().optional(),
  })
  .transform(({ status, ...fields }) => ({ ...fields, recordStatus: status }));

/** 4.2 update: any create field; omitted ones keep their values, `null` clears an optional one. */
export const employeeUpdateBody = z
  .object({
    ...employeeFields,
    name: nameText.optional(),
    entityTypes: entityTypes.optional(),
    status: archivableStatus.optional(),
    isActive: z.boolean().optional(),
  })
  .transform(({ status, ...fields }) => ({ ...fields, recordStatus: status }));
