import { z } from 'zod';
import { passRates, rateJump, type StatedRate } from '@/core/fx/rate-change';
import { rateOn } from '@/core/fx/rates';
import { RATE_COLUMN } from '@/core/money/column';
import {
  type ExchangeRateRecord,
  earlierRates,
  exchangeRates,
  type RateToStore,
  storeExchangeRates,
} from '@/db/stores/documents/exchange-rates';
import { organizationSettings } from '@/db/stores/organization-settings';
import type { Tenant } from '@/db/tenancy';

import { newId } from '@/lib/ids';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { currencyCode, day, decimalOf, reasonText } from '../kit/fields';
import { valueOrThrow } from '../kit/value-or-throw';

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

export const ratesFields = {
  rates: z.array(datedRate).min(1).max(1000),
  /** Why rates are right that differ from the last ones by more than the limit. */
  confirmation: reasonText.nullish(),
};

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
 * Stores up to 1,000 dated rates; one that is there for the pair, type and day is replaced. Documents keep the rate they
 * were saved with. Refuses RATE_JUMP for rates that differ from the last one before them by more than the organization's
 * limit, unless `confirmation` says why they are right; it is kept with them.
 */
export const setExchangeRates = defineUseCase({
  name: 'fx.rates.set',
  permission: 'gl.setup.write',
  mode: 'write',
  input: z.object(ratesFields).superRefine(({ rates }, context) => {
    const seen = new Set<string>();
    for (const [index, rate] of rates.entries()) {
      const key = [rate.fromCurrency, rate.toCurrency, rate.rateType, rate.rateDate].join('/');
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: ['rates', index], message: 'appears twice' });
      }
      seen.add(key);
    }
  }),
  async run(context, { rates, confirmation }): Promise<ExchangeRateRecord[]> {
    const jumps = await confirmed(context.tenant, rates, confirmation ?? null);
    const confirming = {
      confirmation: confirmation?.trim() ?? null,
      confirmedBy: context.principal.actor.id,
      confirmedAt: context.clock.now().toISOString(),
    };
    const unasked = { confirmation: null, confirmedBy: null, confirmedAt: null };
    const ids = await storeExchangeRates(
      context.tenant,
      rates.map((rate) => ({ id: newId(), ...rate, ...(jumps.has(keyOf(rate)) ? confirming : unasked) })),
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

type DatedRate = z.output<typeof datedRate>;

const keyOf = (rate: Pick<RateToStore, 'fromCurrency' | 'toCurrency' | 'rateType' | 'rateDate'>) =>
  [rate.fromCurrency, rate.toCurrency, rate.rateType, rate.rateDate].join('/');

/**
 * The rates of a call that move by more than the limit against the last rate of their type before them, or of any type where
 * theirs has none; of those of the same call too. Refuses RATE_JUMP without a reason.
 */
async function confirmed(
  tenant: Tenant,
  rates: readonly DatedRate[],
  reason: string | null,
): Promise<ReadonlySet<string>> {
  const given = new Set(rates.map(keyOf));
  const stored = (await earlierRates(tenant, rates)).filter((rate) => !given.has(keyOf(rate)));
  const known = [...stored, ...rates];
  const stated = rates.map((rate): StatedRate => {
    const { fromCurrency: from, toCurrency: to, rateDate: date } = rate;
    const before = known.filter((one) => one.rateDate < date);
    const own = lastOf(
      rate,
      before.filter(({ rateType }) => rateType === rate.rateType),
    );
    return { from, to, date, rate: rate.rate, last: own ?? lastOf(rate, before) };
  });
  const { rateChangeLimit } = await organizationSettings(tenant);
  valueOrThrow(passRates(stated, rateChangeLimit, reason));
  return new Set(
    rates.filter((_, index) => rateJumps(stated[index], rateChangeLimit)).map((rate) => keyOf(rate)),
  );
}

const rateJumps = (stated: StatedRate | undefined, limit: string) =>
  stated !== undefined && rateJump(stated, limit) !== null;

function lastOf(
  { fromCurrency: from, toCurrency: to, rateDate: date }: DatedRate,
  known: readonly Omit<DatedRate, 'rateType'>[],
) {
  const dated = known.map((one) => ({
    from: one.fromCurrency,
    to: one.toCurrency,
    date: one.rateDate,
    rate: one.rate,
  }));
  const found = rateOn({ from, to, date }, dated);
  return found.ok ? { rate: found.value.rate, date: found.value.rateDate } : null;
}

/** Deletes a dated rate; documents keep the rate they were saved with. */
export const removeExchangeRate = defineUseCase({
  name: 'fx.rates.remove',
  permission: 'gl.setup.write',
  mode: 'write',
  input: byId,
  async run(context, { id }): Promise<ExchangeRateRecord> {
    const before = (await exchangeRates.find(context.tenant, id)) ?? refuseNotFound('exchange rate', id);
    expectVersion(context, before);
    if (!(await exchangeRates.remove(context.tenant, id, context.expectedVersion))) {
      refuseNotFound('exchange rate', id);
    }
    context.record({ noun: 'exchange rate', recordId: id, before });
    return before;
  },
});
