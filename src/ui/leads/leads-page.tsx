import { listPage } from '@/ui/records/list-page';
import { LeadsScreen } from './leads-screen';

/** `/books/<org>/leads`. */
export const LeadsPage = listPage((trpc, question) => trpc.leads.page.prefetch(question), LeadsScreen);
