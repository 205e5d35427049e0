import type { DatedRate } from '../../core/fx/rates';

import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { sql, type Tenant } from '../tenancy';

export type ExchangeRateRecord = Plain<'ExchangeRate'>;
export const exchangeRates = recordStore('ExchangeRate');
export interface RateToStore {
  readonly id: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly rateType: string;
  readonly rateDate: string;
  readonly rate: string;
}

/** Stores dated exchange rates, replacing an existing one for the same pair, type and day. Returns their ids. */
export async function storeExchangeRates(tenant: Tenant, rates: readonly RateToStore[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    tenant,
    `insert into exchange_rates as x (organization_id, id, from_currency, to_currency, rate_type, rate_date, rate)
     select $1::uuid, r.id, r."fromCurrency", r."toCurrency", r."rateType", r."rateDate", r.rate
     from jsonb_to_recordset($2::jsonb) as r(id uuid, "fromCurrency" text, "toCurrency" text, "rateType" text, "rateDate" date, rate numeric)
     on conflict (organization_id, from_currency, to_currency, rate_type, rate_date) do update set rate = excluded.rate
     returning x.id::text`,
    [tenant.organizationId, JSON.stringify(rates)],
  );
  return rows.map(({ id }) => id);
}

/**
 * The latest rates between a currency and the subsidiary's base on or before a day, either way round.
 * Owner: rateOn in src/core/fx/rates.ts; held to it by e2e/ledger/exchange-rates.test.ts.
 */
export async function ratesBetween(
  tenant: Tenant,
  pairs: readonly string[],
  date: string,
): Promise<{ from: string; to: string; date: string; rate: string }[]> {
  return sql(
    tenant,
    `select distinct on (r.from_currency, r.to_currency) r.from_currency as "from", r.to_currency as "to", r.rate_date as date, r.rate::text as rate
     from exchange_rates r where r.organization_id = $1::uuid and r.from_currency = any ($2::text[]) and r.to_currency = any ($2::text[])
       and r.rate_type = 'SPOT' and r.rate_date <= $3::date
     order by r.from_currency, r.to_currency, r.rate_date desc`,
    [tenant.organizationId, pairs, date],
  );
}

/**
 * Rates of one type between a currency and the base on or before a day, the newest in each direction.
 * Owner: rateOn in src/core/fx/rates.ts; held to it by e2e/ledger/exchange-rates.test.ts.
 */
export async function ratesBefore(
  tenant: Tenant,
  asked: {
    readonly currencyCode: string;
    readonly base: string;
    readonly from: string;
    readonly to: string;
    readonly rateType: string;
  },
): Promise<DatedRate[]> {
  return sql(
    tenant,
    `select distinct on (from_currency) from_currency as "from", to_currency as "to", rate_date as date, rate::text as rate
     from exchange_rates
     where organization_id = $1::uuid and rate_type = $2 and rate_date between $3::date and $4::date
       and (from_currency, to_currency) in (($5, $6), ($6, $5))
     order by from_currency, rate_date desc`,
    [tenant.organizationId, asked.rateType, asked.from, asked.to, asked.currencyCode, asked.base],
  );
}
