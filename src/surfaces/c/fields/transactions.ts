import { z } from 'zod';
import { ENTITY_TYPES, LINE_TYPES, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import type { TransactionTypeRecord } from '@/usecases/setup/transaction-types';
import { documentLines, headerFields } from '@/usecases/transactions/document-input';
import type {
  DocumentHeaderView,
  DocumentLineView,
  DocumentView,
} from '@/usecases/transactions/document-view';

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const day = z.iso.date();
const moment = z.iso.datetime();

/** 2.6: a line. */
export const lineSchema = z.object({
  lineNumber: z.int(),
  lineType: z.enum(LINE_TYPES),
  description: z.string(),
  quantity: decimal,
  unitPrice: decimal,
  lineAmount: decimal,
  taxCodeId: z.guid().nullable(),
  taxAmount: decimal,
  accountId: z.guid().nullable(),
  classId: z.guid().nullable(),
  departmentId: z.guid().nullable(),
  locationId: z.guid().nullable(),
});

/** 2.6: a business transaction, whole. */
export const transactionSchema = z.object({
  id: z.guid(),
  transactionNumber: z.string(),
  transactionTypeId: z.guid(),
  subsidiaryId: z.guid(),
  entityId: z.guid().nullable(),
  entityType: z.enum(ENTITY_TYPES).nullable(),
  transactionDate: day,
  dueDate: day.nullable(),
  currencyCode: z.string(),
  exchangeRate: decimal,
  subtotalAmount: decimal,
  taxAmount: decimal,
  discountAmount: decimal,
  totalAmount: decimal,
  baseTotalAmount: decimal,
  status: z.enum(TRANSACTION_STATUSES),
  memo: z.string().nullable(),
  lines: z.array(lineSchema),
  glTransactionId: z.guid().nullable(),
  createdDate: moment,
  modifiedDate: moment,
  postedDate: moment.nullable(),
});

export function presentTransaction(view: DocumentView) {
  return {
    id: view.id,
    transactionNumber: view.transactionNumber,
    transactionTypeId: view.transactionTypeId,
    subsidiaryId: view.subsidiaryId,
    entityId: view.entityId,
    entityType: view.entityType,
    transactionDate: view.transactionDate,
    dueDate: view.dueDate,
    currencyCode: view.currencyCode,
    exchangeRate: view.exchangeRate,
    subtotalAmount: view.subtotalAmount,
    taxAmount: view.taxAmount,
    discountAmount: view.discountAmount,
    totalAmount: view.totalAmount,
    baseTotalAmount: view.baseTotalAmount,
    status: view.status,
    memo: view.memo,
    lines: view.lines.map(presentLine),
    glTransactionId: view.glTransactionId,
    createdDate: view.createdAt,
    modifiedDate: view.updatedAt,
    postedDate: view.postedAt,
  };
}

function presentLine(line: DocumentLineView) {
  return {
    lineNumber: line.lineNumber,
    lineType: line.lineType,
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    lineAmount: line.lineAmount,
    taxCodeId: line.taxCodeId,
    taxAmount: line.taxAmount,
    accountId: line.accountId,
    classId: line.classId,
    departmentId: line.departmentId,
    locationId: line.locationId,
  };
}

/** 4.5 list: each item's fields, no more. */
export const transactionItemSchema = transactionSchema.pick({
  id: true,
  transactionNumber: true,
  transactionTypeId: true,
  entityId: true,
  entityType: true,
  transactionDate: true,
  totalAmount: true,
  status: true,
  memo: true,
  createdDate: true,
});

export function presentTransactionItem(view: DocumentHeaderView) {
  return {
    id: view.id,
    transactionNumber: view.transactionNumber,
    transactionTypeId: view.transactionTypeId,
    entityId: view.entityId,
    entityType: view.entityType,
    transactionDate: view.transactionDate,
    totalAmount: view.totalAmount,
    status: view.status,
    memo: view.memo,
    createdDate: view.createdAt,
  };
}

/** 2.6: the header fields a caller may send; the console's further fields are not this surface's. */
const header = headerFields.pick({
  transactionTypeId: true,
  subsidiaryId: true,
  entityId: true,
  entityType: true,
  transactionDate: true,
  dueDate: true,
  currencyCode: true,
  exchangeRate: true,
  memo: true,
  isAdjustment: true,
});

/** 4.5 create: `transaction` with the header, `lines` beside it. */
export const transactionCreateBody = z.object({
  transaction: header.extend({ status: z.string().max(40).nullish() }),
  lines: documentLines.min(1),
});

/**
 * Update of a draft (decisions.md): as in create, every part optional; or flat, as GET answers it, so that a client may
 * send back what it got.
 */
export const transactionUpdateBody = z
  .object({
    ...header.partial().shape,
    transaction: header.partial().optional(),
    lines: documentLines.min(1).optional(),
  })
  .transform(({ transaction, lines, ...flat }) => ({
    transaction: transaction ?? flat,
    ...(lines === undefined ? {} : { lines }),
  }));

/** Additions on C: a transaction type. */
export const transactionTypeSchema = z.object({
  id: z.guid(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(TRANSACTION_KINDS),
  numberPrefix: z.string(),
  isActive: z.boolean(),
});

export function presentTransactionType(record: TransactionTypeRecord) {
  return {
    id: record.id,
    code: record.code,
    name: record.name,
    kind: record.kind,
    numberPrefix: record.numberPrefix,
    isActive: record.recordStatus === 'active',
  };
}
