import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { commitments } from '@/db/stores/sales/commitments';
import {
  type PurchaseOrderRecord,
  purchaseOrderLines,
  purchaseOrders,
} from '@/db/stores/sales/purchase-orders';
import { byId, expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import type { PurchaseOrderDetails } from './create-purchase-order';
import { pageInput, slice } from './project-fields';
import { reachProject, reachRecordOfProject } from './project-rules';

/** The purchase orders of a project, by number. */
export const listPurchaseOrders = defineUseCase({
  name: 'purchaseOrders.list',
  permission: 'purchasing.read',
  mode: 'read',
  input: z.object({ projectId: z.guid(), ...pageInput }),
  async run(context, { projectId, ...page }) {
    await reachProject(context, projectId);
    return purchaseOrders.page(context.tenant, {
      where: { projectId },
      orderBy: [{ orderNumber: 'asc' }],
      ...slice(page),
    });
  },
});

/** A purchase order with its lines. */
export const getPurchaseOrder = defineUseCase({
  name: 'purchaseOrders.get',
  permission: 'purchasing.read',
  mode: 'read',
  input: byId,
  async run(context, { id }): Promise<PurchaseOrderDetails> {
    const { tenant } = context;
    const { record } = await reachRecordOfProject(
      context,
      'purchase order',
      id,
      await purchaseOrders.find(tenant, id),
    );
    const commitment = await commitments.find(tenant, record.commitmentId);
    const lines = await purchaseOrderLines.list(tenant, {
      where: { purchaseOrderId: id },
      orderBy: [{ lineNumber: 'asc' }],
    });
    return { ...record, commitmentNumber: commitment?.commitmentNumber ?? '', lines };
  },
});

const MOVES: Readonly<Record<string, readonly string[]>> = {
  ISSUED: ['RECEIVED', 'CLOSED', 'CANCELLED'],
  RECEIVED: ['CLOSED'],
};

/** Changes the status of a purchase order. Cancelling one also voids its commitment, which frees the budget. */
export const movePurchaseOrder = defineUseCase({
  name: 'purchaseOrders.move',
  permission: 'purchasing.write',
  mode: 'write',
  input: z.object({ id: z.guid(), orderState: z.enum(['RECEIVED', 'CLOSED', 'CANCELLED']) }),
  async run(context, { id, orderState }): Promise<PurchaseOrderRecord> {
    const { tenant } = context;
    const { record: before } = await reachRecordOfProject(
      context,
      'purchase order',
      id,
      await purchaseOrders.find(tenant, id),
    );
    expectVersion(context, before);
    const allowed = MOVES[before.orderState]?.includes(orderState) === true;
    const after = allowed
      ? await purchaseOrders.updateWhere(tenant, id, { orderState: before.orderState }, { orderState })
      : null;
    if (after === null) {
      const now = (await purchaseOrders.find(tenant, id)) ?? refuseNotFound('purchase order', id);
      refuse(
        'INVALID_STATUS_TRANSITION',
        `A purchase order that is ${now.orderState} cannot become ${orderState}.`,
        {
          from: now.orderState,
          to: orderState,
        },
      );
    }
    if (orderState === 'CANCELLED') {
      await commitments.update(tenant, before.commitmentId, { commitmentState: 'VOID' });
    }
    context.record({ noun: 'purchase order', recordId: id, before, after });
    return after;
  },
});
