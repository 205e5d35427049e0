import type { OrderSource } from '@/core/orders/order-source';
import type { WantedCustomer } from '@/core/orders/wanted-order';
import { refuse } from '@/core/refusals';
import { recordsNamed } from '@/db/stores/records-by-name';
import {
  customersByKey,
  insertOrderCustomers,
  keepCustomerKeys,
  type OrderCustomer,
} from '@/db/stores/sales/source-customers';
import { newId } from '@/lib/ids';
import type { Context } from '../kit/define';
import { demand } from '../kit/run';

/** The customers of orders, as far as a portion has looked them up. */
export type KnownCustomers = Map<string, string>;

/**
 * The customer that a source means: who it meant before, else the one with its id as number, else the one with its name, else a new
 * one. Refuses FORBIDDEN to make one without crm.customer.write, and INVALID_INPUT where several have the name.
 */
export async function customerOfOrder(
  context: Context,
  source: Pick<OrderSource, 'id'>,
  { key, name, email }: WantedCustomer,
  currencyCode: string,
  known: KnownCustomers,
): Promise<string> {
  const { tenant } = context;
  const before = known.get(key) ?? (await customersByKey(tenant, source.id, [key])).get(key);
  if (before !== undefined) return before;
  const named = await recordsNamed(tenant, 'customers', [...new Set([key, name])]);
  const found = named.get(key) ?? named.get(name) ?? [];
  if (found.length > 1) {
    refuse('INVALID_INPUT', `${found.length} customers are named ${name}. Give one the number ${key}.`, {
      issues: [{ path: ['customerName'], message: `${found.length} customers are named ${name}` }],
    });
  }
  const id = found[0] ?? newId();
  if (found.length === 0) {
    demand(context.principal, 'crm.customer.write');
    await addCustomers(context, [newCustomer(id, { key, name, email }, currencyCode)]);
  }
  await keepCustomerKeys(tenant, source.id, [{ key, id }]);
  return id;
}

/** A customer as an order describes it. */
export const newCustomer = (
  id: string,
  { key, name, email }: WantedCustomer,
  currencyCode: string,
): OrderCustomer => ({ id, number: key.slice(0, 100), name: name.slice(0, 500), email, currencyCode });

/** Adds customers of orders; the caller may create customers. */
export async function addCustomers(context: Context, customers: readonly OrderCustomer[]): Promise<void> {
  await insertOrderCustomers(context.tenant, customers);
  for (const { id, number, name, email, currencyCode } of customers) {
    context.record({
      action: 'customers.create',
      noun: 'customer',
      recordId: id,
      after: { companyName: name, customerId: number, contactEmail: email, currencyCode },
    });
  }
}
