import { customerFromProspect } from '@/core/sales/conversion';
import { customers } from '@/db/stores/sales/customers';
import { newId } from '@/lib/ids';
import { byId } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { markConverted } from './convert-prospect';

/** Turns a prospect into a customer, once, in one database transaction (interface 4.1). Refuses ALREADY_CONVERTED. */
export const convertToCustomer = defineUseCase({
  name: 'prospects.convertToCustomer',
  permission: 'crm.prospect.convert',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    const customerId = newId();
    const prospect = await markConverted(context, id, { convertedCustomerId: customerId });
    const { status, ...fields } = customerFromProspect(prospect);
    const customer = await customers.insert(context.tenant, {
      ...fields,
      id: customerId,
      recordStatus: status,
      prospectId: prospect.id,
    });
    context.record({ action: 'customers.create', noun: 'customer', recordId: customer.id, after: customer });
    return customer;
  },
});
