import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { checkLeadConvertible, customerFromProspect, type LeadStatus } from '@/core/sales/conversion';
import { customers } from '@/db/stores/sales/customers';
import { leads } from '@/db/stores/sales/leads';
import { prospects } from '@/db/stores/sales/prospects';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

export interface ConvertedLead {
  readonly into: 'customer' | 'prospect';
  /** The customer or the prospect. */
  readonly id: string;
  readonly name: string;
}

/**
 * Turns a lead into a customer, or into a prospect when it was not one, once, in one database transaction. Of two at once the
 * second finds it converted. Refuses NOT_FOUND, STALE_VERSION, ALREADY_CONVERTED.
 */
export const convertLead = defineUseCase({
  name: 'leads.convert',
  permission: 'crm.prospect.convert',
  mode: 'write',
  input: z.object({ id: z.guid(), into: z.enum(['customer', 'prospect']) }),
  async run(context, { id, into }): Promise<ConvertedLead> {
    const { tenant } = context;
    const before = (await leads.find(tenant, id)) ?? refuseNotFound('lead', id);
    expectVersion(context, before);
    valueOrThrow(checkLeadConvertible({ ...before, status: before.leadStatus as LeadStatus }, into));
    const madeId = newId();
    const { name, company, email, phone, industry, assignedTo, notes } = before;
    const { status, ...customer } = customerFromProspect(before);
    // What it becomes is stored first: the lead refers to it.
    const made =
      into === 'customer'
        ? await customers.insert(tenant, {
            ...customer,
            id: madeId,
            recordStatus: status,
            prospectId: before.prospectId,
          })
        : await prospects.insert(tenant, {
            id: madeId,
            name,
            company,
            email,
            phone,
            industry,
            assignedTo,
            notes,
            prospectStatus: 'contacted',
          });
    const after = await leads.updateWhere(
      tenant,
      id,
      { leadStatus: { not: 'converted' } },
      {
        leadStatus: 'converted',
        ...(into === 'customer' ? { convertedCustomerId: madeId } : { convertedProspectId: madeId }),
      },
    );
    if (after === null) refuse('ALREADY_CONVERTED', 'The lead has already been converted.', { id });
    context.record({ noun: 'lead', recordId: id, before, after });
    context.record({ action: `${into}s.create`, noun: into, recordId: madeId, after: made });
    return { into, id: madeId, name: 'companyName' in made ? made.companyName : made.name };
  },
});
