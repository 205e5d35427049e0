import { z } from 'zod';
import { LISTED_ROW_STATES } from '@/core/imports/import-states';
import { MOST_ROWS } from '@/core/imports/importable';
import { type ImportRowRecord, listImportRows } from '@/db/stores/import-rows';
import { defineUseCase } from '../kit/define';
import { reachImport } from './import-rules';

const COUNT_OF = { PENDING: 'pending', READY: 'ready', FAILED: 'failed', IMPORTED: 'imported' } as const;

/** The rows of an import as uploaded, with the result of each; all of them, or those in one state. */
export const listRowsOfImport = defineUseCase({
  name: 'imports.rows',
  permission: null,
  mode: 'read',
  input: z.object({
    id: z.guid(),
    state: z.enum(LISTED_ROW_STATES).optional(),
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(MOST_ROWS).default(50),
  }),
  async run(context, { id, state, page, limit }): Promise<{ rows: ImportRowRecord[]; total: number }> {
    const { counts } = await reachImport(context, id);
    const rows = await listImportRows(context.tenant, id, {
      state: state ?? null,
      skip: (page - 1) * limit,
      take: limit,
    });
    return { rows, total: state === undefined ? counts.total : counts[COUNT_OF[state]] };
  },
});
