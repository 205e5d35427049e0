import { z } from 'zod';
import { JOB_KIND_NAMES } from '@/core/jobs/job-kinds';
import { refuse } from '@/core/refusals';
import { insertJob, jobUnderWay } from '@/db/stores/background-jobs';
import { askForTurn } from '@/db/stores/job-queue';
import { newId } from '@/lib/ids';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { BEGIN } from './job-rules';

/**
 * Starts long-running work on a record: it goes on in the background, as the person who asked, however often servers stop in
 * between. Asked again while it is under way, it returns the same job. Refuses what beginning the work refuses, and
 * FORBIDDEN to callers that are not people, whose rights could not be asked for later.
 */
export const startJob = defineUseCase({
  name: 'jobs.start',
  // The permission is that of the work, which beginning it asks for.
  permission: null,
  mode: 'sql',
  input: z.object({ kind: z.enum(JOB_KIND_NAMES), recordId: anId }),
  async run(context, { kind, recordId }): Promise<{ readonly id: string }> {
    const { tenant, principal } = context;
    const { actor } = principal;
    const { title, total } = await BEGIN[kind](context, recordId);
    if (actor.kind !== 'user' || actor.id === null) {
      refuse('FORBIDDEN', 'Only a person can start background work.', { permission: 'a person' });
    }
    const going = await jobUnderWay(tenant, kind, recordId);
    if (going !== null) return { id: going.id };
    const id = newId();
    await insertJob(tenant, {
      id,
      kind,
      title,
      input: { recordId },
      total,
      createdBy: actor.id,
      createdByName: actor.name,
    });
    await askForTurn(tenant, id);
    context.record({ noun: 'job', recordId: id, after: { kind, title, of: recordId } });
    return { id };
  },
});
