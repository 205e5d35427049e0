import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { rowFromSql } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';

export const orderSources = recordStore('OrderSource');
export const streamOrderSources = recordStream('OrderSource');
export type OrderSourceRecord = NonNullable<Awaited<ReturnType<typeof orderSources.find>>>;

/** A source; locked until the transaction ends if asked, so that two files of one source take turns. Null when there is none. */
export async function findOrderSource(
  tenant: Tenant,
  id: string,
  locked = false,
): Promise<OrderSourceRecord | null> {
  const [row] = await sql<Readonly<Record<string, unknown>>>(
    tenant,
    `select * from order_sources where organization_id = $1::uuid and id = $2::uuid ${locked ? 'for update' : ''}`,
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('OrderSource', row);
}

/** Keeps which field each column of a source's files holds. */
export async function rememberMapping(
  tenant: Tenant,
  id: string,
  mapping: Readonly<Record<string, string>>,
): Promise<void> {
  await sql(
    tenant,
    'update order_sources set mapping = mapping || $3::jsonb where organization_id = $1::uuid and id = $2::uuid',
    [tenant.organizationId, id, JSON.stringify(mapping)],
  );
}

/** Begins a new round over the waiting orders of a source; returns its number. */
export async function nextRound(tenant: Tenant, id: string): Promise<number> {
  const [row] = await sql<{ round: number }>(
    tenant,
    'update order_sources set round = round + 1 where organization_id = $1::uuid and id = $2::uuid returning round',
    [tenant.organizationId, id],
  );
  return row?.round ?? 0;
}
