import { z } from 'zod';
import type { ImportNoun } from '@/core/imports/import-noun';
import { expectVersion } from '../kit/crud';
import { type Call, type Context, defineUseCase, type UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { applyDocumentPortion, applyRecordPortion } from './apply-portion';
import { getImport } from './get-import';
import { type ShownImport, showImport } from './import-rules';
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
  run: (context, { id }): Promise<ShownImport> => carryOut(context, id, 'RUNNING'),
});

/** Starts and runs all portions, or none of them in a dry run; returns the import in its resulting state. */
export async function carryOut(
  context: Context,
  id: string,
  doing: 'CHECKING' | 'RUNNING',
): Promise<ShownImport> {
  const { dryRun, expectedVersion: _none, ...call } = context;
  const one = await showImport(context, id);
  expectVersion(context, one);
  if (dryRun) return showImport(context, id);
  await runForOutput(startImport, call, { id, doing });
  while (!(await portionOf(one.noun as ImportNoun, call, { id, doing })).isDone);
  return showImport(context, id);
}

interface Portion {
  readonly id: string;
  readonly doing: 'CHECKING' | 'RUNNING';
}

function portionOf(noun: ImportNoun, call: Call, portion: Portion): Promise<{ readonly isDone: boolean }> {
  const verb = IMPORT_VERBS[noun].mode === 'sql' ? applyDocumentPortion : applyRecordPortion;
  return runForOutput(verb as UseCase<unknown, { readonly isDone: boolean }>, call, portion);
}

/** One portion of a check or run that has begun, for the job that goes on with it, and how far it is then. */
export async function stepOfImport(
  call: Call,
  id: string,
  doing: 'CHECKING' | 'RUNNING',
): Promise<{ readonly isDone: boolean; readonly done: number; readonly total: number }> {
  const { noun } = await runForOutput(getImport, call, { id });
  const { isDone } = await portionOf(noun as ImportNoun, call, { id, doing });
  const { total, left } = (await runForOutput(getImport, call, { id })).counts;
  return { isDone, done: total - left, total };
}
