import { LeadsPage } from '@/ui/leads/leads-page';

export const metadata = { title: 'Leads' };

export default LeadsPage;
