import { applyPayment, applyPayments } from '@/usecases/transactions/apply-payment';
import { approveAndPostTransactions } from '@/usecases/transactions/approve-and-post';
import { approveTransaction } from '@/usecases/transactions/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/cancel-transaction';
import { confirmRate, showRate } from '@/usecases/transactions/confirm-rate';
import { createTransactionBatch } from '@/usecases/transactions/create-batch';
import { createEmptyDocument } from '@/usecases/transactions/create-empty-document';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { duplicateTransaction } from '@/usecases/transactions/duplicate-transaction';
import { findDocumentPeople } from '@/usecases/transactions/find-document-people';
import { findSameReference } from '@/usecases/transactions/find-same-reference';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { transactionGlImpact } from '@/usecases/transactions/gl-impact';
import { listApplications } from '@/usecases/transactions/list-applications';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { postTransactionBatch } from '@/usecases/transactions/post-batch';
import { postTransaction } from '@/usecases/transactions/post-transaction';
import { previewDay } from '@/usecases/transactions/preview-day';
import { recordPayment } from '@/usecases/transactions/record-payment';
import { rejectTransaction } from '@/usecases/transactions/reject-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { reverseTransaction } from '@/usecases/transactions/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/submit-transaction';
import { unapplyPayment } from '@/usecases/transactions/unapply-payment';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Business transactions: the list, the document, and its actions from draft to posting and reversal. */
export const transactionsRouter = createTrpcRouter({
  list: procedureFor(listTransactions),
  get: procedureFor(getTransaction),
  create: procedureFor(createTransaction),
  createBatch: procedureFor(createTransactionBatch),
  createEmpty: procedureFor(createEmptyDocument),
  duplicate: procedureFor(duplicateTransaction),
  update: procedureFor(updateTransaction),
  remove: procedureFor(removeTransaction),
  submit: procedureFor(submitTransaction),
  approve: procedureFor(approveTransaction),
  approveAndPost: procedureFor(approveAndPostTransactions),
  reject: procedureFor(rejectTransaction),
  cancel: procedureFor(cancelTransaction),
  post: procedureFor(postTransaction),
  postBatch: procedureFor(postTransactionBatch),
  reverse: procedureFor(reverseTransaction),
  applyPayment: procedureFor(applyPayment),
  applyPayments: procedureFor(applyPayments),
  recordPayment: procedureFor(recordPayment),
  unapplyPayment: procedureFor(unapplyPayment),
  applications: procedureFor(listApplications),
  rate: procedureFor(showRate),
  confirmRate: procedureFor(confirmRate),
  people: procedureFor(findDocumentPeople),
  sameReference: procedureFor(findSameReference),
  glImpact: procedureFor(transactionGlImpact),
  day: procedureFor(previewDay),
});
