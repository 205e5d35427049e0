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
 * Imports every row that is not imported yet, one portion per transaction. If it is interrupted or started twice at
 * once, it continues where it stopped and creates no record twice; run again after completion, it retries the failures.
 * Refuses what starting refuses; the reason a row was refused is stored with the row.
 */
export const runImport = defineUseCase({
  name: 'imports.run',
  permission: null,
  mode: 'steps',
  input: z.object({ id: z.guid() }),
  run: (context, { id }): Promise<CountedImport> => carryOut(context, id, 'RUNNING'),
});

/** Starts and runs all portions, or none of them in a dry run; returns the import in its resulting state. */
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
