import type { ImportNoun } from './import-noun';
import { guessMapping } from './mapping';

/**
 * Which of the first rows of a file names its columns: the first one, unless it names none of the noun's and a later one names two or more,
 * as in a report with the company, the title and the day above its table. Files of orders have no titles, and columns of any name.
 */
export function headerRow(noun: ImportNoun, rows: readonly (readonly string[])[]): number {
  // The line `sep=;` is for spreadsheets.
  const first = rows[0]?.[0]?.startsWith('sep=') === true ? 1 : 0;
  if (noun === 'orders' || known(noun, rows[first]) > 0) return first;
  const found = rows.findIndex((row) => known(noun, row) > 1);
  return Math.max(first, found);
}

const known = (noun: ImportNoun, row: readonly string[] = []) =>
  guessMapping(noun, row).filter((name) => name !== null).length;
