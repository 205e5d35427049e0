import { z } from 'zod';
import { pageRuns, type RunRow } from '@/db/revenue/runs/runs';
import { anId } from '@/usecases/kit/fields';
import { defineUseCase } from '../../kit/define';
import { periodName } from './run-period';

/** A page of runs, newest first. */
export const listRuns = defineUseCase({
  name: 'revenue.runs.list',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(20),
    subsidiaryId: anId.optional(),
    period: periodName.optional(),
  }),
  run: ({ tenant }, query): Promise<{ rows: RunRow[]; total: number }> => pageRuns(tenant, query),
});
