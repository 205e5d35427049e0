import { ConsolidationPage } from '@/ui/reports/consolidation/consolidation-page';

export const metadata = { title: 'Consolidation' };

export default ConsolidationPage;
