import { describe, expect, test } from 'vitest';
import { guessMapping, mappingProblem } from '../imports/mapping';
import { readRows } from '../imports/read-rows';
import { CUT_OVER_SHEETS } from './sheets';
import { templateOf } from './template';

describe.each(CUT_OVER_SHEETS.map((sheet) => [sheet.file, sheet] as const))(
  'the template of %s',
  (_file, sheet) => {
    const [columns = [], ...rows] = templateOf(sheet);

    test('has columns that are understood by their names, and an example that can be read', () => {
      const mapping = guessMapping(sheet.noun, columns);
      expect(mapping).not.toContain(null);
      expect(mappingProblem(sheet.noun, mapping)).toBeNull();
      const units = readRows(
        sheet.noun,
        mapping,
        rows.map((cells, at) => ({ rowNumber: at + 1, cells })),
      );
      expect(units.flatMap((unit) => unit.rows.flatMap(({ problem }) => problem ?? []))).toEqual([]);
    });
  },
);

test('every sheet names only records of the sheets before it, or of a new chart', () => {
  expect(CUT_OVER_SHEETS.map(({ noun }) => noun).indexOf('openingBalances')).toBe(CUT_OVER_SHEETS.length - 1);
  expect(new Set(CUT_OVER_SHEETS.map(({ file }) => file)).size).toBe(CUT_OVER_SHEETS.length);
});
