import { ChartPage, chartMetadata } from '@/ui/accounts/chart-page';

export const metadata = chartMetadata;

export default ChartPage;
