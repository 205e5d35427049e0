import { EditTransactionPage, editTransactionMetadata } from '@/ui/transactions/form/transaction-form-page';

export const metadata = editTransactionMetadata;

export default EditTransactionPage;
