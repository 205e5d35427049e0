import { TransactionPage, transactionMetadata } from '@/ui/transactions/transaction-page';

export const metadata = transactionMetadata;

export default TransactionPage;
