import { z } from 'zod';
import { type DocumentNames, readDocumentNames } from '@/db/reports/choices/document-choices';
import { defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';

/**
 * The subsidiary, type, accounts, tax codes, dimensions and items that a document names, also those that became inactive since. Whoever may read a
 * document may know them.
 */
export const findDocumentNames = defineUseCase({
  name: 'gl.transaction.names',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({ id: anId }),
  run: ({ tenant }, { id }): Promise<DocumentNames> => readDocumentNames(tenant, id),
});
