import { listPage } from '@/ui/records/list-page';
import { CustomersScreen } from './customers-screen';

/** `/books/<org>/customers`. */
export const CustomersPage = listPage(
  (trpc, question) =>
    Promise.all([
      trpc.customers.page.prefetch(question),
      trpc.savedViews.list.prefetch({ screen: 'customers' }),
    ]),
  CustomersScreen,
);
