import { listPage } from '@/ui/records/list-page';
import { ItemsScreen } from './items-screen';

/** `/books/<org>/items`. */
export const ItemsPage = listPage((trpc, question) => trpc.items.page.prefetch(question), ItemsScreen);
