import { z } from 'zod';
import { defineUseCase } from '../kit/define';
import type { ShownImport } from './import-rules';
import { carryOut } from './run-import';

/**
 * Tries every row that is not imported yet and rolls it back: only the results stored with the rows remain. A reference
 * to a record that an earlier row of the file will create counts as found. Refuses what starting refuses.
 */
export const checkImport = defineUseCase({
  name: 'imports.check',
  permission: null,
  mode: 'steps',
  input: z.object({ id: z.guid() }),
  run: (context, { id }): Promise<ShownImport> => carryOut(context, id, 'CHECKING'),
});
