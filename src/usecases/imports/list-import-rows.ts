import { z } from 'zod';
import { MOST_ROWS } from '@/core/imports/importable';
import { type ImportRowRecord, listImportRows } from '@/db/stores/import-rows';
import { defineUseCase } from '../kit/define';
import { reachImport } from './import-rules';

/** The rows of an import as uploaded, with the result of each; all of them, or those in one state. */
export const listRowsOfImport = defineUseCase({
  name: 'imports.rows',
  permission: null,
  mode: 'read',
  input: z.object({
    id: z.guid(),
    state: z.enum(['PENDING', 'READY', 'FAILED', 'IMPORTED']).optional(),
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(MOST_ROWS).default(50),
  }),
  async run(context, { id, state, page, limit }): Promise<{ rows: ImportRowRecord[]; total: number }> {
    await reachImport(context, id);
    const found = await listImportRows(context.tenant, id, {
      states: state === undefined ? null : [state],
      skip: (page - 1) * limit,
      take: limit,
    });
    return { rows: found.map(({ of: _of, ...row }) => row), total: found[0]?.of ?? 0 };
  },
});
