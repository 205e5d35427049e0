import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
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

/** A price as it is shown: at the scale of its currency, or with the digits it has beyond that, as prices of a unit do. */
function shownSsp(row: SspRow): SspRow {
  const price = (text: string) => {
    const plain = toPlainString(dec(text));
    const atScale = toAmountString(dec(text), row.currencyCode);
    return dec(atScale).equals(text) ? atScale : plain;
  };
  const { rangeLow, rangeHigh } = row;
  return {
    ...row,
    ssp: price(row.ssp),
    rangeLow: rangeLow === null ? null : price(rangeLow),
    rangeHigh: rangeHigh === null ? null : price(rangeHigh),
  };
}

function invalid(field: string, message: string): never {
  refuse('INVALID_INPUT', `${field}: ${message}`, { issues: [{ path: [field], message }] });
}

/**
 * Creates a standalone selling price effective from a day, with its range and evidence (606-10-32-31 to
 * 32-35). On request the price in force ends the day before. Refuses REVENUE_RULE OVERLAP with another price of the same product, stratum and currency;
 * INVALID_INPUT for an invalid range.
 */
export const createSsp = defineUseCase({
  name: 'revenue.ssp.create',
  permission: 'revenue.policy',
  mode: 'sql',
  input: sspFields.extend({
    /** The price in force when this one begins ends the day before, instead of being refused as an overlap. */
    endsPrevious: z.boolean().default(false),
  }),
  async run(context, input): Promise<SspRow> {
    const { tenant } = context;
    const { endsPrevious, ...terms } = input;
    const { rangeLow = null, rangeHigh = null } = terms;
    if ((rangeLow === null) !== (rangeHigh === null))
      invalid('rangeHigh', 'must be given together with rangeLow');
    if (rangeLow !== null && rangeHigh !== null && dec(rangeHigh).lt(rangeLow)) {
      invalid('rangeHigh', 'must not be below rangeLow');
    }
    const known = (await sspOf(tenant, [input.productCode], input.currencyCode)).filter(
      ({ stratum }) => stratum === input.stratum,
    );
    const previous = known.find(
      ({ validFrom, validTo }) =>
        validFrom < terms.validFrom && (validTo === null || validTo >= terms.validFrom),
    );
    const ended = endsPrevious ? previous : undefined;
    const lastDay = addDays(terms.validFrom, -1);
    demandNoOverlap([
      ...known.map(({ id, validFrom, validTo }) => ({
        from: validFrom,
        to: id === ended?.id ? lastDay : validTo,
      })),
      { from: terms.validFrom, to: terms.validTo ?? null },
    ]);
    if (ended !== undefined) {
      await writeSsp(tenant, ended.id, { validTo: lastDay, evidence: ended.evidence });
      const after = (await findSsp(tenant, ended.id)) ?? refuseNotFound('ssp', ended.id);
      context.record({ action: 'revenue.ssp.update', noun: 'ssp', recordId: ended.id, before: ended, after });
    }
    const id = newId();
    await insertSsp(tenant, {
      ...terms,
      id,
      itemId: terms.itemId ?? null,
      validTo: terms.validTo ?? null,
      rangeLow,
      rangeHigh,
    });
    const after = (await findSsp(tenant, id)) ?? refuseNotFound('ssp', id);
    context.record({ noun: 'ssp', recordId: id, after });
    return shownSsp(after);
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
    return shownSsp(after);
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
  async run({ tenant }, query): Promise<{ rows: SspRow[]; total: number }> {
    const { rows, total } = await pageSsp(tenant, query);
    return { rows: rows.map(shownSsp), total };
  },
});

export const getSsp = defineUseCase({
  name: 'revenue.ssp.get',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ id: anId }),
  run: async ({ tenant }, { id }): Promise<SspRow> =>
    shownSsp((await findSsp(tenant, id)) ?? refuseNotFound('ssp', id)),
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
    return shownSsp(before);
  },
});
