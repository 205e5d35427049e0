import type { Refusal } from '@/core/refusals';
import { shapeOf } from '../../kit/shape';
import type { Part } from '../../kit/shape-parts';
import { type ErrorBody, wordC } from '../errors';

const errorShape = shapeOf<ErrorBody>()({ message: 'text', code: 'text', details: 'custom' });

/** A refusal inside an answer, worded as it would be if it were the answer (7.3). */
export const wordedError: Part<Refusal> = {
  schema: errorShape.schema,
  present: (refusal) => errorShape.present(wordC(refusal).body),
};
