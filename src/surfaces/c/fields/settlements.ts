import { z } from 'zod';
import { settlementFields } from '@/usecases/transactions/apply-payment';
import type { ApplicationView } from '@/usecases/transactions/list-applications';
import type { AppliedPayment } from '@/usecases/transactions/settle-payments';

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** What a payment or credit is applied to: documents and amounts in the payment's currency. */
export const applyBody = z.object(settlementFields);

export const appliedSchema = z.object({
  paymentId: z.guid(),
  paymentOpen: decimal,
  applications: z.array(
    z.object({
      id: z.guid(),
      documentId: z.guid(),
      amount: decimal,
      documentOpen: decimal,
      documentStatus: z.enum(['POSTED', 'PAID']),
      /** The entry of the realized exchange difference. */
      glTransactionId: z.guid().nullable(),
      /** What the exchange rate gained (above zero) or lost, in base currency. */
      exchangeGain: decimal,
    }),
  ),
});

export const presentApplied = ({ paymentId, paymentOpen, applications }: AppliedPayment) => ({
  paymentId,
  paymentOpen,
  applications,
});

const applicationSchema = z.object({
  id: z.guid(),
  paymentId: z.guid(),
  documentId: z.guid(),
  amount: decimal,
  appliedOn: z.iso.date(),
  glTransactionId: z.guid().nullable(),
  /** What the exchange rate gained (above zero) or lost, in base currency. */
  exchangeGain: decimal,
  reversedDate: z.iso.datetime().nullable(),
});

export const applicationListSchema = z.object({ data: z.array(applicationSchema) });

export const presentApplication = (record: ApplicationView) => ({
  id: record.id,
  paymentId: record.paymentId,
  documentId: record.documentId,
  amount: record.amount,
  appliedOn: record.appliedOn,
  glTransactionId: record.ledgerEntryId,
  exchangeGain: record.exchangeGain,
  reversedDate: record.reversedAt,
});
