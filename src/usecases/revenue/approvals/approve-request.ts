import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { type ApprovalRow, decideApproval, findApproval } from '@/db/revenue/approvals';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { anId, reasonText } from '../../kit/fields';
import { parseInput } from '../../kit/run';
import { verbOf } from './approval-verbs';
import { auditedAs, shownApproval } from './request-approval';

/**
 * Approves a request and carries it out, in one transaction: what its verb refuses now leaves the request waiting. The facts stand
 * under the name of the person who prepared them. Of two at once one decides. Refuses NOT_FOUND, INVALID_STATUS_TRANSITION for one that is
 * decided, FORBIDDEN (SELF_APPROVAL) for the person who requested it, by whatever credential, and what the verb refuses.
 */
export const approveRequest = defineUseCase({
  name: 'revenue.approvals.approve',
  permission: 'gl.transaction.approve',
  mode: 'sql',
  input: z.object({ id: anId, comment: z.string().max(2000).nullish() }),
  async run(context, { id, comment }): Promise<ApprovalRow> {
    const request = await lockRequest(context, id);
    if (await isOwnWork(context.tenant, [request.requestedBy], context.principal.actor.id)) {
      refuse('FORBIDDEN', 'Someone else must approve this because you prepared it.', {
        permission: 'gl.transaction.approve',
        reason: 'SELF_APPROVAL',
      });
    }
    const verb = verbOf(request.verb);
    const { expectedVersion: _none, ...rest } = context;
    await verb.run(
      {
        ...rest,
        expectedVersion: undefined,
        second: { kind: 'APPROVED', preparedBy: request.requestedBy },
        record: (change) => context.record({ ...change, action: change.action ?? request.verb }),
      },
      parseInput(verb.input, request.input),
    );
    return decide(context, request, 'APPROVED', comment ?? null);
  },
});

/** Sends a request back to the person who prepared it; nothing of it happens. Refuses NOT_FOUND, INVALID_STATUS_TRANSITION. */
export const rejectRequest = defineUseCase({
  name: 'revenue.approvals.reject',
  permission: 'gl.transaction.approve',
  mode: 'sql',
  input: z.object({ id: anId, comment: reasonText }),
  async run(context, { id, comment }): Promise<ApprovalRow> {
    return decide(context, await lockRequest(context, id), 'SENT_BACK', comment);
  },
});

async function lockRequest(context: Context, id: string): Promise<ApprovalRow> {
  const request = (await findApproval(context.tenant, id, true)) ?? refuseNotFound('request', id);
  if (request.approvalStatus === 'PENDING') return request;
  return refuse('INVALID_STATUS_TRANSITION', 'The request has already been decided.', {
    from: request.approvalStatus,
    to: 'APPROVED',
  });
}

async function decide(
  context: Context,
  request: ApprovalRow,
  status: 'APPROVED' | 'SENT_BACK',
  comment: string | null,
): Promise<ApprovalRow> {
  const { tenant, principal, clock } = context;
  await decideApproval(tenant, request.id, {
    status,
    by: principal.actor.id,
    byName: principal.actor.name,
    at: clock.now(),
    comment,
  });
  context.record({
    ...auditedAs(request),
    before: { approval: request.id, status: request.approvalStatus },
    after: { approval: request.id, status, verb: request.verb, preparedBy: request.requestedByName, comment },
    event: {
      type: status === 'APPROVED' ? 'revenue.approval.approved' : 'revenue.approval.sentBack',
      payload: {
        approvalId: request.id,
        contractId: request.contractId,
        subsidiaryId: request.subsidiaryId,
        verb: request.verb,
      },
    },
  });
  return shownApproval((await findApproval(tenant, request.id)) ?? refuseNotFound('request', request.id));
}
