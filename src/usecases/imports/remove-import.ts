import { refuse } from '@/core/refusals';
import { importedRecords } from '@/db/stores/import-rows';
import { lockImport, removeImport } from '@/db/stores/imports';
import { byId, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandAtRest, permittedNoun } from './import-rules';

/**
 * Deletes an upload. The records created from it stay. Refuses NOT_FOUND, and IN_USE while a check or run is under way (one that
 * failed or was canceled is not), and for a file that orders were taken in from: they say which of its rows reported what.
 */
export const removeStoredImport = defineUseCase({
  name: 'imports.remove',
  permission: null,
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<{ readonly id: string }> {
    const one = (await lockImport(context.tenant, id)) ?? refuseNotFound('import', id);
    permittedNoun(context.principal, one);
    await demandAtRest(context.tenant, one, ['CHECKING', 'RUNNING', 'APPROVING', 'UNDOING']);
    if (one.sourceId !== null && (await importedRecords(context.tenant, id)).length > 0) {
      refuse('IN_USE', 'Orders were read from this file and refer to its rows.', {
        noun: 'import',
        id,
        by: 'its orders',
      });
    }
    await removeImport(context.tenant, id);
    context.record({ noun: 'import', recordId: id, before: { noun: one.noun, fileName: one.fileName } });
    return { id };
  },
});
