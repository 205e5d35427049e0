import { z } from 'zod';
import { type JournalVolume, readJournalVolumes } from '@/db/reports/directory';
import { defineUseCase } from '@/usecases/kit/define';

/** What journals move, by id, for lists: a journal's signed total says nothing. Unknown ids are left out. */
export const findJournalVolumes = defineUseCase({
  name: 'directory.journalVolumes',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({ ids: z.array(z.guid()).max(200) }),
  run: ({ tenant }, { ids }): Promise<JournalVolume[]> => readJournalVolumes(tenant, ids),
});
