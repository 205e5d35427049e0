import { SubscriptionPage } from '@/ui/subscriptions/subscription-page';

export const metadata = { title: 'Subscription' };

export default SubscriptionPage;
