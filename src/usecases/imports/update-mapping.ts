import { z } from 'zod';
import { IMPORTABLE } from '@/core/imports/importable';
import { rememberedMapping } from '@/core/orders/read-order';
import { refuse } from '@/core/refusals';
import { type CountedImport, findImport, lockImport, remapImport } from '@/db/stores/imports';
import { rememberMapping } from '@/db/stores/order-sources';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { mappingInput } from './import-input';
import { permittedNoun } from './import-rules';

/**
 * Replaces the column mapping; an incomplete mapping is stored too. Results of rows that are not imported are cleared.
 * Refuses INVALID_INPUT for an unknown field, INVALID_STATUS_TRANSITION while a check or a run is under way.
 */
export const updateMapping = defineUseCase({
  name: 'imports.map',
  permission: null,
  mode: 'sql',
  input: z.object({ id: z.guid(), mapping: mappingInput }),
  async run(context, { id, mapping }): Promise<CountedImport> {
    const { tenant } = context;
    const before = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
    const noun = permittedNoun(context.principal, before);
    if (before.importStatus === 'CHECKING' || before.importStatus === 'RUNNING') {
      refuse('INVALID_STATUS_TRANSITION', 'The import is in progress. Wait until it finishes.', {
        from: before.importStatus,
        to: 'UPLOADED',
      });
    }
    const known = new Set(IMPORTABLE[noun].fields.map(({ name }) => name));
    const wrong = mapping.findIndex((name) => name !== null && !known.has(name));
    if (wrong >= 0 || mapping.length !== before.columns.length) {
      const message = wrong >= 0 ? 'is not a field of these records' : 'must have an entry for every column';
      refuse('INVALID_INPUT', `mapping: ${message}`, {
        issues: [{ path: wrong >= 0 ? ['mapping', String(wrong)] : ['mapping'], message }],
      });
    }
    await remapImport(tenant, id, mapping);
    // The next file of the source is read the same way.
    if (before.sourceId !== null)
      await rememberMapping(tenant, before.sourceId, rememberedMapping(before.columns, mapping));
    context.record({
      noun: 'import',
      recordId: id,
      before: { mapping: before.mapping },
      after: { mapping },
    });
    return (await findImport(tenant, id)) ?? refuseNotFound('import', id);
  },
});
