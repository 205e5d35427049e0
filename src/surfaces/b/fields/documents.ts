import { z } from 'zod';
import { ENTITY_TYPES, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { type DocumentRecord, documentFields } from '@/usecases/transactions/document-records';
import { headerView } from '@/usecases/transactions/document-view';
import { invoiceVerbs } from '@/usecases/transactions/invoice-records';
import { paymentVerbs } from '@/usecases/transactions/payment-records';
import { transactionVerbs } from '@/usecases/transactions/transaction-records';
import { bodyOf, date, decimal, defineResource, reference, TWO_STATES, text } from '../resource';

/**
 * Documents by their headers: three views of one store. Lines, approval and posting are surface C's; a lifecycle is
 * shown here and never moved (decisions.md, surface B, "status").
 */

const { recordStatus: _status, amount, ...header } = documentFields.shape;
const lifecycle = z.enum(TRANSACTION_STATUSES);

const amounts = {
  subtotalAmount: decimal,
  taxAmount: decimal,
  discountAmount: decimal,
  totalAmount: decimal,
  baseTotalAmount: decimal,
};

export const businessTransactions = defineResource({
  noun: 'transaction',
  tag: 'Business transactions (records)',
  statuses: TWO_STATES,
  own: {
    transactionNumber: z.string(),
    transactionTypeId: z.guid(),
    kind: z.enum(TRANSACTION_KINDS),
    subsidiaryId: z.guid(),
    entityId: reference,
    entityType: z.enum(ENTITY_TYPES).nullable(),
    transactionDate: z.iso.date(),
    dueDate: date,
    currencyCode: z.string(),
    exchangeRate: decimal,
    ...amounts,
    transactionStatus: lifecycle,
    memo: text,
    referenceNumber: text,
    glTransactionId: reference,
    postingDate: date,
  },
  values: (row) => ({ ...headerView(row), transactionStatus: row.transactionStatus }),
  create: bodyOf(header, TWO_STATES),
  update: bodyOf(header, TWO_STATES),
  verbs: transactionVerbs,
  examples: { create: { transactionDate: '2026-11-30', memo: 'Accrual, to be completed' } },
});

/** An invoice's or payment's counterparty is always a customer. */
const counterparty = z.guid().nullish().describe('The customer; null removes it from the draft');

const { entityId: _id, entityType: _type, transactionTypeId: _kind, transactionDate, ...shared } = header;

interface CustomerDocument {
  readonly customerId?: string | null | undefined;
}

/** `customerId` is the document's entity. */
const toEntity = ({ customerId }: CustomerDocument) =>
  customerId === undefined
    ? {}
    : { entityId: customerId, entityType: customerId === null ? null : ('CUSTOMER' as const) };

const invoiceBody = bodyOf(
  { ...shared, customerId: counterparty, invoiceDate: transactionDate },
  TWO_STATES,
).transform(({ customerId, invoiceDate, ...rest }) => ({
  ...rest,
  ...toEntity({ customerId } as CustomerDocument),
  transactionDate: invoiceDate,
}));

export const invoices = defineResource({
  noun: 'invoice',
  tag: 'Invoices',
  statuses: TWO_STATES,
  own: {
    invoiceNumber: z.string(),
    customerId: reference,
    subsidiaryId: z.guid(),
    invoiceDate: z.iso.date(),
    dueDate: date,
    currencyCode: z.string(),
    exchangeRate: decimal,
    ...amounts,
    appliedAmount: decimal,
    openAmount: decimal,
    invoiceStatus: lifecycle,
    paymentTerms: text,
    memo: text,
    referenceNumber: text,
    subscriptionId: reference,
    revenueContractId: reference,
    glTransactionId: reference,
  },
  values: (row: DocumentRecord) => ({
    ...headerView(row),
    invoiceNumber: row.transactionNumber,
    customerId: row.entityId,
    invoiceDate: row.transactionDate,
    invoiceStatus: row.transactionStatus,
  }),
  create: invoiceBody,
  update: invoiceBody,
  verbs: invoiceVerbs,
  examples: { create: { invoiceDate: '2026-11-30', dueDate: '2026-12-30', memo: 'November' } },
});

const { dueDate: _due, paymentTerms: _terms, ...received } = shared;
const paymentBody = bodyOf(
  { ...received, customerId: counterparty, paymentDate: transactionDate, amount },
  TWO_STATES,
).transform(({ customerId, paymentDate, ...rest }) => ({
  ...rest,
  ...toEntity({ customerId } as CustomerDocument),
  transactionDate: paymentDate,
}));

export const payments = defineResource({
  noun: 'payment',
  tag: 'Payments',
  statuses: TWO_STATES,
  own: {
    paymentNumber: z.string(),
    customerId: reference,
    subsidiaryId: z.guid(),
    paymentDate: z.iso.date(),
    currencyCode: z.string(),
    exchangeRate: decimal,
    amount: decimal,
    appliedAmount: decimal,
    openAmount: decimal,
    paymentMethod: text,
    paymentStatus: lifecycle,
    memo: text,
    referenceNumber: text,
    glTransactionId: reference,
  },
  values: (row: DocumentRecord) => {
    const view = headerView(row);
    return {
      ...view,
      paymentNumber: row.transactionNumber,
      customerId: row.entityId,
      paymentDate: row.transactionDate,
      amount: view.totalAmount,
      paymentStatus: row.transactionStatus,
    };
  },
  create: paymentBody,
  update: paymentBody,
  verbs: paymentVerbs,
  examples: { create: { paymentDate: '2026-11-30', paymentMethod: 'WIRE', amount: '1200.00' } },
});
