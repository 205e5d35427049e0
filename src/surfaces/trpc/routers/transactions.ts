import { createTransactionBatch } from '@/usecases/transactions/create-batch';
import { createEmptyDocument } from '@/usecases/transactions/create-empty-document';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { duplicateTransaction } from '@/usecases/transactions/duplicate-transaction';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { applyPayment, applyPayments } from '@/usecases/transactions/payments/apply-payment';
import { confirmRate, showRate } from '@/usecases/transactions/payments/confirm-rate';
import { listApplications } from '@/usecases/transactions/payments/list-applications';
import { recordPayment } from '@/usecases/transactions/payments/record-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { approveAndPostTransactions } from '@/usecases/transactions/posting/approve-and-post';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { postTransactionBatch } from '@/usecases/transactions/posting/post-batch';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { previewDay } from '@/usecases/transactions/posting/preview-day';
import { rejectTransaction } from '@/usecases/transactions/posting/reject-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { findDocumentNames } from '@/usecases/transactions/references/find-document-names';
import { findDocumentPeople } from '@/usecases/transactions/references/find-document-people';
import { findSameReference } from '@/usecases/transactions/references/find-same-reference';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
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
  names: procedureFor(findDocumentNames),
  people: procedureFor(findDocumentPeople),
  sameReference: procedureFor(findSameReference),
  glImpact: procedureFor(transactionGlImpact),
  day: procedureFor(previewDay),
});
