import { z } from 'zod';
import { type BatchItem, defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';
import {
  type ApprovedDocument,
  approveDocuments,
  approveInOneStatement,
  approveTogether,
} from './approve-documents';
import type { AskedApproval } from './check-approvals';

const approvalInput = z.object({
  id: anId,
  approvalComment: z.string().max(2000).nullish(),
  demandPostable: z.boolean().default(false),
});

/**
 * Approves a DRAFT or PENDING_APPROVAL document; a DRAFT is submitted and approved in one step, two audit rows
 * (decisions.md, "approve"). The entry it will make is worked out again, so what is approved is what is posted. Calls that arrive together
 * are approved together; each gets its own answer.
 * What can never be posted as it stands is refused on the screens, and where `demandPostable`: an entry that does not balance,
 * accounts that are missing or take no postings, dimensions that are required. The interface knows these refusals of posting only
 * (decisions.md, TRANSACTION_NOT_BALANCED); there the answer names an entry that does not balance. A closed period does not
 * count, since the posting date is chosen later.
 * Refuses INVALID_STATUS_TRANSITION, FORBIDDEN (four eyes), INCOMPLETE_DOCUMENT, NOT_BALANCED, ACCOUNT_UNRESOLVED,
 * ACCOUNT_NOT_POSTABLE.
 */
export const approveTransaction = defineUseCase({
  name: 'gl.transaction.approve',
  permission: 'gl.transaction.approve',
  mode: 'sql',
  input: approvalInput,
  async run(context, { id, ...how }): Promise<ApprovedDocument> {
    const { expectedVersion } = context;
    const [approved] = await approveDocuments(context, [{ id, expectedVersion }], how);
    if (approved === undefined) throw new Error('an approval lost its answer');
    if (!approved.ok) throw approved.error;
    for (const change of approved.changes) context.record(change);
    return approved.output;
  },
  runTogether: (tenant, items) => approveTogether(tenant, items.map(askedOf)),
  runInOneStatement: (tenant, items) => approveInOneStatement(tenant, items.map(askedOf)),
});

const askedOf = ({
  input: { id, approvalComment = null, demandPostable },
  call,
}: BatchItem<z.output<typeof approvalInput>>): AskedApproval => ({
  id,
  approvalComment,
  demandPostable,
  call,
});
