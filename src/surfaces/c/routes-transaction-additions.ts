import { z } from 'zod';
import { day, reasonText } from '@/usecases/kit/fields';
import { listTransactionTypes } from '@/usecases/setup/list-transaction-types';
import { createTransactionBatch } from '@/usecases/transactions/create-batch';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { postTransactionBatch } from '@/usecases/transactions/posting/post-batch';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { json, shows } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import { batchCreateBody, batchPostBody, createdBatch, postedBatch } from './fields/batches';
import { glImpactShape } from './fields/gl-impact';
import { doneShape } from './fields/removals';
import { transactionShape, transactionTypeShape, transactionUpdateBody } from './fields/transactions';
import { EXAMPLE_ID, EXAMPLE_TRANSACTION, shownTransaction } from './routes-transactions';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = {
  section: 'decisions.md, Additions on C',
  tag: 'Business transactions',
  ignoresUnknown: true,
} as const;
const PATH = '/api/v1/gl/transactions';
const transactionTypes = named('data', rowsOf(transactionTypeShape));

/** decisions.md, surface C, "Additions on C". */
export const transactionAdditionRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.transactionTypes.list',
    method: 'GET',
    path: '/api/v1/gl/transaction-types',
    summary: 'List the transaction types and their kinds',
    params: none,
    query: none,
    body: null,
    success: { status: 200, schema: transactionTypes.schema },
    handle: ({ call }) => perform(listTransactionTypes, call, {}, shows(transactionTypes)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.update',
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Change a draft; omitted fields keep their values, lines given replace all lines',
    params: byId,
    query: none,
    body: transactionUpdateBody,
    success: { status: 200, schema: transactionShape.schema },
    example: { body: { transaction: { memo: 'Consulting, first half of November' } } },
    handle: ({ call, params, body }) =>
      perform(updateTransaction, call, { id: params.id, ...body }, shownTransaction(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.remove',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Delete a draft',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) =>
      perform(removeTransaction, call, params, ({ transactionNumber }) =>
        json(200, doneShape.present({ message: `${transactionNumber} was deleted.` })),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.submit',
    method: 'POST',
    path: `${PATH}/{id}/submit`,
    summary: 'Submit a draft for approval',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: transactionShape.schema },
    handle: ({ call, params }) => perform(submitTransaction, call, params, shownTransaction(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.cancel',
    method: 'POST',
    path: `${PATH}/{id}/cancel`,
    summary: 'Cancel a transaction that is not posted yet',
    params: byId,
    query: none,
    body: z.object({ reason: reasonText.nullish() }).default({}),
    success: { status: 200, schema: transactionShape.schema },
    example: { body: { reason: 'The customer withdrew the order' } },
    handle: ({ call, params, body }) =>
      perform(cancelTransaction, call, { id: params.id, reason: body.reason }, shownTransaction(200)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.glImpact',
    method: 'GET',
    path: `${PATH}/{id}/gl-impact`,
    summary: 'The entry a transaction made or would make, and the checks that posting it would trigger',
    params: byId,
    query: z.object({ postingDate: day.optional() }),
    body: null,
    success: { status: 200, schema: glImpactShape.schema },
    handle: ({ call, params, query }) =>
      perform(transactionGlImpact, call, { id: params.id, ...query }, (impact) =>
        json(200, glImpactShape.present(impact)),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.createBatch',
    method: 'POST',
    path: `${PATH}/batch`,
    summary: 'Create up to 1,000 transactions, all or nothing, or each on its own',
    params: none,
    query: none,
    body: batchCreateBody,
    success: { status: 201, schema: createdBatch.schema },
    example: { body: { items: [EXAMPLE_TRANSACTION] } },
    handle: ({ call, body }) =>
      perform(createTransactionBatch, call, body, (results) =>
        json(results.some((result) => result.ok) ? 201 : 200, createdBatch.present(results)),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.postBatch',
    method: 'POST',
    path: `${PATH}/batch/post`,
    summary: 'Post up to 1,000 approved transactions, all or nothing, or each on its own',
    params: none,
    query: none,
    body: batchPostBody,
    success: { status: 200, schema: postedBatch.schema },
    example: { body: { ids: [EXAMPLE_ID] } },
    handle: ({ call, body }) => perform(postTransactionBatch, call, body, shows(postedBatch)),
  }),
];
