import { documentDefaults } from '@/db/stores/documents/document-references';
import { withSavepoint } from '@/db/transaction';
import { violationIn } from '@/db/violations';
import type { Context } from '../kit/define';
import { takesTwo } from '../revenue/contracts/load-contracts';
import { type LoadedDocument, type LoadWish, loadDocuments } from '../transactions/load-documents';
import type { OrderWork } from './apply-order';
import type { KnownCustomers } from './find-customer';
import { invoiceWish } from './post-invoice';
import { type Considered, madeOrder, type OrderTask } from './reconcile-order';

/**
 * Posts the invoices of orders that become an invoice of a known customer and nothing else, in sets; answers, by their places, what became
 * of them or why they are refused. All others are left to be taken alone, and so is every one where two people are required.
 */
export async function invoiceInSets(
  context: Context,
  tasks: readonly OrderTask[],
  customers: KnownCustomers,
): Promise<ReadonlyMap<number, Considered | Error>> {
  const own: Context = { ...context, expectedVersion: undefined };
  const { transactionTypeId } = await documentDefaults(context.tenant, 'INVOICE');
  const invoices = tasks.flatMap((task) => {
    const { work } = task;
    const customerId = customers.get(work.wanted.customer.key);
    const invoice = isInvoice(work) ? work.acts.invoice : null;
    if (invoice === null || customerId === undefined || transactionTypeId === null) return [];
    const wish = invoiceWish(own, work.source, invoice, { customerId, transactionTypeId });
    return [{ task, invoice, load: { wish, postsOn: invoice.date } }];
  });
  const mayPost = context.principal.permissions.has('gl.transaction.post');
  if (invoices.length === 0 || !mayPost || (await takesTwo(context))) return new Map();
  const loaded = await loadAll(
    own,
    invoices.map(({ load }) => load),
  );
  return new Map(
    loaded.flatMap((answer, index): [number, Considered | Error][] => {
      const one = invoices[index];
      if (one === undefined) return [];
      const { at, asked, work } = one.task;
      if (!answer.ok) return [[at, answer.error]];
      const { wanted, made } = work;
      const invoice = { id: answer.output.id, terms: one.invoice };
      const after = { ...made, customerKey: wanted.customer.key, invoice, isCalledOff: wanted.isCalledOff };
      return [[at, madeOrder(asked, work, after)]];
    }),
  );
}

const isInvoice = ({ acts, made }: OrderWork): boolean =>
  acts.invoice !== null && acts.draft === null && acts.reverse === null && made.contract === null;

/** Nothing where the database itself refuses one of them: taken alone, the one is found. */
async function loadAll(context: Context, loads: readonly LoadWish[]): Promise<readonly LoadedDocument[]> {
  try {
    return await withSavepoint(context.tenant, () => loadDocuments(context, loads));
  } catch (error) {
    if (violationIn(error) !== null) return [];
    throw error;
  }
}
