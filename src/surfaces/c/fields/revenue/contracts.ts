import { z } from 'zod';
import { CONTRACT_STATUSES } from '@/core/revenue/vocabulary';
import type { createContract } from '@/usecases/revenue/contracts/create-contract';
import { type OutputOf, shapeOf } from '../../../kit/shape';

type Contract = OutputOf<typeof createContract>;

export const contractShape = shapeOf<Contract>()({
  id: 'id',
  contractNumber: 'text',
  name: 'text?',
  customerId: 'id?',
  subsidiaryId: 'id',
  currencyCode: 'text',
  contractDate: 'day',
  startDate: 'day?',
  endDate: 'day?',
  transactionPrice: 'decimal',
  contractStatus: z.enum(CONTRACT_STATUSES),
  subscriptionId: 'id?',
  policyId: 'id?',
  terms: 'stored',
  criteria: 'stored',
  allocation: 'stored',
  combinedIntoId: 'id?',
  separatedFromId: 'id?',
  separatedById: 'id?',
  preparedBy: 'ids',
  notes: 'text?',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});
