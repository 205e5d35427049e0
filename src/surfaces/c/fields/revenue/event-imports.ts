import { z } from 'zod';
import type { importEvents } from '@/usecases/revenue/events/import-events';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { asStored, orNull, rowsOf } from '../../../kit/shape-parts';

type Imported = OutputOf<typeof importEvents>;

/** Why an event was refused: code and sentence, with the data of that code. */
const refusalShape = shapeOf<NonNullable<Imported['results'][number]['refusal']>>()({
  code: 'text',
  message: 'text',
});

const importedResultShape = shapeOf<Imported['results'][number]>()({
  line: 'count',
  contractId: 'id?',
  eventId: 'id?',
  outcome: z.enum(['RECORDED', 'REPEATED', 'REFUSED']),
  posted: 'flag',
  refusal: orNull(asStored(refusalShape)),
});

export const importedShape = shapeOf<Imported>()({
  results: rowsOf(importedResultShape),
  recorded: 'count',
  repeated: 'count',
  refused: 'count',
});
