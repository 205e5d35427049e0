import { IMPORT_PERMISSIONS, type ImportNoun, isCutOverNoun } from '@/core/imports/import-noun';
import { guessMapping } from '@/core/imports/mapping';
import { refuse } from '@/core/refusals';
import { appendImportRows } from '@/db/stores/import-rows';
import { type CountedImport, findImport, insertImport } from '@/db/stores/imports';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { reachCutOver } from '../cut-over/cut-over-rules';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demand } from '../kit/run';
import { tableInput } from './import-input';
import { arrivingRows, permittedNoun } from './import-rules';

/**
 * Stores an uploaded table; unless given, the meaning of its columns is guessed from their headers. Nothing is added to
 * the books yet. A longer table is sent in parts: `more` says that others follow. Refuses INVALID_INPUT above 5,000 rows, 120 columns or
 * 900,000 characters, FORBIDDEN without the permission of the noun's create verb, NOT_FOUND for an unknown import that it corrects.
 */
export const createImport = defineUseCase({
  name: 'imports.create',
  // The required permission is that of the noun's create verb.
  permission: null,
  mode: 'sql',
  input: tableInput,
  async run(context, input): Promise<CountedImport> {
    const { tenant, principal } = context;
    const { noun, fileName, columns, rows, correctsImportId, cutOverId, posts, more } = input;
    demand(principal, IMPORT_PERMISSIONS[noun]);
    if (noun === 'orders' && correctsImportId === undefined) demandSource();
    const ofCorrected = correctsImportId === undefined ? null : await findImport(tenant, correctsImportId);
    await demandCutOver(tenant, noun, cutOverId ?? ofCorrected?.cutOverId ?? undefined);
    const corrected =
      correctsImportId === undefined
        ? null
        : ((await findImport(tenant, correctsImportId)) ?? refuseNotFound('import', correctsImportId));
    if (corrected !== null && permittedNoun(principal, corrected) !== noun) {
      refuse('INVALID_INPUT', `The import it corrects is an import of ${corrected.noun}.`, {
        issues: [{ path: ['correctsImportId'], message: `is an import of ${corrected.noun}` }],
      });
    }
    const id = newId();
    const mapping = input.mapping ?? inheritedMapping(corrected, columns) ?? guessMapping(noun, columns);
    await insertImport(tenant, {
      id,
      noun,
      fileName,
      columns,
      mapping,
      importStatus: more ? 'ARRIVING' : 'UPLOADED',
      posts,
      correctsImportId: correctsImportId ?? null,
      cutOverId: cutOverId ?? corrected?.cutOverId ?? null,
      sourceId: corrected?.sourceId ?? null,
      createdBy: principal.actor.id,
      createdByName: principal.actor.name,
    });
    await appendImportRows(tenant, id, arrivingRows(noun, mapping, rows, { from: 0, before: null }));
    context.record({ noun: 'import', recordId: id, after: { noun, fileName, columns, rows: rows.length } });
    return (await findImport(tenant, id)) ?? refuseNotFound('import', id);
  },
});

/** Opening figures belong to a cut-over. Refuses INVALID_INPUT, NOT_FOUND. */
async function demandCutOver(tenant: Tenant, noun: ImportNoun, cutOverId: string | undefined): Promise<void> {
  if (cutOverId !== undefined) await reachCutOver(tenant, cutOverId);
  else if (isCutOverNoun(noun)) {
    const message = 'is required: these figures belong to a cut-over';
    refuse('INVALID_INPUT', `cutOverId: ${message}`, { issues: [{ path: ['cutOverId'], message }] });
  }
}

/** Orders and bills come from a source, which says how they are read. */
function demandSource(): never {
  const message = 'belongs to a source: upload the file there (orderSources.upload)';
  refuse('INVALID_INPUT', `noun: ${message}`, { issues: [{ path: ['noun'], message }] });
}

/** Corrected failures use the column mapping of the import they failed in, matched by header. */
function inheritedMapping(corrected: CountedImport | null, columns: readonly string[]) {
  if (corrected === null) return null;
  const taken = new Set<string>();
  const mapping = columns.map((header) => {
    const name = corrected.mapping[corrected.columns.indexOf(header)] ?? null;
    if (name === null || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
  return taken.size === 0 ? null : mapping;
}
