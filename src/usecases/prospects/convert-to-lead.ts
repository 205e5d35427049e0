import { leadFromProspect } from '@/core/sales/conversion';
import { leads } from '@/db/stores/sales/leads';
import { newId } from '@/lib/ids';
import { byId } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { conversionFacts, markConverted } from './convert-prospect';

/** Turns a prospect into a lead, once, in one database transaction (interface 4.1). Refuses ALREADY_CONVERTED. */
export const convertToLead = defineUseCase({
  name: 'prospects.convertToLead',
  permission: 'crm.prospect.convert',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    const leadId = newId();
    const prospect = await markConverted(context, id, { convertedLeadId: leadId });
    const { status, ...fields } = leadFromProspect(conversionFacts(prospect));
    const lead = await leads.insert(context.tenant, {
      ...fields,
      id: leadId,
      leadStatus: status,
      industry: prospect.industry,
      assignedTo: prospect.assignedTo,
      prospectId: prospect.id,
    });
    context.record({ action: 'leads.create', noun: 'lead', recordId: lead.id, after: lead });
    return lead;
  },
});
