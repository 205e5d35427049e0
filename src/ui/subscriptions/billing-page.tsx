import { plainPage } from '@/ui/records/plain-page';
import { BillingScreen } from './billing-screen';

/** `/books/<org>/subscriptions/billing`. */
export const BillingPage = plainPage((trpc) => trpc.subscriptions.plan.prefetch({}), BillingScreen);
