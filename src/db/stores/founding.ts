import type { FiscalPeriod } from '../../core/periods/fiscal-calendar';
import { newId } from '../../lib/ids';
import { insertRows } from '../bulk';
import { takeSlug, tellDirectory } from '../identity/elsewhere';
import { bringPeople } from '../identity/people-elsewhere';
import type { ModelName, NewRow } from '../record-row';
import { sql, type Tenant } from '../tenancy';

type Rows<Model extends ModelName> = readonly NewRow<Model>[];

/** Everything a new organization starts with, ready to store. Parents come before their children. */
export interface FoundingRows {
  readonly organization: {
    readonly slug: string;
    readonly name: string;
    readonly baseCurrency: string;
    readonly fiscalYearStartMonth: number;
    readonly timeZone: string;
    readonly isDemo: boolean;
    readonly createdBy: string | null;
  };
  readonly memberships: Rows<'Membership'>;
  readonly subsidiaries: Rows<'Subsidiary'>;
  readonly currencies: Rows<'Currency'>;
  readonly accounts: Rows<'Account'>;
  readonly transactionTypes: Rows<'TransactionType'>;
  readonly postingRules: Rows<'PostingRule'>;
  readonly taxCodes: Rows<'TaxCode'>;
  readonly taxRates: Rows<'TaxRate'>;
  readonly fiscalPeriods: Rows<'FiscalPeriod'>;
}

/** Stores a whole new organization, on the server it is placed on, in the order the foreign keys require. The tenant is the new organization itself. */
export async function storeFounding(tenant: Tenant, rows: FoundingRows): Promise<void> {
  const { organization } = rows;
  takeSlug(tenant, organization.slug);
  tellDirectory(tenant);
  await bringPeople(
    tenant,
    rows.memberships.map(({ userId }) => userId),
  );
  await sql(
    tenant,
    `insert into organizations (id, slug, name, base_currency, fiscal_year_start_month, time_zone, is_demo, created_by)
     values ($1::uuid, $2, $3, $4, $5::int, $6, $7::boolean, $8::uuid)`,
    [
      tenant.organizationId,
      organization.slug,
      organization.name,
      organization.baseCurrency,
      organization.fiscalYearStartMonth,
      organization.timeZone,
      organization.isDemo,
      organization.createdBy,
    ],
  );
  await insertRows(tenant, 'memberships', rows.memberships);
  await insertRows(tenant, 'subsidiaries', rows.subsidiaries);
  await insertRows(tenant, 'currencies', rows.currencies);
  await insertRows(tenant, 'accounts', rows.accounts);
  await insertRows(tenant, 'transaction_types', rows.transactionTypes);
  await insertRows(tenant, 'posting_rules', rows.postingRules);
  await insertRows(tenant, 'tax_codes', rows.taxCodes);
  await insertRows(tenant, 'tax_rates', rows.taxRates);
  await insertRows(tenant, 'fiscal_periods', rows.fiscalPeriods);
}

/** Adds the periods of one subsidiary, all open. */
export function insertPeriods(
  tenant: Tenant,
  subsidiaryId: string,
  periods: readonly FiscalPeriod[],
): Promise<void> {
  return insertRows(tenant, 'fiscal_periods', periodRows(subsidiaryId, periods));
}

/** The stored form of one subsidiary's periods, all open. */
export function periodRows(subsidiaryId: string, periods: readonly FiscalPeriod[]): Rows<'FiscalPeriod'> {
  return periods.map((period) => ({
    id: newId(),
    subsidiaryId,
    fiscalYear: period.fiscalYear,
    periodNumber: period.number,
    label: period.label,
    startDate: period.startDate,
    endDate: period.endDate,
    isAdjustment: period.isAdjustment,
  }));
}
