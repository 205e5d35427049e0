import { z } from 'zod';
import { type DocumentPeople, readDocumentPeople } from '@/db/reports/record-names';
import { defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';

/** Who prepared, submitted, approved and posted these documents, by name. Whoever may read a document may know. */
export const findDocumentPeople = defineUseCase({
  name: 'gl.transaction.people',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({ ids: z.array(anId).max(200) }),
  run: ({ tenant }, { ids }): Promise<DocumentPeople[]> => readDocumentPeople(tenant, ids),
});
