import { PaymentsPage } from '@/ui/payments/payments-page';

export const metadata = { title: 'Payments' };

export default PaymentsPage;
