import { recordPage } from '@/ui/records/list-page';
import { SubscriptionScreen } from './subscription-screen';

/** `/books/<org>/subscriptions/<id>`. */
export const SubscriptionPage = recordPage(
  (trpc, id) => trpc.subscriptions.get.prefetch({ id }),
  SubscriptionScreen,
);
