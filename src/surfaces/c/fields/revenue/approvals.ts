import { z } from 'zod';
import { APPROVAL_STATUSES } from '@/core/revenue/vocabulary';
import type { approveRequest } from '@/usecases/revenue/approvals/approve-request';
import { type OutputOf, shapeOf } from '../../../kit/shape';

type Approval = OutputOf<typeof approveRequest>;

export const approvalShape = shapeOf<Approval>()({
  id: 'id',
  contractId: 'id?',
  contractNumber: 'text?',
  contractName: 'text?',
  subsidiaryId: 'id',
  subsidiaryName: 'text',
  verb: 'text',
  input: 'stored',
  baseCurrencyCode: 'text',
  baseAmount: 'decimal',
  approvalStatus: z.enum(APPROVAL_STATUSES),
  reason: 'text?',
  requestedBy: 'id?',
  requestedByName: 'text?',
  requestedAt: 'moment',
  decidedByName: 'text?',
  decidedAt: 'moment?',
  comment: 'text?',
  version: 'count',
});
