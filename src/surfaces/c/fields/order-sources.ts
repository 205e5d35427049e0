import { z } from 'zod';
import { IMPORT_STATUSES, SHOWN_ROW_STATES } from '@/core/imports/import-states';
import { SOURCE_KINDS } from '@/core/orders/source-kinds';
import { ORDER_STATES, WAIT_CODES } from '@/core/orders/wanted-order';
import type { getImport } from '@/usecases/imports/get-import';
import type { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import type { getOrder } from '@/usecases/orders/list-orders';
import { type orderSourceVerbs, outcomeInput } from '@/usecases/orders/source-records';
import type { takeUpOrders } from '@/usecases/orders/take-up-orders';
import { type OutputOf, shapeOf, value } from '../../kit/shape';
import { keyed, orNull, rowsOf } from '../../kit/shape-parts';

type Source = OutputOf<typeof orderSourceVerbs.get>;
type File = OutputOf<typeof getImport>;
type Row = OutputOf<typeof listRowsOfImport>['rows'][number];
type Order = OutputOf<typeof getOrder>;

export const sourceShape = shapeOf<Source>()({
  id: 'id',
  code: 'text',
  name: 'text',
  kind: z.enum(SOURCE_KINDS),
  subsidiaryId: 'id',
  ordersOfId: 'id?',
  mapping: keyed(value('text')),
  defaults: ['custom', ({ defaults }) => defaults ?? {}],
  rules: z.array(z.record(z.string(), z.unknown())),
  status: ['text', 'recordStatus'],
  createdAt: 'moment',
  updatedAt: 'moment',
});

const countsShape = shapeOf<File['counts']>()({
  total: 'count',
  pending: 'count',
  ready: 'count',
  failed: 'count',
  imported: 'count',
  left: 'count',
  waiting: 'count',
});

type Waiting = NonNullable<File['orders']>;
const waitingRowsShape = shapeOf<Waiting['waitingRows']>()({ imported: 'count', ready: 'count' });
const waitingShape = shapeOf<Waiting>()({ sourceId: 'id', waiting: 'count', waitingRows: waitingRowsShape });

export const fileShape = shapeOf<File>()({
  id: 'id',
  sourceId: 'id?',
  fileName: 'text',
  status: [z.enum(IMPORT_STATUSES), 'importStatus'],
  columns: 'texts',
  mapping: z.array(z.string().nullable()),
  counts: countsShape,
  orders: orNull(waitingShape),
});

export const rowShape = shapeOf<Row>()({
  row: ['count', 'rowNumber'],
  state: [z.enum(SHOWN_ROW_STATES), 'rowState'],
  field: ['text?', 'errorField'],
  problem: ['text?', 'errorMessage'],
  outcome: 'text?',
  orderId: ['id?', 'recordId'],
});

export const triedShape = shapeOf<OutputOf<typeof takeUpOrders>>()({ tried: 'count' });

/** Why an order waits: the code, the words, and the line it waits for. */
const waitShape = shapeOf<Order>()({
  code: [z.enum(WAIT_CODES), 'waitCode'],
  words: ['text', ({ waitWords }) => waitWords ?? ''],
  line: ['text?', 'waitRow'],
});

interface Line {
  readonly line: string;
  readonly told: Order['told'][string];
  readonly answer: Order['answers'][string] | undefined;
}
const lineShape = shapeOf<Line>()({
  line: 'text',
  fileId: ['id', ({ told }) => told.importId],
  row: ['count', ({ told }) => told.rowNumber],
  values: [keyed(value('text')), ({ told }) => told.values],
  answer: [outcomeInput.nullable(), ({ answer }) => answer ?? null],
});

export const orderShape = shapeOf<Order>()({
  id: 'id',
  sourceId: 'id',
  orderKey: 'text',
  state: [z.enum(ORDER_STATES), 'orderState'],
  waits: [orNull(waitShape), (order) => (order.waitCode === null ? null : order)],
  contractId: 'id?',
  transactionId: 'id?',
  lines: [
    rowsOf(lineShape),
    ({ told, answers }) =>
      Object.entries(told).map(([line, said]) => ({ line, told: said, answer: answers[line] })),
  ],
  createdAt: 'moment',
  updatedAt: 'moment',
});
