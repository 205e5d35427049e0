import type { Metadata } from 'next';
import { listPage } from '@/ui/records/list-page';
import { SubscriptionsScreen } from './subscriptions-screen';

export const subscriptionsMetadata: Metadata = { title: 'Subscriptions' };
export const SubscriptionsPage = listPage(
  (trpc, question) => trpc.subscriptions.page.prefetch(question),
  SubscriptionsScreen,
);
