import { z } from 'zod';
import { customerChildren } from '@/usecases/customers/customer-records';
import { getCustomerWarehouses, setCustomerWarehouses } from '@/usecases/customers/customer-warehouses';
import { runForOutput } from '@/usecases/kit/run';
import { json } from '../kit/answer';
import { perform } from '../kit/perform';
import { type AnyRoute, defineRoute } from '../kit/route';
import { rowsOf } from '../kit/shape-parts';
import { customers, warehouseAssignmentShape } from './fields/customers';
import { knownId } from './resource-routes';

const none = z.object({});
const idParam = z.object({ id: z.string() });
const shared = { section: '4.3', tag: customers.tag, ignoresUnknown: true } as const;
const assignments = rowsOf(warehouseAssignmentShape);

/** The customer operations beyond the five common ones (4.3; decisions.md, surface B). */
export const customerRoutes: readonly AnyRoute[] = [
  defineRoute({
    ...shared,
    operation: 'B.customers.children',
    method: 'GET',
    path: '/api/customers/{id}/children',
    summary: 'The customers whose parent this one is',
    params: idParam,
    query: none,
    body: null,
    success: { status: 200, schema: z.array(customers.schema) },
    handle: async ({ call, params }) =>
      json(
        200,
        (await runForOutput(customerChildren, call, knownId(params, 'customer'))).map(customers.present),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'B.customers.warehouses',
    method: 'GET',
    path: '/api/customers/{id}/warehouses',
    summary: 'The warehouses that serve a customer',
    params: idParam,
    query: none,
    body: null,
    success: { status: 200, schema: assignments.schema },
    handle: async ({ call, params }) =>
      json(
        200,
        assignments.present(await runForOutput(getCustomerWarehouses, call, knownId(params, 'customer'))),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'B.customers.setWarehouses',
    method: 'PUT',
    path: '/api/customers/{id}/warehouses',
    summary: 'Set the warehouses that serve a customer; omitted ones are removed',
    params: idParam,
    query: none,
    body: z.array(z.object({ warehouseId: z.guid(), isDefault: z.boolean().default(false) })).max(1000),
    success: { status: 200, schema: assignments.schema },
    example: { body: [{ warehouseId: '0190a0b0-0000-7000-8000-000000000001', isDefault: true }] },
    handle: ({ call, params, body }) =>
      perform(setCustomerWarehouses, call, { ...knownId(params, 'customer'), assignments: body }, (rows) =>
        json(200, assignments.present(rows)),
      ),
  }),
];
