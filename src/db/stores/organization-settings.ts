import { sql, type Tenant } from '../tenancy';
import { ask, type Question } from './questions';

/** The organization settings the ledger needs. */
export interface OrganizationSettings {
  readonly baseCurrency: string;
  /** 1 to 12. */
  readonly fiscalYearStartMonth: number;
  readonly enforceSegregation: boolean;
  /** In base currency; null: every change needs a second person. */
  readonly segregationThreshold: string | null;
  /** By how many percent a rate may differ from the last one before a confirmation is required. */
  readonly rateChangeLimit: string;
}

/** The settings of the tenant's organization. */
export async function organizationSettings(tenant: Tenant): Promise<OrganizationSettings> {
  return theSettings(await ask(tenant, settingsAsked(tenant)));
}

/** Asks for the settings of the tenant's organization. */
export const settingsAsked = ({ organizationId }: Tenant): Question<OrganizationSettings> => ({
  text: `select base_currency as "baseCurrency", fiscal_year_start_month as "fiscalYearStartMonth",
       segregation_of_duties = 'enforce' as "enforceSegregation",
       segregation_threshold::text as "segregationThreshold", rate_change_limit::text as "rateChangeLimit"
     from organizations where id = $1::uuid`,
  values: [organizationId],
});

/** The settings that were asked for. Throws where the organization does not exist. */
export function theSettings([row]: readonly OrganizationSettings[]): OrganizationSettings {
  if (row === undefined) throw new Error('the organization of this tenant does not exist');
  return row;
}

/** Whether the organization is a demo. */
export async function isDemoOrganization(tenant: Tenant): Promise<boolean> {
  const [row] = await sql<{ isDemo: boolean }>(
    tenant,
    `select is_demo as "isDemo" from organizations where id = $1::uuid`,
    [tenant.organizationId],
  );
  return row?.isDemo === true;
}

/** The organization's name, for lists of verification results. */
export async function readOrganizationName(tenant: Tenant): Promise<string> {
  const [row] = await sql<{ name: string }>(tenant, 'select name from organizations where id = $1::uuid', [
    tenant.organizationId,
  ]);
  return row?.name ?? '';
}
