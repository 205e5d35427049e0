import { documentsQuestion } from '@/ui/customers/entity-documents-question';
import { recordPage } from '@/ui/records/list-page';
import { VendorScreen } from './vendor-screen';

/** `/books/<org>/vendors/<id>`. */
export const VendorPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.vendors.get.prefetch({ id }),
      trpc.transactions.list.prefetch(documentsQuestion(id)),
      trpc.reports.aging.prefetch({ side: 'PAYABLE', entityId: id }),
    ]),
  VendorScreen,
);
