import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import {
  findSsp,
  insertSsp,
  pageSsp,
  removeSsp as removeSspRow,
  type SspRow,
  sspOf,
  writeSsp,
} from '@/db/revenue/ssp';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId, codeText, currencyCode, day, lineText, longText } from '../../kit/fields';

import { positiveAmount } from '../contracts/promise-input';
import { demandNoOverlap } from './policy-records';

export const sspFields = z.object({
  productCode: codeText,
  itemId: anId.nullish(),
  stratum: lineText.default(''),
  currencyCode,
  validFrom: day,
  validTo: day.nullish(),
  ssp: positiveAmount,
  rangeLow: positiveAmount.nullish(),
  rangeHigh: positiveAmount.nullish(),
  method: z.enum(['OBSERVED', 'ADJUSTED_MARKET', 'COST_PLUS_MARGIN', 'RESIDUAL']).default('OBSERVED'),
  evidence: longText.default(''),
});

function invalid(field: string, message: string): never {
  refuse('INVALID_INPUT', `${field}: ${message}`, { issues: [{ path: [field], message }] });
}

/**
 * Creates a standalone selling price effective from a day, with its range and evidence (606-10-32-31 to
 * 32-35). Refuses REVENUE_RULE OVERLAP with another price of the same product, stratum and currency;
 * INVALID_INPUT for an invalid range.
 */
export const createSsp = defineUseCase({
  name: 'revenue.ssp.create',
  permission: 'revenue.policy',
  mode: 'sql',
  input: sspFields,
  async run(context, input): Promise<SspRow> {
    const { tenant } = context;
    const { rangeLow = null, rangeHigh = null } = input;
    if ((rangeLow === null) !== (rangeHigh === null))
      invalid('rangeHigh', 'must be given together with rangeLow');
    if (rangeLow !== null && rangeHigh !== null && dec(rangeHigh).lt(rangeLow)) {
      invalid('rangeHigh', 'must not be below rangeLow');
    }
    const known = (await sspOf(tenant, [input.productCode], input.currencyCode)).filter(
      ({ stratum }) => stratum === input.stratum,
    );
    demandNoOverlap([
      ...known.map(({ validFrom, validTo }) => ({ from: validFrom, to: validTo })),
      { from: input.validFrom, to: input.validTo ?? null },
    ]);
    const id = newId();
    await insertSsp(tenant, {
      ...input,
      id,
      itemId: input.itemId ?? null,
      validTo: input.validTo ?? null,
      rangeLow,
      rangeHigh,
    });
    const after = (await findSsp(tenant, id)) ?? refuseNotFound('ssp', id);
    context.record({ noun: 'ssp', recordId: id, after });
    return after;
  },
});

/**
 * Ends a price or adds to its evidence; the price itself cannot change, since contracts depend on it (606-10-32-43).
 */
export const updateSsp = defineUseCase({
  name: 'revenue.ssp.update',
  permission: 'revenue.policy',
  mode: 'sql',
  input: z.object({ id: anId, validTo: day.nullish(), evidence: longText.optional() }),
  async run(context, { id, validTo, evidence }): Promise<SspRow> {
    const { tenant } = context;
    const before = (await findSsp(tenant, id)) ?? refuseNotFound('ssp', id);
    expectVersion(context, before);
    const end = validTo === undefined ? before.validTo : validTo;
    const others = (await sspOf(tenant, [before.productCode], before.currencyCode)).filter(
      (one) => one.stratum === before.stratum && one.id !== id,
    );
    demandNoOverlap([
      ...others.map((one) => ({ from: one.validFrom, to: one.validTo })),
      { from: before.validFrom, to: end },
    ]);
    await writeSsp(tenant, id, { validTo: end, evidence: evidence ?? before.evidence });
    const after = (await findSsp(tenant, id)) ?? refuseNotFound('ssp', id);
    context.record({ noun: 'ssp', recordId: id, before, after });
    return after;
  },
});

export const listSsp = defineUseCase({
  name: 'revenue.ssp.list',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    productCode: codeText.optional(),
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(20),
  }),
  run: ({ tenant }, query): Promise<{ rows: SspRow[]; total: number }> => pageSsp(tenant, query),
});

export const getSsp = defineUseCase({
  name: 'revenue.ssp.get',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ id: anId }),
  run: async ({ tenant }, { id }): Promise<SspRow> =>
    (await findSsp(tenant, id)) ?? refuseNotFound('ssp', id),
});

/** Removes a price. Allocations made with it keep their own copy of the figure. */
export const removeSsp = defineUseCase({
  name: 'revenue.ssp.remove',
  permission: 'revenue.policy',
  mode: 'sql',
  input: z.object({ id: anId }),
  async run(context, { id }): Promise<SspRow> {
    const before = (await findSsp(context.tenant, id)) ?? refuseNotFound('ssp', id);
    expectVersion(context, before);
    await removeSspRow(context.tenant, id);
    context.record({ noun: 'ssp', recordId: id, before });
    return before;
  },
});
