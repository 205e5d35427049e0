import { z } from 'zod';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { day, reasonText } from '@/usecases/kit/fields';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import type { DocumentView } from '@/usecases/transactions/document-view';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { json, shows, showsVersion } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { approvedShape, postedShape, reversedShape } from './fields/posting';
import { transactionCreateBody, transactionItemShape, transactionShape } from './fields/transactions';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: '4.5', tag: 'Business transactions', ignoresUnknown: true } as const;
const PATH = '/api/v1/gl/transactions';
export const EXAMPLE_ID = '0190a0b0-0000-7000-8000-000000000001';

/** The example draft in the reference. */
export const EXAMPLE_TRANSACTION = {
  transaction: {
    transactionTypeId: EXAMPLE_ID,
    subsidiaryId: EXAMPLE_ID,
    transactionDate: '2026-11-20',
    dueDate: '2026-12-20',
    currencyCode: 'USD',
    status: 'DRAFT',
    memo: 'Consulting in November',
  },
  lines: [
    {
      lineNumber: 1,
      lineType: 'SERVICE',
      description: 'Consulting',
      quantity: '12',
      unitPrice: '540.00',
    },
  ],
};

/** A verb's transaction as an answer. */
export const shownTransaction = (status: number) => showsVersion<DocumentView>(transactionShape, status);

/** The operations of section 4.5, in its order. */
export const transactionRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.transactions.create',
    method: 'POST',
    path: PATH,
    summary: 'Create a business transaction; amounts and the number follow from what is sent',
    params: none,
    query: none,
    body: transactionCreateBody,
    success: { status: 201, schema: transactionShape.schema },
    example: { body: EXAMPLE_TRANSACTION },
    handle: ({ call, body }) => perform(createTransaction, call, body, shownTransaction(201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.list',
    method: 'GET',
    path: PATH,
    summary: 'List business transactions, newest first, a page at a time',
    params: none,
    query: z.object({
      ...pageFields({ limit: 20, max: 100 }),
      subsidiaryId: z.guid().optional(),
      transactionTypeId: z.guid().optional(),
      status: z.enum(TRANSACTION_STATUSES).optional(),
      entityId: z.guid().optional(),
      dateFrom: day.optional(),
      dateTo: day.optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(transactionItemShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listTransactions, call, query);
      const page = envelope(
        rows.map((row) => transactionItemShape.present(row)),
        total,
        query,
      );
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.get',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Get a business transaction with its lines',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: transactionShape.schema },
    handle: ({ call, params }) => perform(getTransaction, call, params, shownTransaction(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.post',
    method: 'POST',
    path: `${PATH}/{id}/post`,
    summary: 'Post an approved transaction to the ledger; postingDate defaults to today',
    params: byId,
    query: none,
    body: z.object({ postingDate: day.nullish(), overrideChecks: z.boolean().nullish() }).default({}),
    success: {
      status: 200,
      schema: postedShape.schema,
    },
    example: { body: { postingDate: '2026-11-20', overrideChecks: false } },
    handle: ({ call, params, body }) =>
      perform(
        postTransaction,
        call,
        {
          id: params.id,
          postingDate: body.postingDate ?? undefined,
          overrideChecks: body.overrideChecks ?? undefined,
        },
        shows(postedShape),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.reverse',
    method: 'POST',
    path: `${PATH}/{id}/reverse`,
    summary: 'Reverse a posted transaction with a mirrored entry; reversalDate defaults to today',
    params: byId,
    query: none,
    body: z.object({
      reversalReason: reasonText,
      reversalDate: day.nullish(),
    }),
    success: {
      status: 200,
      schema: reversedShape.schema,
    },
    example: { body: { reversalReason: 'Billed twice' } },
    handle: ({ call, params, body }) =>
      perform(
        reverseTransaction,
        call,
        { id: params.id, reversalReason: body.reversalReason, reversalDate: body.reversalDate ?? undefined },
        shows(reversedShape),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.approve',
    method: 'POST',
    path: `${PATH}/{id}/approve`,
    summary: 'Approve a draft or submitted transaction for posting',
    params: byId,
    query: none,
    body: z.object({ approvalComment: z.string().max(2000).nullish() }).default({}),
    success: {
      status: 200,
      schema: approvedShape.schema,
    },
    example: { body: { approvalComment: 'Checked against the order' } },
    handle: ({ call, params, body }) =>
      perform(
        approveTransaction,
        call,
        { id: params.id, approvalComment: body.approvalComment },
        shows(approvedShape),
      ),
  }),
];
