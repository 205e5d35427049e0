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
import { shapeOf } from '../../kit/shape';
import { rowsOf } from '../../kit/shape-parts';

/** 2.6: a line. */
const lineShape = shapeOf<DocumentLineView>()({
  lineNumber: 'count',
  lineType: z.enum(LINE_TYPES),
  description: 'text',
  quantity: 'decimal',
  unitPrice: 'decimal',
  lineAmount: 'decimal',
  taxCodeId: 'id?',
  taxAmount: 'decimal',
  accountId: 'id?',
  classId: 'id?',
  departmentId: 'id?',
  locationId: 'id?',
});

const header = {
  id: 'id',
  transactionNumber: 'text',
  transactionTypeId: 'id',
  subsidiaryId: 'id',
  entityId: 'id?',
  entityType: z.enum(ENTITY_TYPES).nullable(),
  transactionDate: 'day',
  dueDate: 'day?',
  currencyCode: 'text',
  exchangeRate: 'decimal',
  subtotalAmount: 'decimal',
  taxAmount: 'decimal',
  discountAmount: 'decimal',
  totalAmount: 'decimal',
  baseTotalAmount: 'decimal',
  status: z.enum(TRANSACTION_STATUSES),
  memo: 'text?',
} as const;
const ends = {
  glTransactionId: 'id?',
  createdDate: ['moment', 'createdAt'],
  modifiedDate: ['moment', 'updatedAt'],
  postedDate: ['moment?', 'postedAt'],
} as const;

/** 2.6: a complete business transaction. */
export const transactionShape = shapeOf<DocumentView>()({
  ...header,
  lines: rowsOf(lineShape),
  ...ends,
});

/** 4.5 list: exactly the fields of each item. */
export const transactionItemShape = shapeOf<DocumentHeaderView>()({ ...header, ...ends }).pick(
  'id',
  'transactionNumber',
  'transactionTypeId',
  'entityId',
  'entityType',
  'transactionDate',
  'totalAmount',
  'status',
  'memo',
  'createdDate',
);

/**
 * 2.6: the header fields a caller may send, and the two of an invoice that every door knows; the console's further fields
 * are not this surface's.
 */
const sentHeader = headerFields.pick({
  transactionTypeId: true,
  subsidiaryId: true,
  entityId: true,
  entityType: true,
  transactionDate: true,
  dueDate: true,
  currencyCode: true,
  exchangeRate: true,
  memo: true,
  referenceNumber: true,
  revenueContractId: true,
  isAdjustment: true,
});

/** 4.5 create: `transaction` with the header, and `lines` next to it. */
export const transactionCreateBody = z.object({
  transaction: sentHeader.extend({ status: z.string().max(40).nullish() }),
  lines: documentLines.min(1),
});

/**
 * Update of a draft (decisions.md): in the form of create with every part optional, or flat as GET returns it, so that
 * a client may send back what it received.
 */
export const transactionUpdateBody = z
  .object({
    ...sentHeader.partial().shape,
    transaction: sentHeader.partial().optional(),
    lines: documentLines.min(1).optional(),
  })
  .transform(({ transaction, lines, ...flat }) => ({
    transaction: transaction ?? flat,
    ...(lines === undefined ? {} : { lines }),
  }));

/** Additions on C: a transaction type. */
export const transactionTypeShape = shapeOf<TransactionTypeRecord>()({
  id: 'id',
  code: 'text',
  name: 'text',
  kind: z.enum(TRANSACTION_KINDS),
  numberPrefix: 'text',
  isActive: ['active', 'recordStatus'],
});
