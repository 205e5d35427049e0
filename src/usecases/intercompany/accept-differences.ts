import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { readPairs } from '@/db/reports/intercompany/pairs';
import { acceptPairDifferences } from '@/db/stores/structure/intercompany';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, reasonText } from '../kit/fields';
import { type PairView, pairView } from './list-pairs';

/**
 * Accepts what a document and its mirror disagree in now, with the reason, so that periods can close. What they come to disagree in
 * later is asked again. Refuses NOT_FOUND, also for a pair of which the caller sees one side alone, and INVALID_INPUT where the two agree.
 */
export const acceptDifferences = defineUseCase({
  name: 'intercompany.accept',
  permission: 'gl.period.close',
  mode: 'sql',
  input: z.object({ id: anId, reason: reasonText }),
  async run(context, { id, reason }): Promise<PairView> {
    const { tenant, principal } = context;
    const read = async () => (await readPairs(tenant, { id, limit: 1 }))[0];
    const before = await read();
    if (before === undefined || before.source === null || (before.hasMirror && before.mirror === null)) {
      refuseNotFound('intercompany pair', id);
    }
    const { differences } = before;
    if (differences.length === 0) {
      const message = 'has nothing to accept: the two agree';
      refuse('INVALID_INPUT', `The pair ${message}.`, { issues: [{ path: ['id'], message }] });
    }
    await acceptPairDifferences(tenant, id, { differences, reason, acceptedBy: principal.actor.id });
    context.record({
      noun: 'transaction',
      recordId: before.source.id,
      before: { pairId: id, accepted: before.acceptedDifferences },
      after: { pairId: id, accepted: differences, reason },
    });
    return pairView((await read()) ?? before);
  },
});
