import { NewContractPage } from '@/ui/revenue/draft/draft-page';

export const metadata = { title: 'New revenue contract' };

export default NewContractPage;
