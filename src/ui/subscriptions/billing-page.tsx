import { plainPage } from '@/ui/records/plain-page';
import { BillingScreen } from './billing-screen';

/** `/books/<org>/subscriptions/billing`. */
export const BillingPage = plainPage(
  (trpc) => Promise.all([trpc.subscriptions.plan.prefetch({}), trpc.subscriptions.showSchedule.prefetch({})]),
  BillingScreen,
);
