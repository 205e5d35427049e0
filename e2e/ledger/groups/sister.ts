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

/**
 * Pairs the posted invoices of all other customers with the bills and payments of other vendors, and accepts what they differ in, as if they had
 * agreed: what is long done with a sister. Returns how many.
 */
export async function pairWithSister(
  org: TestOrganization,
  sisterId: string,
  others: { readonly customer: string; readonly vendor: string },
): Promise<number> {
  const numbered = (kinds: string, entity: string) =>
    `select t.id, t.subsidiary_id, row_number() over (order by t.id) as n from business_transactions t
     where t.organization_id = $1 and t.kind = any (${kinds}) and t.entity_id <> ${entity} and t.ledger_entry_id is not null`;
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  return withTenantSql(claim, async (tenant) => {
    const made = await sql(
      tenant,
      `insert into intercompany_pairs (organization_id, id, source_id, subsidiary_id, mirror_id, sister_id, accepted_differences, accepted_reason,
         accepted_at, made_at)
       select $1, uuidv7(), s.id, s.subsidiary_id, m.id, $2, '{ONE_WITHDRAWN,ONE_POSTED,CURRENCY,AMOUNT,PERIOD,NOT_ELIMINATED}', 'As filled', now(), now()
       from (${numbered(`'{INVOICE}'`, '$3')}) s join (${numbered(`'{VENDOR_BILL,VENDOR_PAYMENT}'`, '$4')}) m on m.n = s.n returning id`,
      [tenant.organizationId, sisterId, others.customer, others.vendor],
    );
    await sql(tenant, 'select daybook_judge_pairs($1::int)', [made.length]);
    return made.length;
  });
}
