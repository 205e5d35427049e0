import { EditTransactionPage, editTransactionMetadata } from '@/ui/transactions/transaction-form-page';

export const metadata = editTransactionMetadata;

export default EditTransactionPage;
