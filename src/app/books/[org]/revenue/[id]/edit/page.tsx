import { EditContractPage } from '@/ui/revenue/draft/draft-page';

export const metadata = { title: 'Edit revenue contract' };

export default EditContractPage;
