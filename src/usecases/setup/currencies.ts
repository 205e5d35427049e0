import { z } from 'zod';
import { currencyName } from '@/core/money/currency-name';
import { minorUnits } from '@/core/money/minor-units';
import { type CurrencyRecord, currencies } from '@/db/stores/structure/setup';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { currencyCode, recordStatus } from '../kit/fields';

/** The organization's currencies, by code. Any ISO currency may be used; these are offered first. */
export const listCurrencies = defineUseCase({
  name: 'setup.currencies.list',
  permission: 'gl.setup.read',
  mode: 'read',
  input: z.object({}),
  run: ({ tenant }) => currencies.list(tenant, { orderBy: [{ code: 'asc' }] }),
});

/** Adds a currency; its name and minor unit come from ISO 4217. Refuses DUPLICATE. */
export const addCurrency = defineUseCase({
  name: 'setup.currencies.create',
  permission: 'gl.setup.write',
  mode: 'write',
  input: z.object({ code: currencyCode }),
  async run(context, { code }): Promise<CurrencyRecord> {
    const after = await currencies.insert(context.tenant, {
      code,
      name: currencyName(code),
      minorUnits: minorUnits(code),
    });
    context.record({ noun: 'currency', recordId: after.id, after });
    return after;
  },
});

/** Activates or deactivates a currency. */
export const updateCurrency = defineUseCase({
  name: 'setup.currencies.update',
  permission: 'gl.setup.write',
  mode: 'write',
  input: z.object({ id: z.guid(), recordStatus }),
  async run(context, { id, ...data }): Promise<CurrencyRecord> {
    const before = (await currencies.find(context.tenant, id)) ?? refuseNotFound('currency', id);
    const after =
      (await currencies.update(context.tenant, id, data, context.expectedVersion)) ??
      refuseNotFound('currency', id);
    context.record({ noun: 'currency', recordId: id, before, after });
    return after;
  },
});
