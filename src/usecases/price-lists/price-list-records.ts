import { z } from 'zod';
import { organizationSettings } from '@/db/stores/organization-settings';
import { clearOtherDefaults, priceLists, streamPriceLists } from '@/db/stores/sales/price-lists';
import { newId } from '@/lib/ids';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';
import { demandDaysInOrder } from '@/usecases/kit/days-in-order';
import { currencyCode, day } from '@/usecases/kit/fields';

/** The price list fields a caller may set. */
export const priceListFields = z.object({
  ...codedShape,
  /** Omitted on create: the organization's base currency. */
  currencyCode: currencyCode.optional(),
  /** The default list of its currency: at most one per currency. */
  isDefault: z.boolean().optional(),
  validFrom: day.nullish(),
  validTo: day.nullish(),
});

export const priceListVerbs = codedRecords({
  records: 'price_lists',
  prefix: 'PL',
  store: priceLists,
  stream: streamPriceLists,
  fields: priceListFields,
  async prepare({ tenant }, before, input) {
    const id = before?.id ?? newId();
    const currency =
      input.currencyCode ?? before?.currencyCode ?? (await organizationSettings(tenant)).baseCurrency;
    const validFrom = input.validFrom === undefined ? (before?.validFrom ?? null) : input.validFrom;
    const validTo = input.validTo === undefined ? (before?.validTo ?? null) : input.validTo;
    demandDaysInOrder({ validFrom, validTo }, 'validFrom', 'validTo');
    if (input.isDefault ?? before?.isDefault ?? false) await clearOtherDefaults(tenant, currency, id);
    return { ...input, currencyCode: currency, ...(before === null ? { id } : {}) };
  },
});
