import type { AskedRowState, ShownRowState } from '@/core/imports/import-states';
import { WAITS } from '../../../core/orders/order-acts';
import { sql, type Tenant } from '../../tenancy';
import type { ImportRowRecord } from '../import-rows';
import type { SourceOrderState } from './source-orders';

/** What one file of a source contains about orders that wait for a person, and that source. */
export interface OrdersOfFile {
  readonly sourceId: string;
  /** Orders that wait. */
  readonly waiting: number;
  /** Rows of the file that are about them: of those counted as imported, and of those counted as ready. */
  readonly waitingRows: { readonly imported: number; readonly ready: number };
}

/** A row of a file of orders: WAITING while its order waits, or by a check would wait; and what became of its order. */
export interface OrderRowRecord extends Omit<ImportRowRecord, 'rowState'> {
  readonly rowState: ShownRowState;
  /** The order of a row that was taken in, as it is now. */
  readonly orderState: SourceOrderState | null;
  /** Why that order waits now. */
  readonly waitWords: string | null;
}

/** The rows of file `$2` with the orders they are about; `$3` is how the outcome of a row that would wait begins. */
const ROWS = `import_rows r left join source_orders o
  on o.organization_id = r.organization_id and o.id = r.record_id and r.row_state = 'IMPORTED'
  where r.organization_id = $1::uuid and r.import_id = $2::uuid`;
const SHOWN = `case when o.order_state = 'WAITING' or r.row_state = 'READY' and starts_with(r.outcome, $3) then 'WAITING'
  else r.row_state end`;
/** The files of sources, with what is kept of their orders that wait. */
const FILES = `from imports i join order_sources s on s.organization_id = i.organization_id and s.id = i.source_id
  left join order_file_counts c on c.organization_id = i.organization_id and c.import_id = i.id
  where i.organization_id = $1::uuid`;
const HOME = 'coalesce(s.orders_of_id, s.id)';
const WAITING = 'coalesce(c.waiting_orders, 0)';
const WAITING_ROWS = 'coalesce(c.waiting_rows, 0)';
const ROW = `r.row_number as "rowNumber", r.cells, ${SHOWN} as "rowState", r.error_field as "errorField",
  r.error_fields as "errorFields", r.error_message as "errorMessage", r.record_id as "recordId", r.outcome, o.order_state as "orderState", o.wait_words as "waitWords"`;

/** Above so many rows that wait they are found in passing: among a million rows, a page of them is among a few thousand. */
const MOST_SORTED = 20_000;

/**
 * The rows of a file of orders in order, of one state or all, after the first `skip` of them, each with what became of its order since; `total`
 * is how many of the state there are. Rows are numbered without gaps, so that a page of all of them costs the same wherever it is; of rows
 * that wait, a page costs those that wait, however many others there are.
 */
export function listOrderRows(
  tenant: Tenant,
  importId: string,
  query: {
    readonly state: AskedRowState | null;
    readonly skip: number;
    readonly take: number;
    readonly total: number;
  },
): Promise<OrderRowRecord[]> {
  const { state, skip, take, total } = query;
  const file = [tenant.organizationId, importId, WAITS];
  if (state === null) {
    return sql(
      tenant,
      `select ${ROW} from ${ROWS} and r.row_number > $4::int order by r.row_number limit $5::int`,
      [...file, skip, take],
    );
  }
  if (state !== 'WAITING' || total > MOST_SORTED) {
    return sql(
      tenant,
      `select ${ROW} from ${ROWS} and ${SHOWN} = $4 order by r.row_number offset $5::int limit $6::int`,
      [...file, state, skip, take],
    );
  }
  return sql(
    tenant,
    // Written out, so that the indexes of rows that wait are found.
    `with waiting as materialized (
       select r.row_number from source_order_files f, unnest(f.units) u(unit), lateral (
         select w.row_number from import_rows w where w.organization_id = $1::uuid and w.import_id = $2::uuid and w.unit = u.unit
           and w.record_id = f.order_id and w.row_state = 'IMPORTED' offset 0
       ) r
       where f.organization_id = $1::uuid and f.import_id = $2::uuid and f.is_waiting
       union all
       select r.row_number from import_rows r where r.organization_id = $1::uuid and r.import_id = $2::uuid and r.row_state = 'READY'
         and starts_with(r.outcome, '${WAITS}')
     ), page as materialized (
       select w.row_number from waiting w order by 1 offset $4::int limit $5::int
     )
     select p.* from page, lateral (select ${ROW} from ${ROWS} and r.row_number = page.row_number offset 0) p order by 1`,
    [...file, skip, take],
  );
}

/** The stored counts of a file's orders that wait or would wait; null for an import that is not a file of orders. */
export async function ordersOfCheckedFile(tenant: Tenant, importId: string): Promise<OrdersOfFile | null> {
  const [row] = await sql<OrdersOfFile>(
    tenant,
    `select ${HOME} as "sourceId", ${WAITING} + i.would_wait_orders as waiting,
       jsonb_build_object('imported', ${WAITING_ROWS}, 'ready', i.would_wait_rows) as "waitingRows"
     ${FILES} and i.id = $2::uuid`,
    [tenant.organizationId, importId],
  );
  return row ?? null;
}

/** Of files of sources that were taken in: how many of their orders wait now, by the id of the file. */
export async function ordersOfFiles(
  tenant: Tenant,
  importIds: readonly string[],
): Promise<ReadonlyMap<string, OrdersOfFile>> {
  if (importIds.length === 0) return new Map();
  const rows = await sql<OrdersOfFile & { importId: string }>(
    tenant,
    `select i.id as "importId", ${HOME} as "sourceId", ${WAITING} as waiting,
       jsonb_build_object('imported', ${WAITING_ROWS}, 'ready', 0) as "waitingRows"
     ${FILES} and i.id = any ($2::uuid[])`,
    [tenant.organizationId, [...importIds]],
  );
  return new Map(rows.map(({ importId, ...orders }) => [importId, orders]));
}

/**
 * Notes which orders a portion of a file named, by how many rows that are taken in with it, and counts those that wait. The source of the
 * orders is locked, so that none of them moves meanwhile.
 */
export async function noteOrderRows(
  tenant: Tenant,
  file: { readonly importId: string; readonly sourceId: string },
  named: readonly { readonly orderId: string; readonly unit: number; readonly rows: number }[],
): Promise<void> {
  if (named.length === 0) return;
  await sql(
    tenant,
    `with named as (
       select n."orderId" as order_id, sum(n.rows)::int as rows, array_agg(distinct n.unit) as units
       from jsonb_to_recordset($4::jsonb) as n("orderId" uuid, unit int, rows int) group by 1
     ), noted as (
       insert into source_order_files as f (organization_id, order_id, import_id, row_count, units, is_waiting)
       select $1::uuid, n.order_id, $2::uuid, n.rows, n.units, o.order_state = 'WAITING'
       from named n join source_orders o on o.organization_id = $1::uuid and o.id = n.order_id order by 1, 2
       on conflict (organization_id, order_id, import_id) do update set row_count = f.row_count + excluded.row_count,
         units = array(select distinct u from unnest(f.units || excluded.units) u), is_waiting = excluded.is_waiting
       returning new.order_id, old.order_id is null as is_new
     )
     insert into order_file_counts as c (organization_id, import_id, source_id, waiting_orders, waiting_rows)
     select $1::uuid, $2::uuid, $3::uuid, count(*) filter (where w.is_new and o.order_state = 'WAITING'),
       coalesce(sum(n.rows) filter (where o.order_state = 'WAITING'), 0)
     from noted w join named n on n.order_id = w.order_id
     join source_orders o on o.organization_id = $1::uuid and o.id = w.order_id
     on conflict (organization_id, import_id) do update set waiting_orders = c.waiting_orders + excluded.waiting_orders,
       waiting_rows = c.waiting_rows + excluded.waiting_rows`,
    [tenant.organizationId, file.importId, file.sourceId, JSON.stringify(named)],
  );
}
