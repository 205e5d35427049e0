import { z } from 'zod';

import { LEAD_STATUSES } from '@/core/sales/conversion';
import { type LeadRecord, leads, streamLeads } from '@/db/stores/sales/leads';
import { crud } from '@/usecases/kit/crud';
import { codeText, lineText, longText, nameText, recordStatus } from '@/usecases/kit/fields';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { defineRecordStream } from '@/usecases/kit/record-list';
import { defineRecordPage } from '@/usecases/kit/record-page';

/** The lead fields a caller may set (2.2). */
export const leadFields = {
  code: codeText.optional(),
  name: nameText.optional(),
  email: lineText.nullish(),
  phone: lineText.nullish(),
  company: lineText.nullish(),
  industry: lineText.nullish(),
  source: lineText.nullish(),
  score: z.int().min(0).max(100).optional(),
  assignedTo: z.guid().nullish(),
  notes: longText.nullish(),
  recordStatus: recordStatus.optional(),
} as const;

const leadStatus = z.enum(LEAD_STATUSES);
const fields = z.object({ ...leadFields, leadStatus: leadStatus.optional() });

/** The verbs of sales leads; a lead converted from a prospect names it in `source`. */
export const leadVerbs = {
  ...crud({
    noun: 'lead',
    plural: 'leads',
    store: leads,
    read: 'crm.lead.read',
    write: 'crm.lead.write',
    create: fields,
    update: fields,
    prepareUpdate: (_context, _before, input) => input,
    async prepareCreate({ tenant }, input) {
      if (input.name !== undefined) return input;
      const isTaken = async (code: string) => (await leads.findWhere(tenant, { code })) !== null;
      const code = input.code ?? (await nextRecordCode(tenant, 'LEAD', isTaken));
      return { ...input, code, name: code };
    },
  }),
  page: defineRecordPage({
    name: 'leads.page',
    permission: 'crm.lead.read',
    store: leads,
    searchIn: ['name', 'company', 'email'],
    indexed: 'lead',
    sortBy: ['createdAt', 'name', 'company', 'score', 'leadStatus', 'updatedAt'],
  }),
  stream: defineRecordStream({
    name: 'leads.stream',
    permission: 'crm.lead.read',
    store: leads,
    stream: streamLeads,
  }),
};

/** A lead as the verbs return it to the doors. */
export type LeadView = LeadRecord;
