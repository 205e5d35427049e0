import { RunPage } from '@/ui/revenue/run-page';

export const metadata = { title: 'Recognition run' };

export default RunPage;
