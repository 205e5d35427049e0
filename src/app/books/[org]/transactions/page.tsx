import { TransactionsPage, transactionsMetadata } from '@/ui/transactions/transactions-page';

export const metadata = transactionsMetadata;

export default TransactionsPage;
