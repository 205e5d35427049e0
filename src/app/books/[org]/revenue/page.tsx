import { ContractsPage } from '@/ui/revenue/contracts/contracts-page';

export const metadata = { title: 'Revenue contracts' };

export default ContractsPage;
