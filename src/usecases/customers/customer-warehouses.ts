import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { customers, customerWarehouses, lockCustomer } from '@/db/stores/sales/customers';
import { warehouses } from '@/db/stores/structure/warehouses';
import type { Tenant } from '@/db/tenancy';
import { byId, expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';

/** One assignment with the warehouse it names (decisions.md, surface B, "customers/{id}/warehouses"). */
async function assignmentsOf(tenant: Tenant, customerId: string) {
  const assigned = await customerWarehouses.list(tenant, {
    where: { customerId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const ids = assigned.map(({ warehouseId }) => warehouseId);
  const named = await warehouses.list(tenant, { where: { id: { in: ids } } });
  const byWarehouse = new Map(named.map((warehouse) => [warehouse.id, warehouse]));
  return assigned.map((assignment) => ({
    ...assignment,
    warehouse: byWarehouse.get(assignment.warehouseId) ?? null,
  }));
}

/** 4.3: the warehouses that serve a customer. Refuses NOT_FOUND for an unknown customer. */
export const getCustomerWarehouses = defineUseCase({
  name: 'customers.warehouses',
  permission: 'crm.customer.read',
  mode: 'read',
  input: byId,
  async run({ tenant }, { id }) {
    if ((await customers.find(tenant, id)) === null) refuseNotFound('customer', id);
    return assignmentsOf(tenant, id);
  },
});

/**
 * Replaces the customer's list of warehouses: assignments left out are deleted, those kept keep their id.
 * Refuses NOT_FOUND for the customer, REFERENCE_NOT_FOUND for a warehouse, INVALID_INPUT for a warehouse
 * named twice or a second default.
 */
export const setCustomerWarehouses = defineUseCase({
  name: 'customers.setWarehouses',
  permission: 'crm.customer.write',
  mode: 'write',
  input: z.object({
    id: z.guid(),
    assignments: z
      .array(z.object({ warehouseId: z.guid(), isDefault: z.boolean().default(false) }))
      .max(1000)
      .refine((list) => new Set(list.map((one) => one.warehouseId.toLowerCase())).size === list.length, {
        message: 'must contain each warehouse only once',
      })
      .refine((list) => list.filter((one) => one.isDefault).length <= 1, {
        message: 'must have at most one default',
      }),
  }),
  async run(context, { id, assignments }) {
    const { tenant } = context;
    if (!(await lockCustomer(tenant, id))) refuseNotFound('customer', id);
    const customer = (await customers.find(tenant, id)) ?? refuseNotFound('customer', id);
    expectVersion(context, customer);
    const before = await assignmentsOf(tenant, id);
    const wanted = new Map(assignments.map((one) => [one.warehouseId.toLowerCase(), one.isDefault]));
    const known = await warehouses.list(tenant, { where: { id: { in: [...wanted.keys()] } } });
    const missing = [...wanted.keys()].find((warehouseId) => known.every((one) => one.id !== warehouseId));
    if (missing !== undefined) {
      refuse('REFERENCE_NOT_FOUND', 'The warehouse in warehouseId does not exist.', {
        field: 'warehouseId',
        noun: 'warehouse',
        id: missing,
      });
    }
    for (const assignment of before) {
      const isDefault = wanted.get(assignment.warehouseId);
      if (isDefault === undefined) await customerWarehouses.remove(tenant, assignment.id);
      else if (isDefault !== assignment.isDefault) {
        await customerWarehouses.update(tenant, assignment.id, { isDefault });
      }
      wanted.delete(assignment.warehouseId);
    }
    for (const [warehouseId, isDefault] of wanted) {
      await customerWarehouses.insert(tenant, { customerId: id, warehouseId, isDefault });
    }
    const after = await assignmentsOf(tenant, id);
    context.record({
      noun: 'customer',
      recordId: id,
      before: { warehouses: before },
      after: { warehouses: after },
    });
    return after;
  },
});
