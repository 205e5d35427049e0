import { z } from 'zod';
import { streamWarehouses, warehouses } from '@/db/stores/structure/warehouses';
import { addressInput, mergedAddress } from '@/usecases/addresses/address';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';

/** The warehouse fields a caller may set. */
export const warehouseFields = z.object({
  ...codedShape,
  locationId: z.guid().nullish(),
  subsidiaryId: z.guid().nullish(),
  address: addressInput.nullish(),
});

export const warehouseVerbs = codedRecords({
  records: 'warehouses',
  prefix: 'WH',
  store: warehouses,
  stream: streamWarehouses,
  fields: warehouseFields,
  prepare: (_context, before, { address, ...input }) => ({
    ...input,
    address: mergedAddress(before?.address ?? null, address),
  }),
});
