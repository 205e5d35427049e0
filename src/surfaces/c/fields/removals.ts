import { z } from 'zod';
import { shapeOf } from '../../kit/shape';

/** The answer of every DELETE on this surface (4.4), and of what is taken back: a sentence that says what was done. */
export const doneShape = shapeOf<{ readonly message: string }>()({
  success: [z.literal(true), () => true],
  message: 'text',
});
