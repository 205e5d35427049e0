import path from 'node:path';
import type { Breach, SourceFile } from './breach';

const SOURCE = /\.(?:ts|tsx|mjs|cjs|js)$/;
/** Generated code is not ours to untangle. */
const GENERATED = /^src\/db\/generated\//;

/** `import … from 'x'`, `export … from 'x'` and `import 'x'`, for types too; formatted code has them at the beginning of a line. */
const STATEMENT = /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]/gm;
/** A type that is named through its file. What is fetched only when it is wanted, by `import()`, closes no circle. */
const TYPE = /\btypeof import\(['"]([^'"]+)['"]\)/g;

/** What a file's text imports, as it says it. */
function importsOf(text: string): string[] {
  return [STATEMENT, TYPE].flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name));
}

/** The file an import leads to; undefined for packages. */
function resolved(from: string, name: string, known: ReadonlySet<string>): string | undefined {
  let base: string;
  if (name.startsWith('@/')) base = `src/${name.slice(2)}`;
  else if (name.startsWith('.')) base = path.posix.join(path.posix.dirname(from), name);
  else return undefined;
  const places = [base, `${base}.ts`, `${base}.tsx`, `${base}.mjs`, `${base}.js`, `${base}/index.ts`];
  return places.find((place) => known.has(place));
}

/**
 * Files that need each other, each circle once: its files from the first in the alphabet, in the order in which one imports the next.
 * Found in one walk over all imports (Tarjan's strongly connected components).
 */
export function cyclesOf(files: readonly SourceFile[]): string[][] {
  const sources = files.filter((file) => SOURCE.test(file.path) && !GENERATED.test(file.path));
  const known = new Set(sources.map((file) => file.path));
  const next = new Map(
    sources.map(({ path: file, text }) => [
      file,
      [...new Set(importsOf(text).flatMap((name) => resolved(file, name, known) ?? []))],
    ]),
  );
  const places = new Map<string, { readonly own: number; lowest: number }>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const place = { own: places.size, lowest: places.size };
    places.set(file, place);
    open.push(file);
    isOpen.add(file);
    for (const to of next.get(file) ?? []) {
      const seen = places.get(to);
      if (seen === undefined) place.lowest = Math.min(place.lowest, visit(to));
      else if (isOpen.has(to)) place.lowest = Math.min(place.lowest, seen.own);
    }
    if (place.lowest === place.own) {
      const members = open.splice(open.indexOf(file));
      for (const one of members) isOpen.delete(one);
      if (members.length > 1 || next.get(file)?.includes(file) === true) {
        circles.push(shortest(members.sort()[0] ?? file, next, new Set(members)));
      }
    }
    return place.lowest;
  };
  for (const { path: file } of sources) if (!places.has(file)) visit(file);
  return circles.sort(([a = ''], [b = '']) => a.localeCompare(b));
}

/** The shortest way from a file back to itself among the members of its circle. */
function shortest(
  from: string,
  next: ReadonlyMap<string, readonly string[]>,
  members: ReadonlySet<string>,
): string[] {
  const ways: string[][] = [[from]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const to of next.get(way.at(-1) ?? '') ?? []) {
      if (to === from) return way;
      if (!members.has(to) || seen.has(to)) continue;
      seen.add(to);
      ways.push([...way, to]);
    }
  }
  return [from];
}

/** A breach for each circle, at its first file. */
export const cycleBreaches = (files: readonly SourceFile[]): Breach[] =>
  cyclesOf(files).map((circle) => ({
    path: circle[0] ?? '',
    rule: `files that need each other: ${[...circle, circle[0]].join(' → ')}`,
    why: 'Two files that need each other are one file, or a third is missing below them. What is fetched only when it is wanted (import()) closes no circle.',
  }));
