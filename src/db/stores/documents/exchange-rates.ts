import type { DatedRate } from '../../../core/fx/rates';

import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

export type ExchangeRateRecord = Plain<'ExchangeRate'>;
export const exchangeRates = recordStore('ExchangeRate');
export interface RateToStore {
  readonly id: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly rateType: string;
  readonly rateDate: string;
  readonly rate: string;
  readonly confirmation: string | null;
  readonly confirmedBy: string | null;
  readonly confirmedAt: string | null;
}

/** Stores dated exchange rates, replacing an existing one for the same pair, type and day. Returns their ids. */
export async function storeExchangeRates(tenant: Tenant, rates: readonly RateToStore[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    tenant,
    `insert into exchange_rates as x (organization_id, id, from_currency, to_currency, rate_type, rate_date, rate, confirmation,
       confirmed_by, confirmed_at)
     select $1::uuid, r.id, r."fromCurrency", r."toCurrency", r."rateType", r."rateDate", r.rate, r.confirmation, r."confirmedBy", r."confirmedAt"
     from jsonb_to_recordset($2::jsonb) as r(id uuid, "fromCurrency" text, "toCurrency" text, "rateType" text, "rateDate" date, rate numeric,
       confirmation text, "confirmedBy" uuid, "confirmedAt" timestamptz)
     on conflict (organization_id, from_currency, to_currency, rate_type, rate_date) do update set rate = excluded.rate,
       confirmation = excluded.confirmation, confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at
     returning x.id::text`,
    [tenant.organizationId, JSON.stringify(rates)],
  );
  return rows.map(({ id }) => id);
}

/** Of each type and direction, the last rate before each of the days asked for. */
export async function earlierRates(
  tenant: Tenant,
  asked: readonly { readonly fromCurrency: string; readonly toCurrency: string; readonly rateDate: string }[],
): Promise<Pick<RateToStore, 'fromCurrency' | 'toCurrency' | 'rateType' | 'rateDate' | 'rate'>[]> {
  return sql(
    tenant,
    `with asked as (
       select distinct a."fromCurrency" as one, a."toCurrency" as other, a."rateDate" as day
       from jsonb_to_recordset($2::jsonb) as a("fromCurrency" text, "toCurrency" text, "rateDate" date)
     )
     select distinct x.from_currency as "fromCurrency", x.to_currency as "toCurrency", x.rate_type as "rateType", x.rate_date::text as "rateDate",
       x.rate::text as rate
     from asked a
     cross join (values (false), (true)) as way (inverse)
     cross join unnest(array['SPOT', 'CLOSING', 'AVERAGE']) as kind
     cross join lateral (
       select r.* from exchange_rates r where r.organization_id = $1::uuid and r.rate_type = kind and r.rate_date < a.day
         and r.from_currency = case when way.inverse then a.other else a.one end
         and r.to_currency = case when way.inverse then a.one else a.other end
       order by r.rate_date desc limit 1) x`,
    [tenant.organizationId, JSON.stringify(asked)],
  );
}

/** The latest rates between a currency and the subsidiary's base on or before a day, either way round. */
export async function ratesBetween(
  tenant: Tenant,
  pairs: readonly string[],
  date: string,
): Promise<{ from: string; to: string; date: string; rate: string }[]> {
  return sql(
    tenant,
    `select distinct on (r.from_currency, r.to_currency) r.from_currency as "from", r.to_currency as "to", r.rate_date::text as date, r.rate::text as rate
     from exchange_rates r where r.organization_id = $1::uuid and r.from_currency = any ($2::text[]) and r.to_currency = any ($2::text[])
       and r.rate_type = 'SPOT' and r.rate_date <= $3::date
     order by r.from_currency, r.to_currency, r.rate_date desc`,
    [tenant.organizationId, pairs, date],
  );
}

/** Every spot rate between two currencies, in both directions: for callers that need many days. */
export async function ratesOfPair(
  tenant: Tenant,
  pair: readonly [one: string, other: string],
): Promise<{ from: string; to: string; date: string; rate: string }[]> {
  return sql(
    tenant,
    `select r.from_currency as "from", r.to_currency as "to", r.rate_date::text as date, r.rate::text as rate
     from exchange_rates r where r.organization_id = $1::uuid and r.from_currency = any ($2::text[]) and r.to_currency = any ($2::text[])
       and r.rate_type = 'SPOT' order by r.rate_date`,
    [tenant.organizationId, pair],
  );
}

/**
 * Rates of one type between a currency and the base on or before a day, the newest in each direction.
 * Owner: rateOn in src/core/fx/rates.ts; held to it by e2e/ledger/currencies/exchange-rates.test.ts.
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
    `select distinct on (from_currency) from_currency as "from", to_currency as "to", rate_date::text as date, rate::text as rate
     from exchange_rates
     where organization_id = $1::uuid and rate_type = $2 and rate_date between $3::date and $4::date
       and (from_currency, to_currency) in (($5, $6), ($6, $5))
     order by from_currency, rate_date desc`,
    [tenant.organizationId, asked.rateType, asked.from, asked.to, asked.currencyCode, asked.base],
  );
}
