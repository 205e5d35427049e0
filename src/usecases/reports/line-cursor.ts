import { z } from 'zod';
import type { LinePosition } from '@/db/reports/entries/account-activity';
import { cursorOf, readCursor } from '@/usecases/kit/cursor';
import { day } from '@/usecases/kit/fields';

/** Used as the entry id of a row that is not a line of an entry. */
const NO_ENTRY = '00000000-0000-0000-0000-000000000000';

const position = z.tuple([day, z.guid(), z.number().int().min(0)]);

/** A cursor for the page after this line; opaque to callers. */
export function encodePosition(line: {
  readonly postingDate: string;
  readonly entryId: string | null;
  readonly lineNumber: number;
}): string {
  return cursorOf([line.postingDate, line.entryId ?? NO_ENTRY, line.lineNumber]);
}

/** Reads a cursor; refuses INVALID_INPUT for anything else. */
export function decodePosition(cursor: string): LinePosition {
  const [postingDate, entryId, lineNumber] = readCursor(position, cursor, 'after');
  return { postingDate, entryId, lineNumber };
}
