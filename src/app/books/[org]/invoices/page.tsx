import { InvoicesPage } from '@/ui/invoices/invoices-page';

export const metadata = { title: 'Invoices' };

export default InvoicesPage;
