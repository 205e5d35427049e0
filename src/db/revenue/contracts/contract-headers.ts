import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { rowFromSql } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';

export type RevenueContractHeader = Plain<'RevenueContract'>;

/** The header rows of revenue contracts; obligations, versions and schedules belong to the revenue engine. */
export const revenueContractHeaders = recordStore('RevenueContract');

export const streamRevenueContractHeaders = recordStream('RevenueContract');

/** One header, locked against other writers. SQL handles only. */
export async function lockContractHeader(tenant: Tenant, id: string): Promise<RevenueContractHeader | null> {
  const [row] = await sql<Record<string, unknown>>(
    tenant,
    'select * from revenue_contracts where organization_id = $1::uuid and id = $2::uuid for no key update',
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('RevenueContract', row);
}

/** The header fields that do not affect the price or the performance obligations. */
export type HeaderChanges = Partial<
  Pick<
    RevenueContractHeader,
    'contractNumber' | 'name' | 'notes' | 'subsidiaryId' | 'currencyCode' | 'subscriptionId' | 'recordStatus'
  >
>;

/** Changes a header the caller has locked; omitted fields keep their values. SQL handles only. */
export async function changeContractHeader(
  tenant: Tenant,
  id: string,
  changes: HeaderChanges,
): Promise<void> {
  const has = (field: keyof HeaderChanges) => changes[field] !== undefined;
  await sql(
    tenant,
    `update revenue_contracts set
       contract_number = coalesce($3, contract_number), subsidiary_id = coalesce($4::uuid, subsidiary_id),
       currency_code = coalesce($5, currency_code), record_status = coalesce($6, record_status),
       name = case when $7::boolean then $8 else name end, notes = case when $9::boolean then $10 else notes end,
       subscription_id = case when $11::boolean then $12::uuid else subscription_id end
     where organization_id = $1::uuid and id = $2::uuid`,
    [
      tenant.organizationId,
      id,
      changes.contractNumber ?? null,
      changes.subsidiaryId ?? null,
      changes.currencyCode ?? null,
      changes.recordStatus ?? null,
      has('name'),
      changes.name ?? null,
      has('notes'),
      changes.notes ?? null,
      has('subscriptionId'),
      changes.subscriptionId ?? null,
    ],
  );
}
