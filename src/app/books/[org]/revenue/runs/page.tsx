import { RunsPage } from '@/ui/revenue/runs/runs-page';

export const metadata = { title: 'Recognition runs' };

export default RunsPage;
