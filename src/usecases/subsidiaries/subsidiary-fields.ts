import { z } from 'zod';
import { OWNERSHIP_COLUMN, ownershipProblem } from '@/core/consolidation/ownership';
import { countryCode } from '../addresses/country-code';
import { codeText, currencyCode, decimalOf, longText, nameText, recordStatus } from '../kit/fields';

/** What a parent owns: above 0 and up to 100 percent. */
export const ownershipPercent = decimalOf(OWNERSHIP_COLUMN).superRefine((percent, context) => {
  const problem = ownershipProblem(percent);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const shared = {
  description: longText.nullish(),
  parentId: z.guid().toLowerCase().nullish(),
  countryCode: countryCode.nullish(),
  /** The parent's ownership interest; the rest is noncontrolling interest. Omitted on create: 100%. */
  ownershipPercent: ownershipPercent.optional(),
  recordStatus: recordStatus.optional(),
};

/** A new subsidiary; an omitted code is generated, and an omitted name is the code (decisions.md, surface B). */
export const subsidiaryCreate = z.object({
  ...shared,
  name: nameText.optional(),
  code: codeText.optional(),
  /** Default: the parent's, otherwise the organization's. It cannot change later, since the books are kept in it. */
  baseCurrency: currencyCode.optional(),
  isElimination: z.boolean().optional(),
});

/** An omitted field keeps its value, null clears it; parentId null makes it top level (interface 4.4). */
export const subsidiaryUpdate = z.object({
  ...shared,
  name: nameText.optional(),
  code: codeText.optional(),
});
