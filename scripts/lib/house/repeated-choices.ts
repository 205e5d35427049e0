import type { Breach, SourceFile } from './breach';

const READ = /^src\/.*\.tsx?$/;
const LEFT = /^src\/db\/generated\/|^src\/testing\/|\.test\.tsx?$/;

const WORDS = String.raw`\s*((?:'[^'\n]+'\s*,\s*)*'[^'\n]+')\s*,?\s*`;
/** The choices of an input, and the tables such choices follow from. */
const LISTS = new RegExp(
  String.raw`z\s*\.enum\(\[${WORDS}\]|=\s*\[${WORDS}\]\s*as const|:\s*\[${WORDS}\]\s*as const`,
  'g',
);

/** Lists of two words, such as on and off, may coincide by chance. */
const FEWEST = 3;

/** The closed lists of words that occur in more than one place, in whatever order: all but one of them could be forgotten in a change. */
export function repeatedChoices(files: readonly SourceFile[]): Breach[] {
  const places = new Map<string, { readonly path: string; readonly line: number }[]>();
  for (const { path, text } of files) {
    if (!READ.test(path) || LEFT.test(path)) continue;
    for (const list of text.matchAll(LISTS)) {
      const words = [...(list[1] ?? list[2] ?? list[3] ?? '').matchAll(/'([^']+)'/g)].map(([, word]) => word);
      if (words.length < FEWEST) continue;
      const key = words.sort().join(', ');
      const line = text.slice(0, list.index).split('\n').length;
      places.set(key, [...(places.get(key) ?? []), { path, line }]);
    }
  }
  return [...places].flatMap(([words, found]) =>
    found.slice(1).map(({ path, line }) => ({
      path,
      line,
      rule: 'a list of choices written twice',
      why: `${words} also stands in ${found[0]?.path}:${found[0]?.line}. Take it from one table, in core where a screen needs it too.`,
    })),
  );
}
