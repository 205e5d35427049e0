import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** SHA-1 in hex: what the published lists name passwords by. Nothing is kept or signed with it. */
const HASH = 40;
/** A line of a list: a hash, perhaps a colon and how often it was seen. */
const LONGEST_LINE = 80;
/** The length that is read as a whole at the end of the search. */
const BLOCK = 4_096;

/**
 * Whether a password is in the operator's list of breached passwords (DAYBOOK_BREACHED_PASSWORDS), without asking another service. The
 * list is a file of SHA-1 hashes in order, one per line, as they are published with hundreds of millions; some twenty places of it are
 * read. False without a list. Throws when it cannot be read, so that no password is accepted unchecked.
 */
export async function isBreached(password: string): Promise<boolean> {
  const name = process.env.DAYBOOK_BREACHED_PASSWORDS;
  if (name === undefined || name === '') return false;
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const file = await open(name);
  try {
    return await contains(file, wanted);
  } finally {
    await file.close();
  }
}

/** Why a file is not such a list, as the end of a sentence; null when it looks like one. */
export async function breachedListProblem(name: string): Promise<string | null> {
  const file = await open(name).catch(() => null);
  if (file === null) return 'cannot be read';
  try {
    const start = await textAt(file, 0, LONGEST_LINE);
    return new RegExp(`^[0-9A-Fa-f]{${HASH}}(:\\d+)?\\r?\\n`).test(start)
      ? null
      : 'is not a list of SHA-1 hashes, one per line';
  } finally {
    await file.close();
  }
}

/** A line with the wanted hash begins at `from` or after it, and before `to`, if there is one. */
async function contains(file: FileHandle, wanted: string): Promise<boolean> {
  let from = 0;
  let to = (await file.stat()).size;
  while (to - from > BLOCK) {
    const middle = Math.floor((from + to) / 2);
    const text = await textAt(file, middle, LONGEST_LINE + HASH);
    const line = text.indexOf('\n') + 1;
    if (line === 0 || line > LONGEST_LINE)
      throw new Error('DAYBOOK_BREACHED_PASSWORDS is not a list of hashes');
    const hash = text.slice(line, line + HASH).toUpperCase();
    if (hash === wanted) return true;
    if (hash < wanted) from = middle + line;
    else to = middle + line;
  }
  const rest = await textAt(file, from, to - from + LONGEST_LINE);
  return rest.split('\n').some((line) => line.slice(0, HASH).toUpperCase() === wanted);
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}
