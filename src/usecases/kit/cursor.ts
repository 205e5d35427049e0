import type { z } from 'zod';
import { refuse } from '@/core/refusals';

/** Where a page of a list ends, as text that is opaque to callers. */
export const cursorOf = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Reads a cursor sent in `field`. Refuses INVALID_INPUT for text that is not a cursor of the list. */
export function readCursor<Place>(place: z.ZodType<Place>, text: string, field: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    const issues = [{ path: [field], message: 'is not a cursor from this list' }];
    refuse('INVALID_INPUT', 'The cursor is not from this list.', { issues });
  }
}
