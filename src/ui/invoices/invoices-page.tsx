import { SALES_KINDS } from '@/core/transactions/kinds';
import { plainPage } from '@/ui/records/plain-page';
import { kindQuestionOf } from '@/ui/transactions/documents-of-kind';
import { InvoicesScreen } from './invoices-screen';

/** `/books/<org>/invoices`. */
export const InvoicesPage = plainPage(
  async (trpc, search) =>
    Promise.all([
      trpc.transactions.list.prefetch(await kindQuestionOf(SALES_KINDS, search)),
      trpc.savedViews.list.prefetch({ screen: 'invoices' }),
    ]),
  InvoicesScreen,
);
