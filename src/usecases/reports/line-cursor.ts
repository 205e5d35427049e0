import { z } from 'zod';
import { refuse } from '@/core/refusals';
import type { LinePosition } from '@/db/reports/entries/account-activity';
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
  const parts = [line.postingDate, line.entryId ?? NO_ENTRY, line.lineNumber];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Reads a cursor; refuses INVALID_INPUT for anything else. */
export function decodePosition(cursor: string): LinePosition {
  try {
    const [postingDate, entryId, lineNumber] = position.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    return { postingDate, entryId, lineNumber };
  } catch {
    const issues = [{ path: ['after'], message: 'is not a cursor from this list' }];
    refuse('INVALID_INPUT', 'The cursor is not from this list.', { issues });
  }
}
