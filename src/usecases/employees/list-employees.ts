import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  employees,
  streamEmployees,
  streamEmployeesOfDepartment,
  streamReportsOf,
} from '@/db/stores/sales/employees';
import { defineUseCase } from '@/usecases/kit/define';
import { archivableStatus } from '@/usecases/kit/fields';
import { defineRecordStream } from '@/usecases/kit/record-list';
import { isBoundedSearch, pageContaining } from '@/usecases/kit/search';
import { defineStream } from '@/usecases/kit/stream';
import { employeeFor } from './employee-view';

export const EMPLOYEE_ORDERS = ['name', 'createdAt', 'updatedAt'] as const;

/** One page of employees (4.2). */
export const listEmployees = defineUseCase({
  name: 'employees.list',
  permission: 'hr.employee.read',
  mode: 'read',
  input: z.object({
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(100).default(20),
    orderBy: z.enum(EMPLOYEE_ORDERS).default('name'),
    orderDirection: z.enum(['asc', 'desc']).default('asc'),
    status: archivableStatus.optional(),
    search: z.string().max(200).optional(),
    /** Of what many employees contain, no more is counted than the end of the next page. */
    isBounded: isBoundedSearch,
    isActive: z.boolean().optional(),
  }),
  async run(context, { page, limit, orderBy, orderDirection, status, search, isBounded, isActive }) {
    const found = await pageContaining(context.tenant, employees, {
      search,
      isBounded,
      searchIn: ['name', 'displayName', 'code', 'email'],
      indexed: 'employee',
      equals: {
        ...(status === undefined ? {} : { recordStatus: status }),
        ...(isActive === undefined ? {} : { isActive }),
      },
      orderBy: [{ [orderBy]: orderDirection }, { id: orderDirection }],
      skip: (page - 1) * limit,
      take: limit,
    });
    return { ...found, rows: found.rows.map((employee) => employeeFor(context, employee)) };
  },
});

/** Every employee in the order of creation (surface B). */
export const streamAllEmployees = defineRecordStream({
  name: 'employees.stream',
  permission: 'hr.employee.read',
  store: employees,
  stream: streamEmployees,
});

/** 4.2 by department: the whole name, ignoring case. */
export const employeesOfDepartment = defineStream({
  name: 'employees.ofDepartment',
  permission: 'hr.employee.read',
  input: z.object({ department: z.string().max(500) }),
  open: (claim, { department }) => streamEmployeesOfDepartment(claim, department),
});

/** 4.2 direct reports. Empty for an unknown manager and for one without reports. */
export const reportsOf = defineStream({
  name: 'employees.reportsOf',
  permission: 'hr.employee.read',
  input: z.object({ managerId: z.guid() }),
  open: (claim, { managerId }) => streamReportsOf(claim, managerId),
});

/**
 * 4.2 by employee id: the most recent employee when several have it; refuses NOT_FOUND when none has
 * (decisions.md, "by-employee-id").
 */
export const employeeByInternalId = defineUseCase({
  name: 'employees.byInternalId',
  permission: 'hr.employee.read',
  mode: 'read',
  input: z.object({ employeeId: z.string().max(500) }),
  async run(context, { employeeId }) {
    const [newest] = await employees.list(context.tenant, {
      where: { employeeNumber: employeeId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: 1,
    });
    if (newest === undefined) {
      refuse('NOT_FOUND', 'No employee has this internal ID.', { noun: 'employee', id: employeeId });
    }
    return employeeFor(context, newest);
  },
});
