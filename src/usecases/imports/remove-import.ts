import { refuse } from '@/core/refusals';
import { lockImport, removeImport } from '@/db/stores/imports';
import { byId, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { permittedNoun } from './import-rules';

/**
 * Deletes an upload. The records created from it stay. Refuses NOT_FOUND, and IN_USE while a check or run is under way.
 */
export const removeStoredImport = defineUseCase({
  name: 'imports.remove',
  permission: null,
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<{ readonly id: string }> {
    const one = (await lockImport(context.tenant, id)) ?? refuseNotFound('import', id);
    permittedNoun(context.principal, one);
    if (['CHECKING', 'RUNNING', 'APPROVING', 'UNDOING'].includes(one.importStatus)) {
      refuse('IN_USE', 'The import is in progress. Wait until it finishes.', {
        noun: 'import',
        id,
        by: 'its own run',
      });
    }
    await removeImport(context.tenant, id);
    context.record({ noun: 'import', recordId: id, before: { noun: one.noun, fileName: one.fileName } });
    return { id };
  },
});
