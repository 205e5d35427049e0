import { z } from 'zod';
import { OWNERSHIP_COLUMN, ownershipProblem } from '@/core/consolidation/ownership';
import { countryCode } from '../addresses/country-code';
import { codeText, currencyCode, decimalOf, longText, nameText, recordStatus } from '../kit/fields';

const ownershipPercent = decimalOf(OWNERSHIP_COLUMN).superRefine((percent, context) => {
  const problem = ownershipProblem(percent);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const shared = {
  description: longText.nullish(),
  parentId: z.guid().toLowerCase().nullish(),
  countryCode: countryCode.nullish(),
  /** What the parent owns of it; the rest is non-controlling interest. Omitted on create: all of it. */
  ownershipPercent: ownershipPercent.optional(),
  recordStatus: recordStatus.optional(),
};

/** A new subsidiary; without a code it gets a generated one, without a name its code (decisions.md, surface B). */
export const subsidiaryCreate = z.object({
  ...shared,
  name: nameText.optional(),
  code: codeText.optional(),
  /** Default: the parent's, else the organization's. It cannot change later: its books are kept in it. */
  baseCurrency: currencyCode.optional(),
  isElimination: z.boolean().optional(),
});

/** Changes: omitted keeps, null clears; parentId null makes it top level (interface 4.4). */
export const subsidiaryUpdate = z.object({
  ...shared,
  name: nameText.optional(),
  code: codeText.optional(),
});
