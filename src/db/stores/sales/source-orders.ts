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

/** The orders of a source in a state, or of every state; the oldest first. A page costs its rows, and those before it in an index. */
export function listSourceOrders(
  tenant: Tenant,
  query: {
    readonly sourceId: string;
    readonly state: SourceOrderState | null;
    readonly skip: number;
    readonly take: number;
  },
): Promise<SourceOrder[]> {
  const { sourceId, state, skip, take } = query;
  return sql(
    tenant,
    `select ${ORDER} from (
       select id from source_orders where organization_id = $1::uuid and source_id = $2::uuid ${state === null ? '' : 'and order_state = $5'}
       order by id offset $3::int limit $4::int
     ) p join source_orders o on o.organization_id = $1::uuid and o.id = p.id order by o.id`,
    [tenant.organizationId, sourceId, skip, take, ...(state === null ? [] : [state])],
  );
}

/** The orders of a source whose id contains a text, and how many there are; the oldest first. Looks at all of them. */
export function searchSourceOrders(
  tenant: Tenant,
  query: {
    readonly sourceId: string;
    readonly state: SourceOrderState | null;
    readonly search: string;
    readonly skip: number;
    readonly take: number;
  },
): Promise<(SourceOrder & { readonly of: number })[]> {
  return sql(
    tenant,
    `select ${ORDER}, count(*) over ()::int as "of" from source_orders o
     where o.organization_id = $1::uuid and o.source_id = $2::uuid and ($3::text is null or o.order_state = $3)
       and strpos(lower(o.order_key), lower($4)) > 0
     order by o.id offset $5::int limit $6::int`,
    [tenant.organizationId, query.sourceId, query.state, query.search, query.skip, query.take],
  );
}

/** How many orders of each source are in each state, as it is kept; states that none is in are left out. */
export function countSourceOrders(
  tenant: Tenant,
  sourceId: string | null = null,
): Promise<{ readonly sourceId: string; readonly orderState: SourceOrderState; readonly count: number }[]> {
  return sql(
    tenant,
    `select s.source_id as "sourceId", c.state as "orderState", c.count from source_order_sums s,
       lateral (values ('MADE', s.made_count), ('WAITING', s.waiting_count), ('NOTHING', s.nothing_count)) as c(state, count)
     where s.organization_id = $1::uuid and ($2::uuid is null or s.source_id = $2::uuid) and c.count > 0`,
    [tenant.organizationId, sourceId],
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

/** The waiting orders of a source that this round has not tried yet: those no round has tried first, the oldest of them first. */
export function nextWaiting(
  tenant: Tenant,
  sourceId: string,
  round: number,
  most: number,
): Promise<SourceOrder[]> {
  return sql(
    tenant,
    `select ${ORDER} from source_orders o
     where o.organization_id = $1::uuid and o.source_id = $2::uuid and o.order_state = 'WAITING' and o.round < $3::int
     order by o.round, o.id limit $4::int`,
    [tenant.organizationId, sourceId, round, most],
  );
}

/** How far a round over the waiting orders of a source is. */
export interface RoundOfOrders {
  /** Orders that waited when it began. */
  readonly total: number;
  readonly tried: number;
}

/** Begins to count the orders that a round tries; returns how many wait. */
export async function beginRoundOfOrders(tenant: Tenant, sourceId: string): Promise<number> {
  const [row] = await sql<{ total: number }>(
    tenant,
    `update source_order_sums set round_count = waiting_count, tried_count = 0
     where organization_id = $1::uuid and source_id = $2::uuid returning round_count as total`,
    [tenant.organizationId, sourceId],
  );
  return row?.total ?? 0;
}

/** Counts orders that a round has tried. */
export async function addTriedOrders(
  tenant: Tenant,
  sourceId: string,
  tried: number,
): Promise<RoundOfOrders> {
  const [row] = await sql<RoundOfOrders>(
    tenant,
    `update source_order_sums set tried_count = tried_count + $3::int
     where organization_id = $1::uuid and source_id = $2::uuid returning round_count as total, tried_count as tried`,
    [tenant.organizationId, sourceId, tried],
  );
  return row ?? { total: 0, tried: 0 };
}

export type KeptOrder = Omit<SourceOrder, 'version' | 'createdAt' | 'updatedAt'> & {
  readonly round?: number;
};

/**
 * Keeps orders as they are now, in one statement, with how many of their source are in each state and how many wait of those named in each
 * file. The source of the orders is locked, so that no file names one of them meanwhile.
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
       returning new.id, new.source_id, new.order_state, old.order_state as before,
         (new.order_state = 'WAITING')::int - coalesce((old.order_state = 'WAITING')::int, 0) as more
     ), moved as (
       select s.source_id, sum(s.n) filter (where s.state = 'MADE') as made, sum(s.n) filter (where s.state = 'WAITING') as waiting,
         sum(s.n) filter (where s.state = 'NOTHING') as nothing
       from (select source_id, order_state as state, 1 as n from kept union all select source_id, before, -1 from kept) s group by 1
     ), summed as (
       -- The first orders of a source only add; afterward the row is there, and may lose some.
       insert into source_order_sums as t (organization_id, source_id, made_count, waiting_count, nothing_count)
       select $1::uuid, m.source_id, greatest(0, coalesce(m.made, 0)), greatest(0, coalesce(m.waiting, 0)),
         greatest(0, coalesce(m.nothing, 0)) from moved m
       on conflict (organization_id, source_id) do update set
         made_count = t.made_count + coalesce((select m.made from moved m where m.source_id = t.source_id), 0),
         waiting_count = t.waiting_count + coalesce((select m.waiting from moved m where m.source_id = t.source_id), 0),
         nothing_count = t.nothing_count + coalesce((select m.nothing from moved m where m.source_id = t.source_id), 0)
     ), marked as (
       update source_order_files f set is_waiting = k.order_state = 'WAITING' from kept k
       where f.organization_id = $1::uuid and f.order_id = k.id and k.more <> 0
       returning f.import_id, f.row_count, k.more
     )
     update order_file_counts c set waiting_orders = c.waiting_orders + d.orders, waiting_rows = c.waiting_rows + d.rows
     from (
       select m.import_id, sum(m.more)::int as orders, sum(m.more * m.row_count)::int as rows from marked m group by 1
     ) d
     where c.organization_id = $1::uuid and c.import_id = d.import_id`,
    [tenant.organizationId, JSON.stringify(orders)],
  );
}
