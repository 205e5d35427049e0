import { z } from 'zod';
import { transactionTypes } from '@/db/stores/documents/transactions';
import { defineUseCase } from '../kit/define';

/** Every transaction type of the organization, by code (decisions.md, "Additions on C"). */
export const listTransactionTypes = defineUseCase({
  name: 'setup.transactionTypes.list',
  permission: 'gl.setup.read',
  mode: 'read',
  input: z.object({}),
  run: ({ tenant }) => transactionTypes.list(tenant, { orderBy: [{ code: 'asc' }] }),
});
