import { z } from 'zod';
import { recordStore } from '@/db/record-store';
import { recordStream } from '@/db/record-stream';
import { addressInput, mergedAddress } from '@/usecases/addresses/address';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';
import { lineText } from '@/usecases/kit/fields';

/** The location fields a caller may set. */
export const locationFields = z.object({
  ...codedShape,
  parentId: z.guid().nullish(),
  address: addressInput.nullish(),
  timeZone: lineText.nullish(),
});

export const locationVerbs = codedRecords({
  records: 'locations',
  prefix: 'LOC',
  store: recordStore('Location'),
  stream: recordStream('Location'),
  fields: locationFields,
  tree: { column: 'parent_id', field: 'parentId' },
  prepare: (_context, before, { address, ...input }) => ({
    ...input,
    address: mergedAddress(before?.address ?? null, address),
  }),
});
