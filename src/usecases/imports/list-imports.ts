import { z } from 'zod';
import { listImports } from '@/db/stores/imports';
import { defineUseCase } from '../kit/define';
import { nounsOf, type ShownImport, showImports } from './import-rules';

/**
 * The imports of the nouns the caller may create, newest first, with counts of row results and, for a file of orders, how many of them wait. A caller confined to some
 * subsidiaries sees only their own imports.
 */
export const listAllImports = defineUseCase({
  name: 'imports.list',
  permission: null,
  mode: 'read',
  input: z.object({ page: z.int().min(1).default(1), limit: z.int().min(1).max(200).default(50) }),
  async run({ tenant, principal }, { page, limit }): Promise<{ rows: ShownImport[]; total: number }> {
    const found = await listImports(tenant, {
      nouns: nounsOf(principal),
      skip: (page - 1) * limit,
      take: limit,
    });
    return { rows: await showImports(tenant, found.rows), total: found.total };
  },
});
