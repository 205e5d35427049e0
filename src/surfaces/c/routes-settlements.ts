import { z } from 'zod';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { listApplications } from '@/usecases/transactions/payments/list-applications';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { json, shows } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { doneShape } from './fields/removals';
import { applications, appliedShape, applyBody } from './fields/settlements';
import { EXAMPLE_ID } from './routes-transactions';

const none = z.object({});
const shared = { section: 'decisions.md, PAID, CLOSED, CANCELLED', tag: 'Business transactions' } as const;
const PATH = '/api/v1/gl/transactions';

/** Payments and credits applied to open documents of customers, vendors and employees, which makes documents PAID. */
export const settlementRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.transactions.apply',
    method: 'POST',
    path: `${PATH}/{id}/apply`,
    summary: 'Apply a posted payment or credit to documents of the same customer, vendor or employee',
    params: z.object({ id: z.guid() }),
    query: none,
    body: applyBody,
    success: { status: 200, schema: appliedShape.schema },
    example: { body: { applications: [{ documentId: EXAMPLE_ID, amount: '100.00' }] } },
    handle: ({ call, params, body }) =>
      perform(applyPayment, call, { ...body, paymentId: params.id }, shows(appliedShape)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.transactions.applications',
    method: 'GET',
    path: `${PATH}/{id}/applications`,
    summary: 'What a payment was applied to, or what settled a document, newest first',
    params: z.object({ id: z.guid() }),
    query: none,
    body: null,
    success: { status: 200, schema: applications.schema },
    handle: ({ call, params }) =>
      perform(listApplications, call, { transactionId: params.id }, shows(applications)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.applications.undo',
    method: 'POST',
    path: '/api/v1/gl/applications/{id}/undo',
    summary: 'Unapply: both sides become open by its amount again',
    params: z.object({ id: z.guid() }),
    query: none,
    body: null,
    success: { status: 200, schema: doneShape.schema },
    handle: ({ call, params }) =>
      perform(unapplyPayment, call, { applicationId: params.id }, () =>
        json(200, doneShape.present({ message: 'The application was reversed.' })),
      ),
  }),
];
