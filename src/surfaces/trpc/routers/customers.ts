import { customerPage } from '@/usecases/customers/customer-page';
import { customerBalances, customerChildren, customerVerbs } from '@/usecases/customers/customer-records';
import { getCustomerWarehouses, setCustomerWarehouses } from '@/usecases/customers/customer-warehouses';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Customers; a page of them includes the balance each owes. */
export const customersRouter = createTrpcRouter({
  create: procedureFor(customerVerbs.create),
  get: procedureFor(customerVerbs.get),
  page: procedureFor(customerPage),
  update: procedureFor(customerVerbs.update),
  remove: procedureFor(customerVerbs.remove),
  balances: procedureFor(customerBalances),
  children: procedureFor(customerChildren),
  warehouses: procedureFor(getCustomerWarehouses),
  setWarehouses: procedureFor(setCustomerWarehouses),
});
