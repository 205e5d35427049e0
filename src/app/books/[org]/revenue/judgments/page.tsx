import { JudgementsPage } from '@/ui/revenue/judgements/judgements-page';

export const metadata = { title: 'Judgments' };

export default JudgementsPage;
