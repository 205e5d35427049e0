import type { explainFigure } from '@/usecases/revenue/reports/explain-figure';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { later, type Part, rowsOf, titled } from '../../../kit/shape-parts';

type Explained = OutputOf<typeof explainFigure>;
type Explanation = Explained['data'];

const figureShape = shapeOf<Explanation['figure']>()({
  label: 'text',
  amount: 'decimal',
  currencyCode: 'text',
});
const inputShape = shapeOf<Explanation['inputs'][number]>()({ name: 'text', value: 'text' });
const sourceShape = shapeOf<Explanation['sources'][number]>()({ kind: 'text', id: 'text', note: 'text?' });

/** A figure, how it was computed, and the figures it was computed from, explained in the same way. */
const explanationShape: Part<Explanation> = titled(
  'Explanation',
  shapeOf<Explanation>()({
    figure: figureShape,
    formula: 'text',
    inputs: rowsOf(inputShape),
    sources: rowsOf(sourceShape),
    policyVersion: 'text?',
    children: rowsOf(later(() => explanationShape)),
  }),
);

/** The explanation as data, and as text for a memo. */
export const explainedShape = shapeOf<Explained>()({ data: explanationShape, text: 'text' });
