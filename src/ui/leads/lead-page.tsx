import { recordPage } from '@/ui/records/list-page';
import { LeadScreen } from './lead-screen';

/** `/books/<org>/leads/<id>`. */
export const LeadPage = recordPage((trpc, id) => trpc.leads.get.prefetch({ id }), LeadScreen);
