import { customerFromProspect, leadFromProspect } from '@/core/sales/conversion';
import { leadScoreParts } from '@/core/sales/lead-score';
import { prospects } from '@/db/stores/sales/prospects';
import { byId, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { conversionFacts } from './convert-prospect';

/** The result of a conversion, including the components of the lead's score, without converting. */
export const previewConversion = defineUseCase({
  name: 'prospects.previewConversion',
  permission: 'crm.prospect.read',
  mode: 'read',
  input: byId,
  async run({ tenant }, { id }) {
    const prospect = (await prospects.find(tenant, id)) ?? refuseNotFound('prospect', id);
    const facts = conversionFacts(prospect);
    return {
      prospect,
      isConvertible: prospect.prospectStatus !== 'converted',
      lead: leadFromProspect(facts),
      scoreParts: leadScoreParts(facts),
      customer: customerFromProspect(prospect),
    };
  },
});
