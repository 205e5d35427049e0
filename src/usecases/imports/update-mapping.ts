import { z } from 'zod';
import { IMPORT_WORK } from '@/core/imports/import-states';
import { IMPORTABLE } from '@/core/imports/importable';
import { DAY_STYLES } from '@/core/imports/written-day';
import { rememberedMapping } from '@/core/orders/read-order';
import { refuse } from '@/core/refusals';
import { lockImport, remapImport, setDayStyle, setPosts } from '@/db/stores/imports';
import { rememberMapping } from '@/db/stores/sales/order-sources';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { mappingInput } from './import-input';
import { demandStatus, hasStopped, permittedNoun, type ShownImport, showImport } from './import-rules';

const UNDER_WAY: readonly string[] = IMPORT_WORK;

/**
 * Replaces the column mapping, and says whether journal entries are posted as well and how days are written; an incomplete mapping is stored too. Results of rows
 * that are not imported are cleared. Refuses INVALID_INPUT for an unknown field, INVALID_STATUS_TRANSITION while a check or a run is under way, which one that failed or was canceled is not.
 */
export const updateMapping = defineUseCase({
  name: 'imports.map',
  permission: null,
  mode: 'sql',
  input: z.object({
    id: z.guid(),
    mapping: mappingInput,
    /** Whether documents are posted as well; omitted: as it was. */
    posts: z.boolean().optional(),
    /** How days with slashes are written; null: as the days themselves tell; omitted: as it was. */
    dayStyle: z.enum(DAY_STYLES).nullable().optional(),
  }),
  async run(context, { id, mapping, posts, dayStyle }): Promise<ShownImport> {
    const { tenant } = context;
    const before = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
    const noun = permittedNoun(context.principal, before);
    if (!(UNDER_WAY.includes(before.importStatus) && (await hasStopped(tenant, before))))
      demandStatus(before, ['UPLOADED', 'CHECKED', 'DONE'], 'UPLOADED');
    const known = new Set(IMPORTABLE[noun].fields.map(({ name }) => name));
    const wrong = mapping.findIndex((name) => name !== null && !known.has(name));
    if (wrong >= 0 || mapping.length !== before.columns.length) {
      const message = wrong >= 0 ? 'is not a field of these records' : 'must have an entry for every column';
      refuse('INVALID_INPUT', `mapping: ${message}`, {
        issues: [{ path: wrong >= 0 ? ['mapping', String(wrong)] : ['mapping'], message }],
      });
    }
    if (posts === true && noun !== 'journals') {
      const message = 'only journal entries are posted';
      refuse('INVALID_INPUT', `posts: ${message}`, { issues: [{ path: ['posts'], message }] });
    }
    await remapImport(tenant, id, mapping);
    // The next file of the source is read the same way.
    if (before.sourceId !== null)
      await rememberMapping(tenant, before.sourceId, rememberedMapping(before.columns, mapping));
    if (posts !== undefined) await setPosts(tenant, id, posts);
    if (dayStyle !== undefined) await setDayStyle(tenant, id, dayStyle);
    context.record({
      noun: 'import',
      recordId: id,
      before: { mapping: before.mapping, posts: before.posts, dayStyle: before.dayStyle },
      after: {
        mapping,
        posts: posts ?? before.posts,
        dayStyle: dayStyle === undefined ? before.dayStyle : dayStyle,
      },
    });
    return showImport(context, id);
  },
});
