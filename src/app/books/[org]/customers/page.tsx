import { CustomersPage } from '@/ui/customers/customers-page';

export const metadata = { title: 'Customers' };

export default CustomersPage;
