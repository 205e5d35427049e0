import { ContractPage } from '@/ui/revenue/contract-page';

export const metadata = { title: 'Revenue contract' };

export default ContractPage;
