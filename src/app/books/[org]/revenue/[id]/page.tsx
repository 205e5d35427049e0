import { ContractPage } from '@/ui/revenue/contracts/contract-page';

export const metadata = { title: 'Revenue contract' };

export default ContractPage;
