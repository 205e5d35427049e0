import { z } from 'zod';
import { CAPACITIES, NATURES } from '@/core/revenue/vocabulary';
import { obligationTemplates } from '@/db/stores/sales/obligation-templates';
import { crud } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId, codeText, lineText } from '../../kit/fields';

import { quantity, residual, scheduleMethod } from '../contracts/promise-input';

/** The pattern of a template's obligation; its dates and quantities come from the line that sells the item. */
export const templatePattern = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('POINT') }),
  z.object({ kind: z.literal('UNITS') }),
  z.object({ kind: z.literal('PROGRESS') }),
  z.object({ kind: z.literal('USAGE') }),
  z.object({
    kind: z.literal('MILESTONES'),
    milestones: z
      .array(z.object({ key: codeText, weight: quantity }))
      .min(1)
      .max(500),
  }),
  z.object({
    kind: z.literal('RATABLE'),
    /** Omitted: the term of the line. */
    months: z.int().min(1).max(1200).optional(),
    method: scheduleMethod.optional(),
    residual: residual.optional(),
  }),
]);

const changing = {
  description: lineText.nullish(),
  pattern: templatePattern,
  /** The product in the price list, for one unit of the line. */
  productCode: codeText.nullish(),
  /** Its share of the line's price relative to the item's other obligations. */
  weight: quantity.optional(),
  revenueAccountId: anId.nullish(),
  capacity: z.enum(CAPACITIES).optional(),
  nature: z.enum(NATURES).optional(),
};

export const templateFields = z.object({ itemId: anId, key: codeText, ...changing });
export const templateChanges = z.object({ ...changing, pattern: templatePattern.optional() });

/**
 * The performance obligations in items (606-10-25-14): one template per item, several for a bundle. Contracts keep
 * the terms they were drafted with.
 */
export const templateVerbs = crud({
  noun: 'revenue template',
  plural: 'revenue.templates',
  store: obligationTemplates,
  read: 'revenue.read',
  write: 'revenue.policy',
  create: templateFields,
  update: templateChanges,
  prepareCreate: (_context, input) => input,
  prepareUpdate: (_context, _before, input) => input,
});

/** The templates of an item, or of all items, by item and key. */
export const listTemplates = defineUseCase({
  name: 'revenue.templates.list',
  permission: 'revenue.read',
  mode: 'read',
  input: z.object({ itemId: anId.optional() }),
  run: ({ tenant }, { itemId }) =>
    obligationTemplates.list(tenant, {
      ...(itemId === undefined ? {} : { where: { itemId } }),
      orderBy: [{ itemId: 'asc' }, { key: 'asc' }],
      take: 5000,
    }),
});
