import { z } from 'zod';
import type { listExamples, loadExample } from '@/usecases/revenue/setup/load-example';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { asStored, rowsOf } from '../../../kit/shape-parts';
import { viewShape } from './contract-view';

type Examples = OutputOf<typeof listExamples>;
type Loaded = OutputOf<typeof loadExample>;

const headingShape = shapeOf<Examples['examples'][number]>()({
  code: 'text',
  title: 'text',
  paragraph: 'text',
});

/** The illustrative examples of 606-10-55 that can be loaded. */
export const examplesShape = shapeOf<Examples>()({ canLoad: 'flag', examples: rowsOf(headingShape) });

/** A next step, with the fact to record or the modification to preview. */
const stepShape = shapeOf<Loaded['next'][number]>()({
  kind: z.enum(['event', 'modification']),
  label: 'text',
  outcome: 'text',
});

export const loadedExampleShape = shapeOf<Loaded>()({
  example: headingShape,
  contract: viewShape,
  next: rowsOf(asStored(stepShape)),
});
