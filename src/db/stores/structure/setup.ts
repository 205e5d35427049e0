import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

export type TaxCodeRecord = Plain<'TaxCode'>;
export type TaxRateRecord = Plain<'TaxRate'>;
export type CurrencyRecord = Plain<'Currency'>;
export const taxCodes = recordStore('TaxCode');
export const taxRates = recordStore('TaxRate');
export const currencies = recordStore('Currency');
export const postingRules = recordStore('PostingRule');

/** Removes every dated rate of a tax code; documents keep the rate they were computed with. */
export async function clearTaxRates(tenant: Tenant, taxCodeId: string): Promise<void> {
  await sql(tenant, 'delete from tax_rates where organization_id = $1::uuid and tax_code_id = $2::uuid', [
    tenant.organizationId,
    taxCodeId,
  ]);
}

/** Copies the general posting rule of another type of the same kind to a new type. */
export async function copyPostingRule(tenant: Tenant, typeId: string, kind: string): Promise<void> {
  await sql(
    tenant,
    `insert into posting_rules (organization_id, id, transaction_type_id, control_account_id, tax_account_id, discount_account_id,
       bank_account_id, default_line_account_id, shipping_account_id)
     select $1::uuid, daybook_uuid_v7(), $2::uuid, r.control_account_id, r.tax_account_id, r.discount_account_id, r.bank_account_id,
       r.default_line_account_id, r.shipping_account_id
     from posting_rules r join transaction_types t on t.organization_id = r.organization_id and t.id = r.transaction_type_id
     where r.organization_id = $1::uuid and t.kind = $3 and r.subsidiary_id is null and t.id <> $2::uuid
     order by t.created_at, t.code limit 1`,
    [tenant.organizationId, typeId, kind],
  );
}
