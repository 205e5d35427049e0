import { sql, type Tenant } from '../tenancy';

/** A subsidiary with the fields reports need. */
export interface ReportSubsidiary {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly baseCurrency: string;
}

/** The subsidiaries a report adds up, each with the factor that converts its base currency to the report's. */
export interface ReportScope {
  readonly currencyCode: string;
  readonly subsidiaries: readonly (ReportSubsidiary & { readonly rate: string })[];
}

/** Limits a report to lines with these dimensions. */
export interface DimensionFilter {
  readonly classId?: string | undefined;
  readonly departmentId?: string | undefined;
  readonly locationId?: string | undefined;
  readonly projectId?: string | undefined;
}

export const DIMENSION_COLUMNS = {
  classId: 'class_id',
  departmentId: 'department_id',
  locationId: 'location_id',
  projectId: 'project_id',
} as const;

/** The filter's columns and values, in a fixed order; empty without a filter. */
export function dimensionsOf(filter: DimensionFilter): { readonly column: string; readonly id: string }[] {
  return (Object.keys(DIMENSION_COLUMNS) as (keyof typeof DIMENSION_COLUMNS)[]).flatMap((name) => {
    const id = filter[name];
    return id === undefined ? [] : [{ column: DIMENSION_COLUMNS[name], id }];
  });
}

/**
 * The organization's base currency and its subsidiaries (those in `ids`, or all), by code. It also makes this transaction
 * keep the plans of its prepared statements: planning the balance query each time takes four times as long as reading the
 * balances (3.9 ms against 0.9 ms, measured).
 */
export async function readReportSubsidiaries(
  tenant: Tenant,
  ids: readonly string[] | null,
): Promise<{ organizationCurrency: string; subsidiaries: ReportSubsidiary[] }> {
  const rows = await sql<{ organizationCurrency: string } & ReportSubsidiary>(
    tenant,
    `select o.base_currency as "organizationCurrency", s.id, s.code, s.name, s.base_currency as "baseCurrency"
     from (select set_config('plan_cache_mode', 'force_generic_plan', true)) plans, organizations o
     left join subsidiaries s on s.organization_id = o.id and ($2::uuid[] is null or s.id = any ($2::uuid[]))
     where o.id = $1::uuid order by s.code`,
    [tenant.organizationId, ids],
  );
  return {
    organizationCurrency: rows[0]?.organizationCurrency ?? '',
    subsidiaries: rows
      .filter((row) => row.id !== null)
      .map(({ id, code, name, baseCurrency }) => ({ id, code, name, baseCurrency })),
  };
}

/**
 * The latest spot rate on or before the date, per ordered pair of currencies.
 * Owner: rateOn in src/core/fx/rates.ts; held to it by e2e/ledger/currencies/exchange-rates.test.ts.
 */
export async function readLatestRates(
  tenant: Tenant,
  currencies: readonly string[],
  date: string,
): Promise<{ from: string; to: string; date: string; rate: string }[]> {
  return sql(
    tenant,
    `select distinct on (from_currency, to_currency) from_currency as "from", to_currency as "to",
            rate_date as date, rate::text as rate
     from exchange_rates
     where organization_id = $1::uuid and rate_type = 'SPOT' and rate_date <= $3::date
       and from_currency = any ($2::text[]) and to_currency = any ($2::text[])
     order by from_currency, to_currency, rate_date desc`,
    [tenant.organizationId, currencies, date],
  );
}

/** A fiscal period with the fields reports need. */
export interface ReportPeriod {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly label: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly isAdjustment: boolean;
}

/** A fiscal period; null when the organization has none with this id. */
export async function readReportPeriod(tenant: Tenant, id: string): Promise<ReportPeriod | null> {
  const [row] = await sql<ReportPeriod>(
    tenant,
    `select id, subsidiary_id as "subsidiaryId", label, start_date as "startDate", end_date as "endDate", is_adjustment as "isAdjustment"
     from fiscal_periods where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}
