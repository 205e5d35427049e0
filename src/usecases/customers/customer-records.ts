import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { customers, openBalances, streamCustomers } from '@/db/stores/sales/customers';
import type { Tenant } from '@/db/tenancy';
import { mergedPostalAddress } from '@/usecases/addresses/address';
import { byId, crud, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { defineRecordStream } from '@/usecases/kit/record-list';
import { defineRecordPage } from '@/usecases/kit/record-page';
import { demandChildless, demandParent } from '@/usecases/kit/tree-records';
import { customerCreate, customerUpdate } from './customer-fields';

const TREE = { table: 'customers', column: 'parent_customer_id' } as const;

/** The verbs of customers, which form a tree (2.3). */
export const customerVerbs = {
  ...crud({
    noun: 'customer',
    plural: 'customers',
    store: customers,
    read: 'crm.customer.read',
    write: 'crm.customer.write',
    create: customerCreate,
    update: customerUpdate,
    async prepareCreate({ tenant }, input) {
      await demandParent(tenant, TREE, { noun: 'customer', id: null }, input.parentCustomerId);
      return {
        ...input,
        billingAddress: mergedPostalAddress(null, input.billingAddress),
        shippingAddress: mergedPostalAddress(null, input.shippingAddress),
      };
    },
    async prepareUpdate({ tenant }, before, input) {
      await demandParent(tenant, TREE, { noun: 'customer', id: before.id }, input.parentCustomerId);
      return {
        ...input,
        billingAddress: mergedPostalAddress(before.billingAddress, input.billingAddress),
        shippingAddress: mergedPostalAddress(before.shippingAddress, input.shippingAddress),
      };
    },
    guardRemove: ({ tenant }, before) => demandChildless(tenant, TREE, { noun: 'customer', id: before.id }),
  }),
  page: defineRecordPage({
    name: 'customers.page',
    permission: 'crm.customer.read',
    store: customers,
    searchIn: ['companyName', 'customerId', 'contactEmail'],
    indexed: 'customer',
    sortBy: ['companyName', 'customerId', 'creditLimit', 'createdAt', 'updatedAt'],
  }),
  stream: defineRecordStream({
    name: 'customers.stream',
    permission: 'crm.customer.read',
    store: customers,
    stream: streamCustomers,
  }),
};

/** 4.3: the customers whose parent is this one, whatever their status. Refuses NOT_FOUND for an unknown customer. */
export const customerChildren = defineUseCase({
  name: 'customers.children',
  permission: 'crm.customer.read',
  mode: 'read',
  input: byId,
  async run({ tenant }, { id }) {
    if ((await customers.find(tenant, id)) === null) refuseNotFound('customer', id);
    return customers.list(tenant, {
      where: { parentCustomerId: id },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  },
});

/** The amounts customers owe as of a day, per currency, at the currency's scale. */
export async function balancesOn(tenant: Tenant, customerIds: readonly string[], onDay: string) {
  if (customerIds.length === 0) return [];
  return (await openBalances(tenant, customerIds, onDay)).map((balance) => ({
    ...balance,
    openAmount: toAmountString(dec(balance.openAmount), balance.currencyCode),
    overdueAmount: toAmountString(dec(balance.overdueAmount), balance.currencyCode),
  }));
}

/** The amounts that some customers owe, per currency, for lists and the customer's page. */
export const customerBalances = defineUseCase({
  name: 'customers.balances',
  permission: 'crm.customer.read',
  mode: 'read',
  input: z.object({ customerIds: z.array(z.guid()).min(1).max(200) }),
  run: ({ tenant, clock }, { customerIds }) => balancesOn(tenant, customerIds, clock.today()),
});
