import { z } from 'zod';
import { ORDER_STATES } from '@/core/orders/wanted-order';
import { importsOfSource } from '@/db/stores/imports';
import {
  countSourceOrders,
  findSourceOrder,
  listSourceOrders,
  orderBehind,
  type SourceOrder,
  searchSourceOrders,
} from '@/db/stores/sales/source-orders';
import { type ShownImport, showImports } from '../imports/import-rules';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, lineText } from '../kit/fields';

export const orderListFields = z.object({
  state: z.enum(ORDER_STATES).optional(),
  /** Part of the order's id. */
  search: lineText.optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** The orders of a source, of one state or of all: what was reported about each, what was made of it, and why it waits. */
export const listOrders = defineUseCase({
  name: 'orderSources.orders',
  permission: 'revenue.read',
  mode: 'read',
  input: orderListFields.extend({ sourceId: anId }),
  async run(
    { tenant },
    { sourceId, state, search, page, limit },
  ): Promise<{ rows: SourceOrder[]; total: number }> {
    const query = { sourceId, state: state ?? null, skip: (page - 1) * limit, take: limit };
    if (search !== undefined && search !== '') {
      const found = await searchSourceOrders(tenant, { ...query, search });
      return { rows: found.map(({ of: _of, ...row }) => row), total: found[0]?.of ?? 0 };
    }
    const counts = await countSourceOrders(tenant, sourceId);
    const total = counts.reduce(
      (sum, one) => sum + (state === undefined || one.orderState === state ? one.count : 0),
      0,
    );
    // No order is looked for that is not there.
    const take = Math.min(limit, total - query.skip);
    return { rows: take <= 0 ? [] : await listSourceOrders(tenant, { ...query, take }), total };
  },
});

/** One order of a source. Refuses NOT_FOUND. */
export const getOrder = defineUseCase({
  name: 'orderSources.order',
  permission: 'revenue.read',
  mode: 'read',
  input: z.object({ id: anId }),
  run: async ({ tenant }, { id }): Promise<SourceOrder> =>
    (await findSourceOrder(tenant, id)) ?? refuseNotFound('source order', id),
});

/** The order that a contract or an invoice was made of, with the file and row of each of its lines; null when a person made it. */
export const originOf = defineUseCase({
  name: 'orderSources.originOf',
  permission: 'revenue.read',
  mode: 'read',
  input: z.object({ recordId: anId }),
  run: ({ tenant }, { recordId }): Promise<SourceOrder | null> => orderBehind(tenant, recordId),
});

/** How many orders of each source are made, wait, or do not concern revenue. */
export const countOrders = defineUseCase({
  name: 'orderSources.counts',
  permission: 'revenue.read',
  mode: 'read',
  input: z.object({}),
  run: ({ tenant }) => countSourceOrders(tenant),
});

/** The files of a source, the latest first, each with how many of its orders wait. */
export const listOrderFiles = defineUseCase({
  name: 'orderSources.files',
  permission: 'revenue.read',
  mode: 'read',
  input: z.object({
    sourceId: anId,
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  async run({ tenant }, { sourceId, page, limit }): Promise<{ rows: ShownImport[]; total: number }> {
    const found = await importsOfSource(tenant, sourceId, { skip: (page - 1) * limit, take: limit });
    const rows = await showImports(
      tenant,
      found.map(({ of: _of, ...row }) => row),
    );
    return { rows, total: found[0]?.of ?? 0 };
  },
});
