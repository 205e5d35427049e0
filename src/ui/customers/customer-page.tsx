import { recordPage } from '@/ui/records/list-page';
import { CustomerScreen } from './customer-screen';
import { documentsQuestion } from './entity-documents-question';

/** `/books/<org>/customers/<id>`. */
export const CustomerPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.customers.get.prefetch({ id }),
      trpc.customers.balances.prefetch({ customerIds: [id] }),
      trpc.customers.children.prefetch({ id }),
      trpc.customers.warehouses.prefetch({ id }),
      trpc.transactions.list.prefetch(documentsQuestion(id)),
    ]),
  CustomerScreen,
);
