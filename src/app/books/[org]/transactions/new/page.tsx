import { NewTransactionPage, newTransactionMetadata } from '@/ui/transactions/form/transaction-form-page';

export const metadata = newTransactionMetadata;

export default NewTransactionPage;
