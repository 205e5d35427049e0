import { z } from 'zod';
import { type MendedSums, mendKeptSums } from '@/db/stores/evidence/mended-sums';
import { defineUseCase } from '@/usecases/kit/define';
import { demandEverywhere } from '@/usecases/kit/reach';

/**
 * Mends the sums and counts that background work keeps of documents, settlements, entries and records: to each that does not come to its rows, the
 * difference is added, while nothing is added to it otherwise. The rows themselves, balances, and sums that postings keep stay as they are: a wrong one of those
 * has to be explained first. Audited where something was wrong, with how much. Refuses FORBIDDEN for a caller confined to some subsidiaries.
 */
export const mendSums = defineUseCase({
  name: 'verify.mend',
  permission: 'gl.setup.write',
  mode: 'sql',
  input: z.object({}),
  async run(context): Promise<MendedSums> {
    demandEverywhere(context.principal, 'gl.setup.write');
    const mended = await mendKeptSums(context.tenant);
    if (Object.values(mended).some((wrong) => wrong !== '0'))
      context.record({ noun: 'kept sums', recordId: null, after: mended });
    return mended;
  },
});
