import { z } from 'zod';
import type { EmployeeView } from '@/usecases/employees/employee-fields';
import {
  createEmployee,
  getEmployee,
  removeEmployee,
  updateEmployee,
} from '@/usecases/employees/employee-records';
import {
  EMPLOYEE_ORDERS,
  employeeByInternalId,
  employeesOfDepartment,
  listEmployees,
  reportsOf,
} from '@/usecases/employees/list-employees';
import { archivableStatus } from '@/usecases/kit/fields';
import { runForOutput } from '@/usecases/kit/run';
import { stream } from '@/usecases/kit/stream';
import { etagOf, json, noContent } from '../kit/answer';
import { jsonStream } from '../kit/json-stream';
import { envelope, envelopeSchema, pageFields, pageLinks, queryBoolean } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import {
  byInternalIdShape,
  departmentMemberShape,
  directReportShape,
  employeeCreateBody,
  employeeShape,
  employeeUpdateBody,
} from './fields/employees';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: '4.2', tag: 'Employees', ignoresUnknown: true } as const;

const shown = (status: number) => (employee: EmployeeView) =>
  json(status, employeeShape.present(employee), { etag: etagOf(employee) });

/** The operations of section 4.2, in its order. */
export const employeeRoutes = [
  defineRoute({
    ...shared,
    operation: 'A.employees.create',
    method: 'POST',
    path: '/employees',
    summary: 'Create an employee',
    params: none,
    query: none,
    body: employeeCreateBody,
    success: { status: 201, schema: employeeShape.schema },
    example: {
      body: {
        name: 'Grace Hopper',
        displayName: 'Grace',
        code: 'E-1001',
        entityTypes: ['Employee'],
        email: 'grace@example.com',
        address: { line1: '1 Navy Yard', city: 'Arlington', stateProvince: 'VA', countryCode: 'US' },
        metadata: {
          employeeId: 'B-1001',
          department: 'Engineering',
          title: 'Principal Engineer',
          startDate: '2024-03-01',
          employmentType: 'full-time',
        },
        status: 'active',
      },
    },
    handle: ({ call, body }) => perform(createEmployee, call, body, shown(201)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.employees.list',
    method: 'GET',
    path: '/employees',
    summary: 'List employees, a page at a time',
    params: none,
    query: z.object({
      ...pageFields({ limit: 20, max: 100 }),
      orderBy: z.enum(EMPLOYEE_ORDERS).default('name'),
      orderDirection: z.enum(['asc', 'desc']).default('asc'),
      status: archivableStatus.optional(),
      search: z.string().max(200).optional(),
      isActive: queryBoolean.optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(employeeShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listEmployees, call, query);
      const page = envelope(
        rows.map((row) => employeeShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'A.employees.get',
    method: 'GET',
    path: '/employees/{id}',
    summary: 'Get an employee',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: employeeShape.schema },
    handle: ({ call, params }) => perform(getEmployee, call, params, shown(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.employees.update',
    method: 'PUT',
    path: '/employees/{id}',
    summary: 'Update an employee; omitted fields keep their values',
    params: byId,
    query: none,
    body: employeeUpdateBody,
    success: { status: 200, schema: employeeShape.schema },
    example: { body: { status: 'inactive', metadata: { title: 'Distinguished Engineer' } } },
    handle: ({ call, params, body }) =>
      perform(updateEmployee, call, { id: params.id, data: body }, shown(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'A.employees.remove',
    method: 'DELETE',
    path: '/employees/{id}',
    summary: 'Delete an employee',
    params: byId,
    query: none,
    body: null,
    success: { status: 204, schema: null },
    handle: ({ call, params }) => perform(removeEmployee, call, params, () => noContent),
  }),
  defineRoute({
    ...shared,
    operation: 'A.employees.byDepartment',
    method: 'GET',
    path: '/employees/department/{department}',
    summary: 'Employees of a department, ignoring case',
    params: z.object({ department: z.string().max(500) }),
    query: none,
    body: null,
    success: { status: 200, schema: named('data', rowsOf(departmentMemberShape)).schema },
    handle: async ({ call, params }) =>
      jsonStream(await stream(employeesOfDepartment, call, params), departmentMemberShape.present, {
        field: 'data',
      }),
  }),
  defineRoute({
    ...shared,
    operation: 'A.employees.reportsTo',
    method: 'GET',
    path: '/employees/reports-to/{managerId}',
    summary: 'Employees who report to a manager',
    params: z.object({ managerId: z.guid() }),
    query: none,
    body: null,
    success: { status: 200, schema: named('data', rowsOf(directReportShape)).schema },
    handle: async ({ call, params }) =>
      jsonStream(await stream(reportsOf, call, params), directReportShape.present, { field: 'data' }),
  }),
  defineRoute({
    ...shared,
    operation: 'A.employees.byEmployeeId',
    method: 'GET',
    path: '/employees/by-employee-id/{employeeId}',
    summary: 'The employee with an internal id or badge number',
    params: z.object({ employeeId: z.string().max(500) }),
    query: none,
    body: null,
    success: { status: 200, schema: byInternalIdShape.schema },
    handle: ({ call, params }) =>
      perform(employeeByInternalId, call, params, (employee) =>
        json(200, byInternalIdShape.present(employee), { etag: etagOf(employee) }),
      ),
  }),
];
