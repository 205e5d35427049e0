import { z } from 'zod';
import { INITIAL_PROSPECT_STATUSES, PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import type { ProspectRecord } from '@/db/stores/sales/prospects';
import {
  codeText,
  jsonObject,
  lineText,
  longText,
  moment,
  nameText,
  numberAmount,
  recordStatus,
  wholeNumber,
} from '@/usecases/kit/fields';

/** The prospect fields a caller may set (2.1), in the names of the record. */
export const prospectFields = {
  email: lineText.nullish(),
  phone: lineText.nullish(),
  company: lineText.nullish(),
  // Indexed: an index entry holds far less than a note.
  industry: lineText.max(200).nullish(),
  estimatedRevenue: numberAmount.nullish(),
  employeeCount: wholeNumber.nullish(),
  assignedTo: z.guid().nullish(),
  notes: longText.nullish(),
  customFields: jsonObject.nullish(),
} as const;

export const initialProspectStatus = z.enum(INITIAL_PROSPECT_STATUSES);
export const prospectStatus = z.enum(PROSPECT_STATUSES);

export const prospectCreate = z.object({
  ...prospectFields,
  /** Omitted: the generated code is used as the name. */
  name: nameText.optional(),
  code: codeText.optional(),
  prospectStatus: initialProspectStatus.optional(),
  recordStatus: recordStatus.optional(),
});

export const prospectUpdate = z.object({
  ...prospectFields,
  name: nameText.optional(),
  code: codeText.optional(),
  prospectStatus: prospectStatus.optional(),
  lastContactedAt: moment.nullish(),
  recordStatus: recordStatus.optional(),
});

/** A prospect as the verbs return it to the doors. */
export type ProspectView = ProspectRecord;
