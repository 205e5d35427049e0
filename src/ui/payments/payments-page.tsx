import { PAYMENT_KINDS } from '@/core/transactions/kinds';
import { plainPage } from '@/ui/records/plain-page';
import { kindQuestionOf } from '@/ui/transactions/documents-of-kind';
import { PaymentsScreen } from './payments-screen';

/** `/books/<org>/payments`. */
export const PaymentsPage = plainPage(
  async (trpc, search) =>
    Promise.all([
      trpc.transactions.list.prefetch(await kindQuestionOf(PAYMENT_KINDS, search)),
      trpc.savedViews.list.prefetch({ screen: 'payments' }),
    ]),
  PaymentsScreen,
);
