import { AgingPage } from '@/ui/reports/aging-page';

export const metadata = { title: 'Aging' };

export default AgingPage;
