import { listPage } from '@/ui/records/list-page';
import { CustomersScreen } from './customers-screen';

/** `/books/<org>/customers`. */
export const CustomersPage = listPage(
  (trpc, question) => trpc.customers.page.prefetch(question),
  CustomersScreen,
);
