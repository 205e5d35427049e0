import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';

const page = fs.readFileSync('docs/house.md', 'utf8');
const tree = /```\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && fs.existsSync(file));
const folders = new Set(
  files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index))),
);
/** Files as the page names them, without their endings: `post-transaction.ts` as `post-transaction`. */
const stems = files.map((file) => file.replace(/\.[^/]*$/, ''));

/** The folders directly in one. */
const within = (folder: string) =>
  [...folders].flatMap((one) => {
    const name = one.slice(folder.length + 1);
    return one.startsWith(`${folder}/`) && !name.includes('/') ? [name] : [];
  });

/** The folders named in the tree, each by its full path: two spaces of indentation are one level. */
function foldersOfTree(): string[] {
  const open: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', words] = /^( {0,4})((?:[a-z][a-z0-9-]*\/ ?)+)/.exec(line) ?? [];
    if (words === undefined) return [];
    const names = words.split(/\/ ?/).filter((name) => name !== '');
    const depth = indent.length / 2;
    open.splice(depth, open.length, names[0] ?? '');
    return names.map((name) => [...open.slice(0, depth), name].join('/'));
  });
}

describe('the page of the architecture describes what exists', () => {
  test('every folder of its tree exists', () => {
    const named = foldersOfTree();
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((folder) => !folders.has(folder))).toEqual([]);
  });

  test.each(['src', 'src/core', 'src/surfaces', 'e2e'])('every folder of %s is in its tree', (folder) => {
    const named = new Set(foldersOfTree());
    expect(within(folder).filter((name) => !named.has(`${folder}/${name}`))).toEqual([]);
  });

  test('every file and folder it names in its text exists', () => {
    const named = [...page.replace(tree, '').matchAll(/`([a-z0-9_.-]+(?:\/[a-z0-9_.-]+)+)\/?`/g)].map(
      ([, place = '']) => place,
    );
    expect(named.length).toBeGreaterThan(20);
    const known = [...files, ...stems, ...folders];
    expect(named.filter((place) => !known.some((one) => one === place || one.endsWith(`/${place}`)))).toEqual(
      [],
    );
  });
});
