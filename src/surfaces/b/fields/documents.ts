import { z } from 'zod';
import { ENTITY_TYPES, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { documentFields } from '@/usecases/transactions/document-records';
import { type DocumentHeaderView, headerView } from '@/usecases/transactions/document-view';
import { invoiceVerbs } from '@/usecases/transactions/invoice-records';
import { paymentVerbs } from '@/usecases/transactions/payments/payment-records';
import { transactionVerbs } from '@/usecases/transactions/transaction-records';
import { shapeOf } from '../../kit/shape';
import { bodyOf, defineResource, TWO_STATES } from '../resource';

/**
 * Document headers: three views of one store. Lines, approval and posting belong to surface C; the lifecycle status is
 * returned here but never changed (decisions.md, surface B, "status").
 */

const { amount, ...header } = documentFields.shape;
const lifecycle = z.enum(TRANSACTION_STATUSES);

const amounts = {
  subtotalAmount: 'figure',
  taxAmount: 'figure',
  discountAmount: 'figure',
  totalAmount: 'figure',
  baseTotalAmount: 'figure',
} as const;

export const businessTransactions = defineResource({
  noun: 'transaction',
  tag: 'Business transactions (records)',
  statuses: TWO_STATES,
  own: shapeOf<DocumentHeaderView>()({
    transactionNumber: 'text',
    transactionTypeId: 'id',
    kind: z.enum(TRANSACTION_KINDS),
    subsidiaryId: 'id',
    entityId: 'id?',
    entityType: z.enum(ENTITY_TYPES).nullable(),
    transactionDate: 'day',
    dueDate: 'day?',
    currencyCode: 'text',
    exchangeRate: 'figure',
    ...amounts,
    transactionStatus: [lifecycle, 'status'],
    memo: 'text?',
    referenceNumber: 'text?',
    revenueContractId: 'id?',
    glTransactionId: 'id?',
    postingDate: 'day?',
  }),
  seen: headerView,
  takes: header,
  verbs: transactionVerbs,
  examples: { create: { transactionDate: '2026-11-30', memo: 'Accrual, to be completed' } },
});

/** The counterparty of an invoice or payment is always a customer. */
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
  own: shapeOf<DocumentHeaderView>()({
    invoiceNumber: ['text', 'transactionNumber'],
    customerId: ['id?', 'entityId'],
    subsidiaryId: 'id',
    invoiceDate: ['day', 'transactionDate'],
    dueDate: 'day?',
    currencyCode: 'text',
    exchangeRate: 'figure',
    ...amounts,
    appliedAmount: 'figure',
    openAmount: 'figure',
    invoiceStatus: [lifecycle, 'status'],
    paymentTerms: 'text?',
    memo: 'text?',
    referenceNumber: 'text?',
    subscriptionId: 'id?',
    revenueContractId: 'id?',
    glTransactionId: 'id?',
  }),
  seen: headerView,
  takes: invoiceBody,
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
  own: shapeOf<DocumentHeaderView>()({
    paymentNumber: ['text', 'transactionNumber'],
    customerId: ['id?', 'entityId'],
    subsidiaryId: 'id',
    paymentDate: ['day', 'transactionDate'],
    currencyCode: 'text',
    exchangeRate: 'figure',
    amount: ['figure', 'totalAmount'],
    appliedAmount: 'figure',
    openAmount: 'figure',
    paymentMethod: 'text?',
    paymentStatus: [lifecycle, 'status'],
    memo: 'text?',
    referenceNumber: 'text?',
    glTransactionId: 'id?',
  }),
  seen: headerView,
  takes: paymentBody,
  verbs: paymentVerbs,
  examples: { create: { paymentDate: '2026-11-30', paymentMethod: 'WIRE', amount: '1200.00' } },
});
