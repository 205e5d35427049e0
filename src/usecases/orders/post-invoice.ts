import type { OrderSource } from '@/core/orders/order-source';
import type { WantedInvoice } from '@/core/orders/wanted-order';
import { refuse } from '@/core/refusals';
import { documentDefaults } from '@/db/stores/documents/document-references';
import type { Context } from '../kit/define';
import { demand } from '../kit/run';
import { postDocuments } from '../transactions/posting/post-transaction';
import { reverseTransaction } from '../transactions/posting/reverse-transaction';
import { type StoreWish, storeDocuments } from '../transactions/store-documents';

/** Posts the lines of an order that have no revenue contract as an invoice of its date and number. Refuses what storing and posting refuse. */
export async function postOrderInvoice(
  context: Context,
  source: OrderSource,
  invoice: WantedInvoice,
  customerId: string,
): Promise<string> {
  const { tenant } = context;
  demand(context.principal, 'gl.transaction.post');
  const { transactionTypeId } = await documentDefaults(tenant, 'INVOICE');
  if (transactionTypeId === null) {
    refuse('REFERENCE_NOT_FOUND', 'There is no transaction type for invoices.', {
      field: 'transactionTypeId',
      noun: 'transaction_types',
      id: 'INVOICE',
    });
  }
  const wish = invoiceWish(context, source, invoice, { customerId, transactionTypeId });
  const [stored] = await storeDocuments(tenant, [wish]);
  if (stored === undefined) throw new Error('an invoice lost its answer');
  if (!stored.ok) throw stored.error;
  const { id } = stored.output;
  const [posted] = await postDocuments(tenant, [
    {
      input: { id, postingDate: invoice.date, overrideChecks: false },
      call: { ...context, expectedVersion: undefined },
    },
  ]);
  if (posted?.ok === false) throw posted.error;
  for (const change of stored.changes) context.record(change);
  return id;
}

/** The invoice of an order as it is stored. */
export const invoiceWish = (
  call: Context,
  source: OrderSource,
  invoice: WantedInvoice,
  { customerId, transactionTypeId }: { readonly customerId: string; readonly transactionTypeId: string },
): StoreWish => ({
  header: {
    transactionTypeId,
    subsidiaryId: source.subsidiaryId,
    entityId: customerId,
    entityType: 'CUSTOMER',
    transactionDate: invoice.date,
    currencyCode: invoice.currencyCode,
    ...(invoice.dueDate === null ? {} : { dueDate: invoice.dueDate }),
    referenceNumber: invoice.number,
    memo: `${source.name}: ${invoice.number}`,
  },
  lines: invoice.lines.map(({ description, amount, accountId }, index) => ({
    lineNumber: index + 1,
    lineType: 'ITEM',
    description,
    quantity: '1',
    unitPrice: amount,
    accountId,
  })),
  status: 'APPROVED',
  confirmedRate: null,
  call,
});

/** Reverses the invoice of an order that was canceled. */
export async function reverseOrderInvoice(context: Context, id: string, orderKey: string): Promise<void> {
  demand(context.principal, 'gl.transaction.reverse');
  await reverseTransaction.run(
    {
      ...context,
      expectedVersion: undefined,
      record: (change) => context.record({ ...change, action: change.action ?? 'gl.transaction.reverse' }),
    },
    { id, reversalReason: `Order ${orderKey} was canceled.`, reversalDate: undefined },
  );
}
