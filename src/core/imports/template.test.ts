import { describe, expect, test } from 'vitest';
import { CUT_OVER_SHEETS } from '../cut-over/sheets';
import { IMPORT_NOUNS } from './import-noun';
import { guessMapping, mappingProblem } from './mapping';
import { readRows } from './read-rows';
import { templateOf } from './template';

// Orders have the columns of the system they come from, and no template.
describe.each(IMPORT_NOUNS.filter((noun) => noun !== 'orders'))('the template of %s', (noun) => {
  const [columns = [], ...rows] = templateOf(noun);

  test('has columns that are understood by their names, and one filled example that can be read', () => {
    const mapping = guessMapping(noun, columns);
    expect(mapping).not.toContain(null);
    expect(mappingProblem(noun, mapping)).toBeNull();
    const units = readRows(
      noun,
      mapping,
      rows.map((cells, at) => ({ rowNumber: at + 1, cells })),
    );
    expect(units).toHaveLength(1);
    expect(units.flatMap((unit) => unit.rows.flatMap(({ problems }) => problems))).toEqual([]);
  });
});

test('every sheet of a cut-over names only records of the sheets before it, or of a new chart', () => {
  expect(CUT_OVER_SHEETS.map(({ noun }) => noun).indexOf('openingBalances')).toBe(CUT_OVER_SHEETS.length - 1);
  expect(new Set(CUT_OVER_SHEETS.map(({ file }) => file)).size).toBe(CUT_OVER_SHEETS.length);
});
