import { z } from 'zod';
import { IMPORT_STATUSES, SHOWN_ROW_STATES } from '@/core/imports/import-states';
import { SOURCE_KINDS } from '@/core/orders/source-kinds';
import { ORDER_STATES, WAIT_CODES } from '@/core/orders/wanted-order';
import type { getImport } from '@/usecases/imports/get-import';
import type { getOrder } from '@/usecases/orders/list-orders';
import { type orderSourceVerbs, outcomeInput } from '@/usecases/orders/source-records';
import { shapeOf } from '../../kit/shape';

type Source = Awaited<ReturnType<typeof orderSourceVerbs.get.run>>;
type File = Awaited<ReturnType<typeof getImport.run>>;
type Order = Awaited<ReturnType<typeof getOrder.run>>;

export const sourceShape = shapeOf<Source>()({
  id: 'id',
  code: 'text',
  name: 'text',
  kind: z.enum(SOURCE_KINDS),
  subsidiaryId: 'id',
  ordersOfId: 'id?',
  mapping: z.record(z.string(), z.string()),
  defaults: z.record(z.string(), z.unknown()),
  rules: z.array(z.record(z.string(), z.unknown())),
  status: ['text', 'recordStatus'],
  createdAt: 'moment',
  updatedAt: 'moment',
});

export const fileShape = shapeOf<File>()({
  id: 'id',
  sourceId: 'id?',
  fileName: 'text',
  status: [z.enum(IMPORT_STATUSES), 'importStatus'],
  columns: 'texts',
  mapping: z.array(z.string().nullable()),
  counts: z.object({
    total: z.int(),
    pending: z.int(),
    ready: z.int(),
    failed: z.int(),
    imported: z.int(),
    left: z.int(),
    waiting: z.int(),
  }),
  orders: z
    .object({
      sourceId: z.guid(),
      waiting: z.int(),
      waitingRows: z.object({ imported: z.int(), ready: z.int() }),
    })
    .nullable(),
});

export const rowSchema = z.object({
  row: z.int(),
  state: z.enum(SHOWN_ROW_STATES),
  field: z.string().nullable(),
  problem: z.string().nullable(),
  outcome: z.string().nullable(),
  orderId: z.guid().nullable(),
});

const waits = z.object({ code: z.enum(WAIT_CODES), words: z.string(), line: z.string().nullable() });
const line = z.object({
  line: z.string(),
  fileId: z.guid(),
  row: z.int(),
  values: z.record(z.string(), z.string()),
  answer: outcomeInput.nullable(),
});

export const orderShape = shapeOf<Order>()({
  id: 'id',
  sourceId: 'id',
  orderKey: 'text',
  state: [z.enum(ORDER_STATES), 'orderState'],
  waits: [
    waits.nullable(),
    ({ waitCode, waitWords, waitRow }: Order) =>
      waitCode === null ? null : { code: waitCode, words: waitWords ?? '', line: waitRow },
  ],
  contractId: 'id?',
  transactionId: 'id?',
  lines: [
    z.array(line),
    ({ told: reported, answers }: Order) =>
      Object.entries(reported).map(([key, { values, importId, rowNumber }]) => ({
        line: key,
        fileId: importId,
        row: rowNumber,
        values,
        answer: answers[key] ?? null,
      })),
  ],
  createdAt: 'moment',
  updatedAt: 'moment',
});
