import { sql, withTenantSql } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

/**
 * Names a customer that has documents already as the one that represents a sister company, and the accounts between the two, without what
 * the settings ask of its accounts; what all customers owe is on an account that is eliminated. Returns the sister's id.
 */
export async function nameSister(org: TestOrganization, customerId: string): Promise<string> {
  const { id } = await runForOutput(createSubsidiary, org.callAs('admin'), {
    ...{ name: 'Sister', code: 'SISTER', parentId: org.ids.rootSubsidiary, baseCurrency: 'USD' },
  });
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    await sql(
      tenant,
      `update accounts set elimination = 'INTERCOMPANY' where organization_id = $1 and id = $2`,
      [tenant.organizationId, org.account('1210')],
    );
    await sql(
      tenant,
      'insert into intercompany_parties (organization_id, subsidiary_id, customer_id) values ($1, $2, $3)',
      [tenant.organizationId, id, customerId],
    );
    await sql(
      tenant,
      `insert into intercompany_accounts (organization_id, subsidiary_id, sister_id, due_from_account_id, due_to_account_id, income_account_id, charge_account_id)
       values ($1, $2, $3, $4, $5, $4, $5)`,
      [tenant.organizationId, org.ids.rootSubsidiary, id, org.account('1610'), org.account('2510')],
    );
  });
  return id;
}
