import { RunPage } from '@/ui/revenue/runs/run-page';

export const metadata = { title: 'Recognition run' };

export default RunPage;
