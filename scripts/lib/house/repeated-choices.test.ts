import { describe, expect, test } from 'vitest';
import { repeatedChoices } from './repeated-choices';

const TABLE = {
  path: 'src/core/fx/rates.ts',
  text: "export const TYPES = ['SPOT', 'CLOSING', 'AVERAGE'] as const;\n",
};
const placesOf = (...files: { readonly path: string; readonly text: string }[]) =>
  repeatedChoices([TABLE, ...files]).map(({ path, line }) => `${path}:${line}`);

describe('a closed list of words', () => {
  test.each([
    ["const type = z.enum(['SPOT', 'CLOSING', 'AVERAGE']);"],
    ["const type = z.enum([\n  'AVERAGE',\n  'CLOSING',\n  'SPOT',\n]);"],
    ["const TYPES = ['CLOSING', 'SPOT', 'AVERAGE'] as const;"],
  ])('written again as %j is refused, with its line', (text) => {
    expect(placesOf({ path: 'src/usecases/fx/set-rates.ts', text: `\n${text}\n` })).toEqual([
      'src/usecases/fx/set-rates.ts:2',
    ]);
  });

  test.each([
    ['src/usecases/fx/set-rates.ts', 'const type = z.enum(TYPES);'],
    ['src/usecases/fx/set-rates.ts', "const type = z.enum(['SPOT', 'CLOSING']);"],
    ['src/usecases/fx/set-rates.ts', "const type = z.enum(['SPOT', 'CLOSING', 'HISTORICAL']);"],
    ['src/usecases/fx/set-rates.test.ts', "const type = z.enum(['SPOT', 'CLOSING', 'AVERAGE']);"],
    ['src/db/generated/models.ts', "const type = ['SPOT', 'CLOSING', 'AVERAGE'] as const;"],
  ])('in %s, %j is accepted', (path, text) => {
    expect(placesOf({ path, text })).toEqual([]);
  });

  test('of two words may occur in several places', () => {
    const text = "const order = z.enum(['asc', 'desc']);\n";
    expect(
      placesOf({ path: 'src/usecases/a/list-a.ts', text }, { path: 'src/usecases/b/list-b.ts', text }),
    ).toEqual([]);
  });
});
