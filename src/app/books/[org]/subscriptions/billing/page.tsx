import { BillingPage } from '@/ui/subscriptions/billing-page';

export const metadata = { title: 'Billing' };

export default BillingPage;
