import { z } from 'zod';
import { RATE_COLUMN } from '@/core/money/column';
import { type ExchangeRateRecord, exchangeRates, storeExchangeRates } from '@/db/stores/exchange-rates';

import { newId } from '@/lib/ids';
import { byId, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { currencyCode, day, decimalOf } from '../kit/fields';

/** SPOT is used for documents of a day; CLOSING and AVERAGE for revaluation and consolidation of a month. */
export const RATE_TYPES = ['SPOT', 'CLOSING', 'AVERAGE'] as const;

const datedRate = z
  .object({
    fromCurrency: currencyCode,
    toCurrency: currencyCode,
    rateDate: day,
    rateType: z.enum(RATE_TYPES).default('SPOT'),
    /** Units of toCurrency for one unit of fromCurrency. */
    rate: decimalOf(RATE_COLUMN, { above: '0' }),
  })
  .refine(({ fromCurrency, toCurrency }) => fromCurrency !== toCurrency, {
    message: 'must differ from fromCurrency',
    path: ['toCurrency'],
  });

/** A page of dated rates, newest first. */
export const listExchangeRates = defineUseCase({
  name: 'fx.rates.list',
  permission: 'gl.setup.read',
  mode: 'read',
  input: z.object({
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(200).default(50),
    fromCurrency: currencyCode.optional(),
    toCurrency: currencyCode.optional(),
    rateType: z.enum(RATE_TYPES).optional(),
  }),
  async run({ tenant }, { page, limit, ...equal }) {
    const where = Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined));
    const found = await exchangeRates.page(tenant, {
      where,
      orderBy: [{ rateDate: 'desc' }, { fromCurrency: 'asc' }, { toCurrency: 'asc' }, { rateType: 'asc' }],
      skip: (page - 1) * limit,
      take: limit,
    });
    return { ...found, page, limit };
  },
});

/**
 * Stores up to 1,000 dated rates and replaces any existing rate for the same pair, type and day. Documents keep
 * the rate they were saved with.
 */
export const setExchangeRates = defineUseCase({
  name: 'fx.rates.set',
  permission: 'gl.setup.write',
  mode: 'write',
  input: z.object({ rates: z.array(datedRate).min(1).max(1000) }).superRefine(({ rates }, context) => {
    const seen = new Set<string>();
    for (const [index, rate] of rates.entries()) {
      const key = [rate.fromCurrency, rate.toCurrency, rate.rateType, rate.rateDate].join('/');
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: ['rates', index], message: 'appears twice' });
      }
      seen.add(key);
    }
  }),
  async run(context, { rates }): Promise<ExchangeRateRecord[]> {
    const ids = await storeExchangeRates(
      context.tenant,
      rates.map((rate) => ({ id: newId(), ...rate })),
    );
    const after = await exchangeRates.list(context.tenant, {
      where: { id: { in: ids } },
      orderBy: [{ rateDate: 'desc' }, { fromCurrency: 'asc' }],
    });
    for (const rate of after) {
      context.record({ noun: 'exchange rate', recordId: rate.id, after: rate });
    }
    return after;
  },
});

/** Deletes a dated rate; documents keep the rate they were saved with. */
export const removeExchangeRate = defineUseCase({
  name: 'fx.rates.remove',
  permission: 'gl.setup.write',
  mode: 'write',
  input: byId,
  async run(context, { id }): Promise<ExchangeRateRecord> {
    const before = (await exchangeRates.find(context.tenant, id)) ?? refuseNotFound('exchange rate', id);
    await exchangeRates.remove(context.tenant, id);
    context.record({ noun: 'exchange rate', recordId: id, before });
    return before;
  },
});
