import { refuse } from '@/core/refusals';
import { insertLines } from '@/db/stores/sales/project-lines';
import {
  hasVendor,
  type PurchaseOrderLineRecord,
  type PurchaseOrderRecord,
  purchaseOrderLines,
  purchaseOrders,
} from '@/db/stores/sales/purchase-orders';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { storeCommitment } from './commitment-records';
import { priceLines } from './price-lines';
import { purchaseOrderCreate } from './project-fields';
import { reachProject } from './project-rules';

export type PurchaseOrderDetails = PurchaseOrderRecord & {
  commitmentNumber: string;
  lines: PurchaseOrderLineRecord[];
};

/**
 * Creates a purchase order for a project. In the same transaction the order becomes a commitment of the project, so
 * that its budget shows the committed amount (decisions.md, surface D, "Company"). The currency is the project's. An
 * external reference that the project already has is refused with DUPLICATE.
 */
export const createPurchaseOrder = defineUseCase({
  name: 'purchaseOrders.create',
  permission: 'purchasing.write',
  mode: 'write',
  input: purchaseOrderCreate,
  async run(context, { lines, orderNumber, currencyCode, title, ...data }): Promise<PurchaseOrderDetails> {
    const { tenant, principal } = context;
    const project = await reachProject(context, data.projectId);
    if (currencyCode !== undefined && currencyCode !== project.currencyCode) {
      const message = `must be the project's currency, ${project.currencyCode}`;
      refuse('INVALID_INPUT', `currencyCode: ${message}`, { issues: [{ path: ['currencyCode'], message }] });
    }
    await demandVendor(context, data.vendorId);
    await demandNewReference(context, data.projectId, data.externalReference ?? null);
    const isTaken = async (code: string) =>
      (await purchaseOrders.findWhere(tenant, { orderNumber: code })) !== null;
    const number = orderNumber ?? (await nextRecordCode(tenant, 'PO', isTaken));
    const commitment = await storeCommitment(
      context,
      project.currencyCode,
      {
        projectId: project.id,
        title: title ?? `Purchase order ${number}`,
        vendorId: data.vendorId,
        committedOn: data.orderDate,
        commitmentState: 'APPROVED',
        commitmentKind: 'PURCHASE_ORDER',
      },
      lines,
    );
    const priced = priceLines(lines, project.currencyCode);
    const made = await purchaseOrders.insert(tenant, {
      ...data,
      commitmentId: commitment.id,
      orderNumber: number,
      currencyCode: project.currencyCode,
      totalAmount: priced.total,
      createdBy: principal.actor.kind === 'user' ? principal.actor.id : null,
    });
    await insertLines(
      tenant,
      'purchase_order_lines',
      priced.lines.map((line) => ({
        purchaseOrderId: made.id,
        lineNumber: line.lineNumber,
        costCode: line.costCode,
        description: line.description,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        amount: line.amount,
        accountId: line.accountId ?? null,
      })),
    );
    const after = {
      ...made,
      commitmentNumber: commitment.commitmentNumber,
      lines: await purchaseOrderLines.list(tenant, {
        where: { purchaseOrderId: made.id },
        orderBy: [{ lineNumber: 'asc' }],
      }),
    };
    context.record({ noun: 'purchase order', recordId: made.id, after });
    context.record({
      action: 'commitments.create',
      noun: 'commitment',
      recordId: commitment.id,
      after: commitment,
    });
    return after;
  },
});

async function demandVendor({ tenant }: Context, id: string): Promise<void> {
  if (await hasVendor(tenant, id)) return;
  refuse('REFERENCE_NOT_FOUND', 'vendorId is not an existing vendor.', {
    field: 'vendorId',
    noun: 'vendor',
    id,
  });
}

async function demandNewReference(
  { tenant }: Context,
  projectId: string,
  externalReference: string | null,
): Promise<void> {
  if (externalReference === null) return;
  const found = await purchaseOrders.findWhere(tenant, { projectId, externalReference });
  if (found === null) return;
  refuse('DUPLICATE', `Purchase order ${found.orderNumber} already has this external reference.`, {
    noun: 'purchase order',
    field: 'externalReference',
    value: externalReference,
  });
}
