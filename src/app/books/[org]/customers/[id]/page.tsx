import { CustomerPage } from '@/ui/customers/customer-page';

export const metadata = { title: 'Customer' };

export default CustomerPage;
