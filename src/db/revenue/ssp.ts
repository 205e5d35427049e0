import { insertRows } from '../bulk';
import { sql, type Tenant } from '../tenancy';

/** A standalone selling price in force from a day on. */
export interface SspRow {
  readonly id: string;
  readonly productCode: string;
  readonly itemId: string | null;
  readonly stratum: string;
  readonly currencyCode: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly ssp: string;
  readonly rangeLow: string | null;
  readonly rangeHigh: string | null;
  readonly method: string;
  readonly evidence: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `s.id, s.product_code as "productCode", s.item_id as "itemId", s.stratum, s.currency_code as "currencyCode",
  s.valid_from as "validFrom", s.valid_to as "validTo", s.ssp::text as ssp, s.range_low::text as "rangeLow", s.range_high::text as "rangeHigh",
  s.method, s.evidence, s.version, s.created_at as "createdAt", s.updated_at as "updatedAt"`;

export async function pageSsp(
  tenant: Tenant,
  query: { productCode?: string | undefined; page: number; limit: number },
): Promise<{ rows: SspRow[]; total: number }> {
  const values = [tenant.organizationId, query.productCode ?? null];
  const where = `s.organization_id = $1::uuid and ($2::text is null or s.product_code = $2)`;
  const rows = await sql<SspRow>(
    tenant,
    `select ${COLUMNS} from ssp_entries s where ${where} order by s.product_code, s.stratum, s.currency_code, s.valid_from limit $3 offset $4`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from ssp_entries s where ${where}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

export async function findSsp(tenant: Tenant, id: string): Promise<SspRow | null> {
  const [row] = await sql<SspRow>(
    tenant,
    `select ${COLUMNS} from ssp_entries s where s.organization_id = $1::uuid and s.id = $2::uuid`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** The price list of some products in a currency, for all dates. */
export async function sspOf(
  tenant: Tenant,
  productCodes: readonly string[],
  currencyCode: string,
): Promise<SspRow[]> {
  return sql<SspRow>(
    tenant,
    `select ${COLUMNS} from ssp_entries s where s.organization_id = $1::uuid and s.product_code = any ($2::text[]) and s.currency_code = $3
     order by s.valid_from`,
    [tenant.organizationId, productCodes, currencyCode],
  );
}

export async function insertSsp(
  tenant: Tenant,
  row: Omit<SspRow, 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> {
  await insertRows(tenant, 'ssp_entries', [{ ...row }]);
}

/** A recorded price never changes; it can be given an end date, and evidence can be added. */
export async function writeSsp(
  tenant: Tenant,
  id: string,
  fields: { validTo: string | null; evidence: string },
): Promise<void> {
  await sql(
    tenant,
    `update ssp_entries set valid_to = $3::date, evidence = $4::text where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, fields.validTo, fields.evidence],
  );
}

export async function removeSsp(tenant: Tenant, id: string): Promise<boolean> {
  const rows = await sql(
    tenant,
    `delete from ssp_entries where organization_id = $1::uuid and id = $2::uuid returning id`,
    [tenant.organizationId, id],
  );
  return rows.length > 0;
}
