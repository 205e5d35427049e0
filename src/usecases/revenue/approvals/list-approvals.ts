import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { APPROVAL_STATUSES } from '@/core/revenue/vocabulary';
import { type ApprovalRow, pageApprovals, proposedRuns } from '@/db/revenue/approvals';
import { organizationSettings } from '@/db/stores/organization-settings';
import { defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';

export type ProposedRun = Awaited<ReturnType<typeof proposedRuns>>[number];

/**
 * Contract changes and reclassifications that wait for a second person, the oldest first, or those decided, the latest first; and, where
 * duties are segregated, the runs that are proposed and wait to be posted.
 */
export const listApprovals = defineUseCase({
  name: 'revenue.approvals.list',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    status: z.enum(APPROVAL_STATUSES).default('PENDING'),
    contractId: anId.optional(),
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(50),
  }),
  async run({ tenant }, query): Promise<{ rows: ApprovalRow[]; total: number; runs: ProposedRun[] }> {
    const { rows, total } = await pageApprovals(tenant, query);
    const { enforceSegregation } = await organizationSettings(tenant);
    const isQueue = enforceSegregation && query.status === 'PENDING' && query.contractId === undefined;
    return {
      rows: rows.map((row) => ({
        ...row,
        baseAmount: toAmountString(dec(row.baseAmount), row.baseCurrencyCode),
      })),
      total,
      runs: isQueue ? await proposedRuns(tenant) : [],
    };
  },
});
