import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const page = readFileSync('docs/change-costs.md', 'utf8');

/** The rows of the table: the change, and the number of files it took before and takes now. */
const ROWS = [...page.matchAll(/^\| (?!change |-)(.+?) +\| +(\d+) \| +(\d+) \|$/gm)].map(
  ([, change = '', before, now]) => ({ change, before: Number(before), now: Number(now) }),
);

/** The sections after the table, in its order, each with its paragraph on the files it takes now. */
const SECTIONS = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n')[0] ?? '',
    now: /^(?:Now|Before and now): ([\s\S]*?)\.(?:\s|$)(?=[A-Z]|\n|$)/m.exec(text)?.[1] ?? '',
  }));

/** `src/x/{a,b}.ts` as the files it stands for. */
const spread = (place: string): string[] => {
  const [, start = '', list, end = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(place) ?? [];
  return list === undefined ? [place] : list.split(',').flatMap((part) => spread(`${start}${part}${end}`));
};

const filesIn = (text: string) =>
  [...text.matchAll(/`((?:src|prisma|e2e)\/[^`]+\.[a-z]+)`/g)].flatMap(([, place = '']) => spread(place));

/** New files, which have no name yet. */
const unnamedIn = (text: string) => [...text.matchAll(/\ba (?:migration|model in)\b/g)].length;

describe('what a change costs', () => {
  test('five changes are counted, each in a separate section', () => {
    expect(ROWS).toHaveLength(5);
    expect(SECTIONS).toHaveLength(5);
  });

  test.each(ROWS.map((row, at) => [row.change, row, SECTIONS[at]] as const))(
    '%s: the count of the table is that of the files named',
    (_, row, section) => {
      const named = section?.now ?? '';
      expect(new Set(filesIn(named)).size + unnamedIn(named)).toBe(row.now);
    },
  );

  test.each(SECTIONS.map((section) => [section.title, section.now] as const))(
    '%s: every file named exists, unless its name is that of the new thing',
    (_, now) => {
      const files = filesIn(now).filter((file) => !/[<>]/.test(file));
      expect(files.length).toBeGreaterThan(0);
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
    },
  );
});
