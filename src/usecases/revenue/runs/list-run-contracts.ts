import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { type ContractOfRun, pageContractsOfRun } from '@/db/revenue/runs/reversals';
import { findRun } from '@/db/revenue/runs/runs';
import { anId } from '@/usecases/kit/fields';
import { refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';

/** A page of the contracts of which a run posted revenue, by number, with what a reversal would reverse. Refuses NOT_FOUND. */
export const listRunContracts = defineUseCase({
  name: 'revenue.runs.contracts',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    id: anId,
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(20),
  }),
  async run({ tenant }, { id, ...page }): Promise<{ rows: ContractOfRun[]; total: number }> {
    if ((await findRun(tenant, id)) === null) refuseNotFound('run', id);
    const { rows, total } = await pageContractsOfRun(tenant, id, page);
    const money = ({ amount, currencyCode }: ContractOfRun) => toAmountString(dec(amount), currencyCode);
    return { rows: rows.map((row) => ({ ...row, amount: money(row) })), total };
  },
});
