import { z } from 'zod';
import { locations, streamLocations } from '@/db/stores/locations';
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
  noun: 'location',
  plural: 'locations',
  prefix: 'LOC',
  store: locations,
  stream: streamLocations,
  read: 'org.structure.read',
  write: 'org.structure.write',
  fields: locationFields,
  tree: { table: 'locations', column: 'parent_id', field: 'parentId' },
  prepare: (_context, before, { address, ...input }) => ({
    ...input,
    address: mergedAddress(before?.address ?? null, address),
  }),
});
