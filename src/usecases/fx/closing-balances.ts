import type { MonetaryBalance } from '@/core/fx/revaluation';
import type { Refusal } from '@/core/refusals';
import { monetaryBalances } from '@/db/stores/documents/revaluations';
import type { PeriodRecord } from '@/db/stores/structure/periods';
import { subsidiaries } from '@/db/stores/structure/subsidiaries';
import type { Tenant } from '@/db/tenancy';
import { closingRate } from './closing-rates';

/** The foreign monetary balances at the end of a period and the rates they are carried at. */
export interface ClosingBalances {
  readonly baseCurrencyCode: string;
  readonly balances: readonly MonetaryBalance[];
  /** By currency; one without a rate is in `missing` instead. */
  readonly rates: ReadonlyMap<string, string>;
  readonly missing: readonly { readonly currencyCode: string; readonly refusal: Refusal }[];
}

/** What a revaluation of a period works on, and what the close checks about it. */
export async function closingBalances(tenant: Tenant, period: PeriodRecord): Promise<ClosingBalances> {
  const base = (await subsidiaries.find(tenant, period.subsidiaryId))?.baseCurrency;
  if (base === undefined) throw new Error('a period lost its subsidiary');
  const balances = await monetaryBalances(tenant, period);
  const rates = new Map<string, string>();
  const missing: { currencyCode: string; refusal: Refusal }[] = [];
  for (const currencyCode of new Set(balances.map((balance) => balance.currencyCode))) {
    const found = await closingRate(tenant, period, currencyCode, base);
    if (found.ok) rates.set(currencyCode, found.value.rate);
    else missing.push({ currencyCode, refusal: found.refusal });
  }
  return { baseCurrencyCode: base, balances, rates, missing };
}
