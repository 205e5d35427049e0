import { z } from 'zod';
import { ASKED_ROW_STATES, type AskedRowState } from '@/core/imports/import-states';
import { MOST_ROWS } from '@/core/imports/importable';
import { WAITS } from '@/core/orders/order-acts';
import { type ImportRowRecord, listImportRows } from '@/db/stores/import-rows';
import type { CountedImport } from '@/db/stores/imports';
import { listOrderRows, type OrderRowRecord, ordersOfCheckedFile } from '@/db/stores/sales/order-rows';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from '../kit/define';
import { reachImport } from './import-rules';

const COUNT_OF = { PENDING: 'pending', READY: 'ready', FAILED: 'failed', IMPORTED: 'imported' } as const;

/** A row as it is shown: of a file of orders it is WAITING, not imported, while its order waits for a person. */
export type ShownRow = Omit<ImportRowRecord, 'rowState'> & Pick<OrderRowRecord, 'rowState'>;

/**
 * The rows of an import as uploaded, with the result of each; all of them, or those in one state. A row of an order says what became of
 * the order since: that it waits, and why; or that it waited and no longer does.
 */
export const listRowsOfImport = defineUseCase({
  name: 'imports.rows',
  permission: null,
  mode: 'read',
  input: z.object({
    id: z.guid(),
    state: z.enum(ASKED_ROW_STATES).optional(),
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(MOST_ROWS).default(50),
  }),
  async run({ tenant, principal }, { id, state, page, limit }): Promise<{ rows: ShownRow[]; total: number }> {
    const { counts, sourceId } = await reachImport({ tenant, principal }, id);
    const range = { skip: (page - 1) * limit, take: limit };
    if (sourceId !== null) {
      const total = state === undefined ? counts.total : await countOf(tenant, { id, counts }, state);
      // No row is looked for that is not there: those of a rare state may be anywhere among a million.
      const take = Math.min(limit, total - range.skip);
      const query = { state: state ?? null, skip: range.skip, take, total };
      const rows = take <= 0 ? [] : await listOrderRows(tenant, id, query);
      return { rows: rows.map(shownRow), total };
    }
    if (state === 'WAITING') return { rows: [], total: 0 };
    const rows = await listImportRows(tenant, id, { state: state ?? null, ...range });
    return { rows, total: state === undefined ? counts.total : counts[COUNT_OF[state]] };
  },
});

/** How many rows of a file of orders are in a state, by the stored counts; waiting rows are counted only as waiting. */
async function countOf(
  tenant: Tenant,
  { id, counts }: Pick<CountedImport, 'id' | 'counts'>,
  state: AskedRowState,
): Promise<number> {
  if (state === 'FAILED' || state === 'PENDING') return counts[COUNT_OF[state]];
  const { imported, ready } = (await ordersOfCheckedFile(tenant, id))?.waitingRows ?? {
    imported: 0,
    ready: 0,
  };
  if (state === 'WAITING') return imported + ready;
  return state === 'READY' ? counts.ready - ready : counts.imported - imported;
}

/** What a row became is said when it is taken in; an order that waited then may have been decided since, or wait again. */
function shownRow({ orderState, waitWords, ...row }: OrderRowRecord): ShownRow {
  if (orderState === 'WAITING') return { ...row, outcome: `${WAITS}${waitWords ?? ''}` };
  if (orderState === null || row.outcome?.startsWith(WAITS) !== true) return row;
  return { ...row, outcome: orderState === 'MADE' ? WAITED_MADE : WAITED_NOTHING };
}

const WAITED_MADE = 'Waited at first; was taken in later';
const WAITED_NOTHING = 'Waited at first; was then found not to be revenue';
