import { z } from 'zod';
import { allocate } from '@/core/revenue/allocation/allocate';
import type { Allocation } from '@/core/revenue/allocation/allocation';
import { PRICE_METHODS } from '@/core/revenue/vocabulary';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { defineUseCase } from '../../kit/define';

/** A decimal as callers send it; core names the field when it is not a valid number. */
const decimalText = z.union([z.string().max(60), z.number().transform(String)]);
const key = z.string().max(100);
const directed = z.array(z.object({ amount: decimalText, to: z.array(key).max(500) })).max(100);

export const allocationInput = z.object({
  transactionPrice: decimalText,
  currencyCode: z.string().max(3),
  obligations: z
    .array(
      z.object({
        key,
        ssp: decimalText.optional(),
        method: z.enum(PRICE_METHODS).optional(),
        sspRange: z.object({ low: decimalText, high: decimalText }).optional(),
        contractPrice: decimalText.optional(),
      }),
    )
    .max(1000),
  discounts: directed.optional(),
  variable: directed.optional(),
});

/**
 * Allocates a transaction price without storing anything, so that anyone can check the
 * calculation (606-10-32-28 to 32-41).
 */
export const allocatePrice = defineUseCase({
  name: 'revenue.allocate',
  permission: 'revenue.read',
  mode: 'read',
  input: allocationInput,
  run: async (_context, input): Promise<Allocation> => valueOrThrow(allocate(input)),
});
