import type { AskedRowState, ShownRowState } from '@/core/imports/import-states';
import { WAITS } from '../../../core/orders/order-acts';
import { sql, type Tenant } from '../../tenancy';
import type { ImportRowRecord } from '../import-rows';
import type { SourceOrderState } from './source-orders';

/** What one file of a source said of orders that wait for a person, and the source whose orders they are. */
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
const ROW = `r.row_number as "rowNumber", r.cells, ${SHOWN} as "rowState", r.error_field as "errorField",
  r.error_message as "errorMessage", r.record_id as "recordId", r.outcome, o.order_state as "orderState", o.wait_words as "waitWords"`;

/**
 * The rows of a file of orders in order, of one state or all, after the first `skip` of them, each with what became of its order since.
 * Rows are numbered without gaps, so that a page of all of them costs the same wherever it is.
 */
export function listOrderRows(
  tenant: Tenant,
  importId: string,
  query: { readonly state: AskedRowState | null; readonly skip: number; readonly take: number },
): Promise<OrderRowRecord[]> {
  const { state, skip, take } = query;
  const file = [tenant.organizationId, importId, WAITS];
  return state === null
    ? sql(
        tenant,
        `select ${ROW} from ${ROWS} and r.row_number > $4::int order by r.row_number limit $5::int`,
        [...file, skip, take],
      )
    : sql(
        tenant,
        `select ${ROW} from ${ROWS} and ${SHOWN} = $4 order by r.row_number offset $5::int limit $6::int`,
        [...file, state, skip, take],
      );
}

/** How many rows of a file of orders are in a state. */
export async function countOrderRows(
  tenant: Tenant,
  importId: string,
  state: AskedRowState,
): Promise<number> {
  const [row] = await sql<{ count: number }>(
    tenant,
    `select count(*)::int as count from ${ROWS} and ${SHOWN} = $4`,
    [tenant.organizationId, importId, WAITS, state],
  );
  return row?.count ?? 0;
}

/** How many orders named in a checked file wait or would wait; null for an import that is not a file of a source. */
export async function ordersOfCheckedFile(tenant: Tenant, importId: string): Promise<OrdersOfFile | null> {
  const [row] = await sql<OrdersOfFile>(
    tenant,
    `select coalesce(s.orders_of_id, s.id) as "sourceId", w.orders as waiting, w.rows as "waitingRows"
     from imports i join order_sources s on s.organization_id = i.organization_id and s.id = i.source_id
     cross join lateral (
       select count(distinct r.unit)::int as orders, jsonb_build_object('imported', count(*) filter (where r.row_state = 'IMPORTED'),
         'ready', count(*) filter (where r.row_state = 'READY')) as rows
       from ${ROWS} and ${SHOWN} = 'WAITING'
     ) w
     where i.organization_id = $1::uuid and i.id = $2::uuid`,
    [tenant.organizationId, importId, WAITS],
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
    `select i.id as "importId", coalesce(s.orders_of_id, s.id) as "sourceId", w.orders as waiting, w.rows as "waitingRows"
     from imports i join order_sources s on s.organization_id = i.organization_id and s.id = i.source_id
     cross join lateral (
       select count(distinct o.id)::int as orders, jsonb_build_object('imported', count(*), 'ready', 0) as rows from source_orders o
       join import_rows r on r.organization_id = o.organization_id and r.import_id = i.id and r.record_id = o.id
       where o.organization_id = $1::uuid and o.source_id = coalesce(s.orders_of_id, s.id) and o.order_state = 'WAITING'
     ) w
     where i.organization_id = $1::uuid and i.id = any ($2::uuid[])`,
    [tenant.organizationId, [...importIds]],
  );
  return new Map(rows.map(({ importId, ...orders }) => [importId, orders]));
}
