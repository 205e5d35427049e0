import { LeadPage } from '@/ui/leads/lead-page';

export const metadata = { title: 'Lead' };

export default LeadPage;
