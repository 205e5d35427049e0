import { z } from 'zod';
import { settlementFields } from '@/usecases/transactions/payments/apply-payment';
import type { ApplicationView } from '@/usecases/transactions/payments/list-applications';
import type { AppliedPayment } from '@/usecases/transactions/payments/settle-payments';
import { shapeOf } from '../../kit/shape';
import { named, rowsOf } from '../../kit/shape-parts';

/** What a payment or credit is applied to: documents and amounts in their currency, and in the payment's where that is another. */
export const applyBody = z.object(settlementFields);

/** One document a payment was applied to. */
const appliedToShape = shapeOf<AppliedPayment['applications'][number]>()({
  id: 'id',
  documentId: 'id',
  amount: 'decimal',
  documentOpen: 'decimal',
  documentStatus: z.enum(['POSTED', 'PAID']),
  /** The entry for the realized exchange difference. */
  glTransactionId: 'id?',
  /** The exchange gain (positive) or loss, in base currency. */
  exchangeGain: 'decimal',
});

/** A payment after it was applied. */
export const appliedShape = shapeOf<AppliedPayment>()({
  paymentId: 'id',
  paymentOpen: 'decimal',
  applications: rowsOf(appliedToShape),
});

/** An application, including a reversed one. */
const applicationShape = shapeOf<ApplicationView>()({
  id: 'id',
  paymentId: 'id',
  documentId: 'id',
  amount: 'decimal',
  appliedOn: 'day',
  glTransactionId: ['id?', 'ledgerEntryId'],
  /** The exchange gain (positive) or loss, in base currency. */
  exchangeGain: 'decimal',
  reversedDate: ['moment?', 'reversedAt'],
});

export const applications = named('data', rowsOf(applicationShape));
