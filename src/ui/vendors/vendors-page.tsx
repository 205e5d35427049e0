import { listPage } from '@/ui/records/list-page';
import { VendorsScreen } from './vendors-screen';

/** `/books/<org>/vendors`. */
export const VendorsPage = listPage((trpc, question) => trpc.vendors.page.prefetch(question), VendorsScreen);
