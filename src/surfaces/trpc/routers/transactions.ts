import { approveTransaction } from '@/usecases/transactions/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/cancel-transaction';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { duplicateTransaction } from '@/usecases/transactions/duplicate-transaction';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { transactionGlImpact } from '@/usecases/transactions/gl-impact';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { postTransaction } from '@/usecases/transactions/post-transaction';
import { rejectTransaction } from '@/usecases/transactions/reject-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { reverseTransaction } from '@/usecases/transactions/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/submit-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Business transactions, from draft to reversal. */
export const transactionsRouter = createTrpcRouter({
  list: procedureFor(listTransactions),
  get: procedureFor(getTransaction),
  create: procedureFor(createTransaction),
  update: procedureFor(updateTransaction),
  remove: procedureFor(removeTransaction),
  duplicate: procedureFor(duplicateTransaction),
  submit: procedureFor(submitTransaction),
  approve: procedureFor(approveTransaction),
  reject: procedureFor(rejectTransaction),
  post: procedureFor(postTransaction),
  reverse: procedureFor(reverseTransaction),
  cancel: procedureFor(cancelTransaction),
  glImpact: procedureFor(transactionGlImpact),
});
