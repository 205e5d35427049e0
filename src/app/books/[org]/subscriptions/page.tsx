import { SubscriptionsPage, subscriptionsMetadata } from '@/ui/subscriptions/subscriptions-page';

export const metadata = subscriptionsMetadata;

export default SubscriptionsPage;
