import { z } from 'zod';
import { type JournalVolume, readJournalVolumes } from '@/db/reports/directory';
import { defineUseCase } from '@/usecases/kit/define';

/**
 * The volume of journals by id, for lists, because a journal's signed total is not meaningful. Unknown ids are left
 * out.
 */
export const findJournalVolumes = defineUseCase({
  name: 'directory.journalVolumes',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({ ids: z.array(z.guid()).max(200) }),
  run: ({ tenant }, { ids }): Promise<JournalVolume[]> => readJournalVolumes(tenant, ids),
});
