import { z } from 'zod';
import { readDocumentChoices } from '@/db/reports/choices/document-choices';
import { defineUseCase } from '@/usecases/kit/define';

/** The choices on document forms: subsidiaries, types, posting accounts, tax codes, dimensions, currencies. */
export const listDocumentChoices = defineUseCase({
  name: 'directory.documentChoices',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({}),
  run: ({ tenant }) => readDocumentChoices(tenant),
});
