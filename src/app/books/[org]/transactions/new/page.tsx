import { NewTransactionPage, newTransactionMetadata } from '@/ui/transactions/transaction-form-page';

export const metadata = newTransactionMetadata;

export default NewTransactionPage;
