import { defineUseCase } from '@/usecases/kit/define';
import { balancesOn, customerVerbs } from './customer-records';

/** A searchable page of customers with the balance each owes, per currency. */
export const customerPage = defineUseCase({
  name: 'customers.pageWithBalances',
  permission: 'crm.customer.read',
  mode: 'read',
  input: customerVerbs.page.input,
  async run(context, input) {
    const { rows, ...counts } = await customerVerbs.page.run(context, input);
    const ids = rows.map(({ id }) => id);
    const open = await balancesOn(context.tenant, ids, context.clock.today());
    return {
      rows: rows.map((customer) => ({
        ...customer,
        openBalances: open.filter(({ customerId }) => customerId === customer.id),
      })),
      ...counts,
    };
  },
});
