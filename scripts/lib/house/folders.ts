import path from 'node:path';
import type { Breach } from './breach';

/** The largest number of files that a reader takes in at a glance. */
const AT_MOST = 25;

/** Folders that are lists: each file has the same form and its name is the key a reader looks up. With the reason. */
export const LISTS = new Map([
  ['.', 'tools look for their settings in the root'],
  ['src/surfaces/trpc/routers', 'one router a noun, by the name that screens call it'],
  ['prisma/sql/documents', 'one law a file, found by the name of the function it creates'],
  ['prisma/sql/revenue', 'one law a file, found by the name of the function it creates'],
  ['mutants/table', 'the planted bugs of one room of the house a file, named after the room'],
]);

/** Folders with more files than that, not counting tests next to what they test, and listed folders that no longer need the exception. */
export function crowdedFolders(
  files: readonly string[],
  lists: ReadonlyMap<string, string> = LISTS,
): Breach[] {
  const every = new Set(files);
  const counts = new Map<string, number>();
  for (const file of files) {
    if (besideItsSubject(file, every)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const crowded = [...counts]
    .filter(([folder, count]) => count > AT_MOST && !lists.has(folder))
    .map(([folder, count]) => ({
      path: folder,
      rule: `a folder of ${count} files`,
      why: `A folder holds at most ${AT_MOST} files, tests beside what they test not counted. Give those that belong together a room, named by noun.`,
    }));
  const stale = [...lists.keys()]
    .filter((folder) => (counts.get(folder) ?? 0) <= AT_MOST)
    .map((folder) => ({
      path: folder,
      rule: 'a list that needs no exception',
      why: `${folder} holds at most ${AT_MOST} files; take it off the list in scripts/lib/house/folders.ts.`,
    }));
  return [...crowded, ...stale].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether the file is the test of a file of the same name in the same folder. */
function besideItsSubject(file: string, every: ReadonlySet<string>): boolean {
  const [, subject] = /^(.*?)(?:\.(?:db|laws))?\.test\.tsx?$/.exec(file) ?? [];
  return subject !== undefined && ['.ts', '.tsx', '.mjs'].some((ending) => every.has(`${subject}${ending}`));
}
