import { z } from 'zod';
import { RATE_COLUMN } from '@/core/money/column';
import {
  clearTaxRates,
  type TaxCodeRecord,
  type TaxRateRecord,
  taxCodes,
  taxRates,
} from '@/db/stores/structure/setup';
import type { Tenant } from '@/db/tenancy';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { codeText, day, decimalOf, longText, nameText, recordStatus } from '../kit/fields';

/** A tax code with its dated rates, earliest first. */
export type TaxCodeView = TaxCodeRecord & { readonly rates: readonly TaxRateRecord[] };

const rates = z
  .array(
    z
      .object({
        ratePercent: decimalOf(RATE_COLUMN, { min: '0' }),
        validFrom: day,
        validTo: day.nullish(),
      })
      .refine(({ validFrom, validTo }) => !validTo || validFrom <= validTo, {
        message: 'must not be before validFrom',
        path: ['validTo'],
      }),
  )
  .max(200);
const optional = { description: longText.nullish(), accountId: z.guid().nullish() };
export const taxCodeFields = z.object({ ...optional, code: codeText, name: nameText, rates: rates.min(1) });
export const taxCodeChanges = z.object({
  ...optional,
  name: nameText.optional(),
  recordStatus: recordStatus.optional(),
  rates: rates.min(1).optional(),
});

export const listTaxCodes = defineUseCase({
  name: 'setup.taxCodes.list',
  permission: 'gl.setup.read',
  mode: 'read',
  input: z.object({ includeInactive: z.boolean().default(true) }),
  async run({ tenant }, { includeInactive }): Promise<TaxCodeView[]> {
    const codes = await taxCodes.list(tenant, {
      where: includeInactive ? {} : { recordStatus: 'active' },
      orderBy: [{ code: 'asc' }],
    });
    const dated = await taxRates.list(tenant, { orderBy: [{ validFrom: 'asc' }] });
    return codes.map((code) => ({ ...code, rates: dated.filter(({ taxCodeId }) => taxCodeId === code.id) }));
  },
});

export const createTaxCode = defineUseCase({
  name: 'setup.taxCodes.create',
  permission: 'gl.setup.write',
  mode: 'write',
  input: taxCodeFields,
  async run(context, { rates: dated, ...fields }): Promise<TaxCodeView> {
    const { id } = await taxCodes.insert(context.tenant, fields);
    await storeRates(context.tenant, id, dated);
    const after = await viewOf(context.tenant, id);
    context.record({ noun: 'tax code', recordId: id, after });
    return after;
  },
});

/** Changes a code; rates, when given, replace all of them. Documents keep the rate they were calculated with. */
export const updateTaxCode = defineUseCase({
  name: 'setup.taxCodes.update',
  permission: 'gl.setup.write',
  mode: 'write',
  input: taxCodeChanges.extend({ id: z.guid() }),
  async run(context, { id, rates: dated, ...fields }): Promise<TaxCodeView> {
    const { tenant } = context;
    const before = await viewOf(tenant, id);
    expectVersion(context, before);
    await taxCodes.update(tenant, id, fields, context.expectedVersion);
    if (dated !== undefined) {
      await clearTaxRates(tenant, id);
      await storeRates(tenant, id, dated);
    }
    const after = await viewOf(tenant, id);
    context.record({ noun: 'tax code', recordId: id, before, after });
    return after;
  },
});

/** Deletes a code that no document uses; otherwise refuses IN_USE, and it can be deactivated instead. */
export const removeTaxCode = defineUseCase({
  name: 'setup.taxCodes.remove',
  permission: 'gl.setup.write',
  mode: 'write',
  input: byId,
  async run(context, { id }): Promise<TaxCodeView> {
    const before = await viewOf(context.tenant, id);
    expectVersion(context, before);
    if (!(await taxCodes.remove(context.tenant, id, context.expectedVersion))) refuseNotFound('tax code', id);
    context.record({ noun: 'tax code', recordId: id, before });
    return before;
  },
});

async function viewOf(tenant: Tenant, id: string): Promise<TaxCodeView> {
  const code = (await taxCodes.find(tenant, id)) ?? refuseNotFound('tax code', id);
  const dated = await taxRates.list(tenant, { where: { taxCodeId: id }, orderBy: [{ validFrom: 'asc' }] });
  return { ...code, rates: dated };
}

async function storeRates(tenant: Tenant, taxCodeId: string, dated: z.output<typeof rates>): Promise<void> {
  for (const rate of dated)
    await taxRates.insert(tenant, { ...rate, taxCodeId, validTo: rate.validTo ?? null });
}
