import { PeriodsPage, periodsMetadata } from '@/ui/periods/periods-page';

export const metadata = periodsMetadata;

export default PeriodsPage;
