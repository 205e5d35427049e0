import { z } from 'zod';
import { CONTRACT_STATUSES } from '@/core/revenue/vocabulary';
import { type ContractRow, pageContracts } from '@/db/revenue/contracts/contracts';
import { defineUseCase } from '../../kit/define';
import { anId, day } from '../../kit/fields';
import { shownContract } from './contract-record';

/** A page of contracts in the caller's reach, newest first. */
export const listContracts = defineUseCase({
  name: 'revenue.contracts.list',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(20),
    customerId: anId.optional(),
    subsidiaryId: anId.optional(),
    status: z.enum(CONTRACT_STATUSES).optional(),
    search: z.string().max(200).optional(),
    dateFrom: day.optional(),
    dateTo: day.optional(),
  }),
  async run({ tenant }, query): Promise<{ rows: ContractRow[]; total: number }> {
    const { rows, total } = await pageContracts(tenant, query);
    return {
      total,
      rows: rows.map(shownContract),
    };
  },
});
