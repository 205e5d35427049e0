import { z } from 'zod';
import type { ImportNoun } from '@/core/imports/import-noun';
import type { CountedImport } from '@/db/stores/imports';
import { type Context, defineUseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { applyDocumentPortion, applyRecordPortion } from './apply-portion';
import { reachImport } from './import-rules';
import { IMPORT_VERBS } from './import-verbs';
import { startImport } from './start-import';

/**
 * Imports every row that is not imported yet, portion by portion, each a transaction of its own. Killed anywhere, or asked by two
 * at once, it goes on where it stopped and makes no record twice; asked again when it is done, it tries the failures again.
 * Refuses what starting refuses; what a row's record refuses is written beside the row.
 */
export const runImport = defineUseCase({
  name: 'imports.run',
  permission: null,
  mode: 'steps',
  input: z.object({ id: z.guid() }),
  run: (context, { id }): Promise<CountedImport> => carryOut(context, id, 'RUNNING'),
});

/** Starts and does all portions, or in a dry run none of them; answers the import as it then is. */
export async function carryOut(
  context: Context,
  id: string,
  doing: 'CHECKING' | 'RUNNING',
): Promise<CountedImport> {
  const { dryRun, expectedVersion: _none, ...call } = context;
  const { noun } = await reachImport(context, id);
  if (dryRun) return reachImport(context, id);
  await runForOutput(startImport, call, { id, doing });
  const portion = IMPORT_VERBS[noun as ImportNoun].mode === 'sql' ? applyDocumentPortion : applyRecordPortion;
  for (;;) {
    const { isDone } = await runForOutput<unknown, { isDone: boolean }>(
      portion as Parameters<typeof runForOutput<unknown, { isDone: boolean }>>[0],
      call,
      { id, doing },
    );
    if (isDone) return reachImport(context, id);
  }
}
