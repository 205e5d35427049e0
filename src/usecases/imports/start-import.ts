import { z } from 'zod';
import { type ImportNoun, isCutOverNoun } from '@/core/imports/import-noun';
import { IMPORT_WORK } from '@/core/imports/import-states';
import { mappingProblem } from '@/core/imports/mapping';
import { refuse } from '@/core/refusals';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { beginAttempt, findImport, hashContent, type ImportRecord, lockImport } from '@/db/stores/imports';
import { demandNotOpened, reachCutOver } from '../cut-over/cut-over-rules';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { demand } from '../kit/run';
import { needsTwo } from '../revenue/approvals/second-person-rules';
import { demandStatus, permittedNoun } from './import-rules';
import { IMPORT_VERBS } from './import-verbs';

/**
 * Begins a check or a run; its first portion groups the rows into records. One that is already under way, including one whose server
 * crashed, is continued instead. Refuses INVALID_INPUT while a required column is not chosen, INVALID_STATUS_TRANSITION for a check in
 * the middle of a run and while rows are still arriving, FORBIDDEN for entries to be posted without the permission to approve and post, and
 * for the uploader of contracts where four eyes are required.
 */
export const startImport = defineUseCase({
  name: 'imports.start',
  permission: null,
  mode: 'sql',
  input: z.object({ id: z.guid(), doing: z.enum(IMPORT_WORK) }),
  async run(context, { id, doing }): Promise<void> {
    await beginImport(context, id, doing);
  },
});

/** The body of the verb, for the job that goes on with it. Returns the file's name and its rows. */
export async function beginImport(
  context: Context,
  id: string,
  doing: 'CHECKING' | 'RUNNING',
): Promise<{ readonly title: string; readonly total: number }> {
  const { tenant } = context;
  const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
  const noun = permittedNoun(context.principal, one);
  if (one.posts) {
    demand(context.principal, 'gl.transaction.approve');
    demand(context.principal, 'gl.transaction.post');
  }
  if (one.importStatus !== doing) demandStatus(one, ['UPLOADED', 'CHECKING', 'CHECKED', 'DONE'], doing);
  if (doing === 'RUNNING' && IMPORT_VERBS[noun].runApproves === true)
    await demandOtherThanUploader(context, one);
  const problem = mappingProblem(noun, one.mapping);
  if (problem !== null) {
    refuse('INVALID_INPUT', problem, { issues: [{ path: ['mapping'], message: problem }] });
  }
  const action = doing === 'RUNNING' ? 'imports.run' : 'imports.check';
  context.record({ action, noun: 'import', recordId: id, after: { noun, fileName: one.fileName } });
  const { total } = ((await findImport(tenant, id)) ?? refuseNotFound('import', id)).counts;
  const begun = { title: one.fileName, total };
  if (one.importStatus === doing) return begun;
  await demandOnce(context, one);
  await beginAttempt(tenant, id, doing);
  return begun;
}

/**
 * Where every change takes two people, a file whose run approves it is imported by someone else than who uploaded it; above a threshold,
 * each row is judged by its own size. Refuses FORBIDDEN.
 */
async function demandOtherThanUploader(context: Context, { createdBy }: ImportRecord): Promise<void> {
  const { tenant, principal } = context;
  if (!(await needsTwo(context, async () => '0'))) return;
  if (!(await isOwnWork(tenant, [createdBy], principal.actor.id))) return;
  refuse('FORBIDDEN', 'Someone else must import this file because you uploaded it.', {
    permission: 'revenue.write',
    reason: 'SELF_APPROVAL',
  });
}

/** The same file twice into one cut-over changes nothing. Refuses DUPLICATE, naming the file that was imported. */
async function demandOnce({ tenant }: Context, one: ImportRecord): Promise<void> {
  if (one.cutOverId === null || one.importStatus === 'DONE') return;
  const same = await hashContent(tenant, one.id);
  if (same === null) {
    // Only figures of the cut-over rest below its opening entry; customers may follow later.
    if (isCutOverNoun(one.noun as ImportNoun))
      demandNotOpened(await reachCutOver(tenant, one.cutOverId), 'Nothing more can be imported');
    return;
  }
  refuse(
    'DUPLICATE',
    `The same table was already imported${same === '' ? '' : ` as ${same}`}. Nothing was changed.`,
    {
      noun: 'import',
      field: 'rows',
      value: same,
    },
  );
}
