import { z } from 'zod';
import { dec, toPlainString } from '@/core/money/decimal';
import { type PriceSummary, type Sale, salesBehind, summarizeSales } from '@/db/revenue/own-sales';
import { demandDaysInOrder } from '@/usecases/kit/days-in-order';
import { defineUseCase } from '../../kit/define';
import { anId, currencyCode, day, decimalOf } from '../../kit/fields';

const scope = {
  from: day,
  to: day,
  /** Only documents that sell one item: its price alone is directly observable (606-10-32-32). */
  aloneOnly: z.boolean().default(true),
  by: z.enum(['NONE', 'YEAR', 'QUARTER']).default('NONE'),
  /** The half-width of the range around the median, in percent of it. */
  spreadPercent: decimalOf({ integer: 3, fraction: 2 }, { min: '0', max: '100' }).default('15'),
};

const plain = (text: string) => toPlainString(dec(text));

/**
 * The organization's own sales as evidence of standalone selling prices (606-10-32-32): for each item and currency, and
 * each period if asked, how many there were, how their prices spread, how many lie in a range around the median, and
 * how many are outliers. Prices are per unit, after discounts, in the currency of the sale. At most 500 rows.
 */
export const analyzeSsp = defineUseCase({
  name: 'revenue.ssp.analyze',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ ...scope, itemId: anId.optional(), currencyCode: currencyCode.optional() }),
  async run({ tenant }, input): Promise<PriceSummary[]> {
    demandDaysInOrder(input, 'from', 'to');
    const rows = await summarizeSales(
      tenant,
      { ...input, itemId: input.itemId ?? null, currencyCode: input.currencyCode ?? null },
      500,
    );
    return rows.map((row) => ({
      ...row,
      quantity: plain(row.quantity),
      lowest: plain(row.lowest),
      lowerQuartile: plain(row.lowerQuartile),
      median: plain(row.median),
      upperQuartile: plain(row.upperQuartile),
      highest: plain(row.highest),
      rangeLow: plain(row.rangeLow),
      rangeHigh: plain(row.rangeHigh),
    }));
  },
});

/** The sales of one item in one currency behind the analysis, those furthest from the median first. At most 200. */
export const sspSales = defineUseCase({
  name: 'revenue.ssp.sales',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ ...scope, itemId: anId, currencyCode }),
  async run({ tenant }, input): Promise<Sale[]> {
    demandDaysInOrder(input, 'from', 'to');
    const sales = await salesBehind(tenant, input, 200);
    return sales.map((sale) => ({
      ...sale,
      quantity: plain(sale.quantity),
      unitPrice: plain(sale.unitPrice),
    }));
  },
});
