import { z } from 'zod';
import { APPROVAL_STATUSES } from '@/core/revenue/vocabulary';
import { runForOutput } from '@/usecases/kit/run';
import { approveRequest, rejectRequest } from '@/usecases/revenue/approvals/approve-request';
import { listApprovals } from '@/usecases/revenue/approvals/list-approvals';
import { requestApproval, requestFields } from '@/usecases/revenue/approvals/request-approval';
import { json, shows } from '../kit/answer';
import { envelope, envelopeSchema, pageFields, pageLinks } from '../kit/paging';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { named, rowsOf } from '../kit/shape-parts';
import { approvalShape } from './fields/revenue/approvals';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Revenue, approvals', tag: 'Revenue approvals' } as const;
const PATH = '/api/v1/revenue/approvals';

const one = named('approval', approvalShape);

/** Changes of contracts, and reclassifications, that need a second person where duties are segregated: requested, approved or sent back. */
export const revenueApprovalRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.revenueApprovals.request',
    method: 'POST',
    path: PATH,
    summary:
      'Prepare a change of a contract, or a reclassification, for a second person: it is checked and measured now, and carried out when someone else approves it',
    params: none,
    query: none,
    body: requestFields,
    success: { status: 201, schema: one.schema },
    example: {
      body: {
        verb: 'revenue.contracts.terminate',
        input: {
          id: '0197f0e0-0000-7000-8000-000000000001',
          effectiveDate: '2027-03-31',
          reason: 'Customer closed the site',
        },
        reason: 'Agreed by email of 12 March',
      },
    },
    handle: ({ call, body }) => perform(requestApproval, call, body, shows(one, 201)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueApprovals.list',
    method: 'GET',
    path: PATH,
    summary:
      'List the changes that are waiting for a second person, oldest first; with status, those decided',
    params: none,
    query: z.object({
      ...pageFields({ limit: 20, max: 100 }),
      status: z.enum(APPROVAL_STATUSES).optional(),
      contractId: z.guid().optional(),
    }),
    body: null,
    success: { status: 200, schema: envelopeSchema(approvalShape.schema) },
    async handle({ call, query, inbound }) {
      const { rows, total } = await runForOutput(listApprovals, call, query);
      const page = envelope(rowsOf(approvalShape).present(rows), total, query);
      return json(200, page, pageLinks(inbound, page));
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueApprovals.approve',
    method: 'POST',
    path: `${PATH}/{id}/approve`,
    summary: 'Approve a change and carry it out; not by the person who requested it',
    params: byId,
    query: none,
    body: z.object({ comment: z.string().max(2000).nullish() }).optional(),
    success: { status: 200, schema: one.schema },
    handle: ({ call, params, body }) => perform(approveRequest, call, { ...body, ...params }, shows(one)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueApprovals.reject',
    method: 'POST',
    path: `${PATH}/{id}/reject`,
    summary: 'Send a change back to the person who prepared it',
    params: byId,
    query: none,
    body: z.object({ comment: z.string().max(2000) }),
    success: { status: 200, schema: one.schema },
    example: { body: { comment: 'The amendment is not signed yet' } },
    handle: ({ call, params, body }) => perform(rejectRequest, call, { ...body, ...params }, shows(one)),
  }),
];
