import type { ORDER_STATES } from '@/core/orders/wanted-order';
import type { MadeOrder } from '../../../core/orders/order-acts';
import type { Answers } from '../../../core/orders/read-wanted';
import type { ReportedRow, WaitCode } from '../../../core/orders/wanted-order';
import { sql, type Tenant } from '../../tenancy';

export type SourceOrderState = (typeof ORDER_STATES)[number];

/** An order of another system: what was reported about it, what was made of it, and why it waits. */
export interface SourceOrder {
  readonly id: string;
  readonly sourceId: string;
  readonly orderKey: string;
  readonly orderState: SourceOrderState;
  readonly waitCode: WaitCode | null;
  readonly waitWords: string | null;
  /** The line that it waits for. */
  readonly waitRow: string | null;
  readonly told: Readonly<Record<string, ReportedRow>>;
  readonly made: MadeOrder;
  readonly answers: Answers;
  readonly contractId: string | null;
  readonly transactionId: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const ORDER = `o.id, o.source_id as "sourceId", o.order_key as "orderKey", o.order_state as "orderState", o.wait_code as "waitCode",
  o.wait_words as "waitWords", o.wait_row as "waitRow", o.told, o.made, o.answers, o.contract_id as "contractId",
  o.transaction_id as "transactionId", o.version, o.created_at as "createdAt", o.updated_at as "updatedAt"`;

/** The orders of a source with these keys. */
export function ordersByKey(
  tenant: Tenant,
  sourceId: string,
  keys: readonly string[],
): Promise<SourceOrder[]> {
  return sql(
    tenant,
    `select ${ORDER} from source_orders o where o.organization_id = $1::uuid and o.source_id = $2::uuid and o.order_key = any ($3::text[])`,
    [tenant.organizationId, sourceId, [...keys]],
  );
}

/** One order, locked until the transaction ends if asked; null when there is none. */
export async function findSourceOrder(
  tenant: Tenant,
  id: string,
  locked = false,
): Promise<SourceOrder | null> {
  const [row] = await sql<SourceOrder>(
    tenant,
    `select ${ORDER} from source_orders o where o.organization_id = $1::uuid and o.id = $2::uuid ${locked ? 'for update' : ''}`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

/** The orders of a source in a state, or of every state, and how many there are; the oldest first. */
export function listSourceOrders(
  tenant: Tenant,
  query: {
    readonly sourceId: string;
    readonly state: SourceOrderState | null;
    readonly search: string | null;
    readonly skip: number;
    readonly take: number;
  },
): Promise<(SourceOrder & { readonly of: number })[]> {
  return sql(
    tenant,
    `select ${ORDER}, count(*) over ()::int as "of" from source_orders o
     where o.organization_id = $1::uuid and o.source_id = $2::uuid and ($3::text is null or o.order_state = $3)
       and ($4::text is null or strpos(lower(o.order_key), lower($4)) > 0)
     order by o.id offset $5::int limit $6::int`,
    [tenant.organizationId, query.sourceId, query.state, query.search, query.skip, query.take],
  );
}

/** How many orders of each source are in each state. */
export function countSourceOrders(
  tenant: Tenant,
): Promise<{ readonly sourceId: string; readonly orderState: SourceOrderState; readonly count: number }[]> {
  return sql(
    tenant,
    `select o.source_id as "sourceId", o.order_state as "orderState", count(*)::int as count from source_orders o
     where o.organization_id = $1::uuid group by 1, 2`,
    [tenant.organizationId],
  );
}

/** The order a contract or an invoice was made of; null when it was not made of one. */
export async function orderBehind(tenant: Tenant, recordId: string): Promise<SourceOrder | null> {
  const [row] = await sql<SourceOrder>(
    tenant,
    `select ${ORDER} from source_orders o where o.organization_id = $1::uuid and o.contract_id = $2::uuid
     union all
     select ${ORDER} from source_orders o where o.organization_id = $1::uuid and o.transaction_id = $2::uuid limit 1`,
    [tenant.organizationId, recordId],
  );
  return row ?? null;
}

/** The waiting orders of a source that this round has not tried yet, the oldest first, and how many there are. */
export function nextWaiting(
  tenant: Tenant,
  sourceId: string,
  round: number,
  most: number,
): Promise<(SourceOrder & { readonly of: number })[]> {
  return sql(
    tenant,
    `select ${ORDER}, count(*) over ()::int as "of" from source_orders o
     where o.organization_id = $1::uuid and o.source_id = $2::uuid and o.order_state = 'WAITING' and o.round < $3::int
     order by o.id limit $4::int`,
    [tenant.organizationId, sourceId, round, most],
  );
}

/** How many orders of a source a round has tried. */
export async function triedInRound(tenant: Tenant, sourceId: string, round: number): Promise<number> {
  const [row] = await sql<{ count: number }>(
    tenant,
    `select count(*)::int as count from source_orders o
     where o.organization_id = $1::uuid and o.source_id = $2::uuid and o.round >= $3::int`,
    [tenant.organizationId, sourceId, round],
  );
  return row?.count ?? 0;
}

export type KeptOrder = Omit<SourceOrder, 'version' | 'createdAt' | 'updatedAt'> & {
  readonly round?: number;
};

/**
 * Keeps orders as they are now, in one statement, with how many wait of those named in each file. The source of the orders is locked, so
 * that no file names one of them meanwhile.
 */
export async function keepSourceOrders(tenant: Tenant, orders: readonly KeptOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await sql(
    tenant,
    `with kept as (
       insert into source_orders as o (organization_id, id, source_id, order_key, order_state, wait_code, wait_words, wait_row, told, made,
         answers, contract_id, transaction_id, round)
       select $1::uuid, n.id, n."sourceId", n."orderKey", n."orderState", n."waitCode", n."waitWords", n."waitRow", n.told, n.made,
         n.answers, n."contractId", n."transactionId", coalesce(n.round, 0)
       from jsonb_to_recordset($2::jsonb) as n(id uuid, "sourceId" uuid, "orderKey" text, "orderState" text, "waitCode" text,
         "waitWords" text, "waitRow" text, told jsonb, made jsonb, answers jsonb, "contractId" uuid, "transactionId" uuid, round int)
       on conflict (organization_id, id) do update set order_state = excluded.order_state, wait_code = excluded.wait_code,
         wait_words = excluded.wait_words, wait_row = excluded.wait_row, told = excluded.told, made = excluded.made,
         answers = excluded.answers, contract_id = excluded.contract_id, transaction_id = excluded.transaction_id,
         round = greatest(o.round, excluded.round)
       returning new.id, (new.order_state = 'WAITING')::int - coalesce((old.order_state = 'WAITING')::int, 0) as more
     )
     update order_file_counts c set waiting_orders = c.waiting_orders + d.orders, waiting_rows = c.waiting_rows + d.rows
     from (
       select f.import_id, sum(k.more)::int as orders, sum(k.more * f.row_count)::int as rows from kept k
       join source_order_files f on f.organization_id = $1::uuid and f.order_id = k.id
       where k.more <> 0 group by 1
     ) d
     where c.organization_id = $1::uuid and c.import_id = d.import_id`,
    [tenant.organizationId, JSON.stringify(orders)],
  );
}
