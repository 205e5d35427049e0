import { z } from 'zod';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { readSameReference, type SameReference } from '@/db/reports/documents/same-reference';
import { defineUseCase } from '../../kit/define';
import { anId, lineText } from '../../kit/fields';

/**
 * The documents that carry the counterparty's reference already, for whoever is entering one: the same bill sent twice is
 * seen before it is saved, not when it is posted (DUPLICATE_DOCUMENT).
 */
export const findSameReference = defineUseCase({
  name: 'gl.transaction.sameReference',
  permission: 'gl.transaction.read',
  mode: 'report',
  input: z.object({
    kind: z.enum(TRANSACTION_KINDS),
    entityId: anId,
    referenceNumber: lineText.refine((text) => text.trim() !== '', 'must not be empty'),
    /** The document being edited. */
    exceptId: anId.nullish(),
  }),
  async run({ tenant }, { exceptId, ...asked }): Promise<SameReference[]> {
    return readSameReference(tenant, { ...asked, exceptId: exceptId ?? null });
  },
});
