import { describe, expect, test } from 'vitest';
import { crowdedFolders } from './folders';

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);
const NO_LISTS = new Map<string, string>();

describe('how many files a folder holds', () => {
  test('25 files are allowed, 26 are refused, by the name of the folder', () => {
    expect(crowdedFolders(files('src/a', 25), NO_LISTS)).toEqual([]);
    expect(crowdedFolders(files('src/a', 26), NO_LISTS)).toMatchObject([
      { path: 'src/a', rule: 'a folder of 26 files' },
    ]);
  });

  test('files of the rooms inside a folder are not counted with the folder', () => {
    expect(crowdedFolders([...files('src/a', 20), ...files('src/a/b', 20)], NO_LISTS)).toEqual([]);
  });

  test('a test next to the file it tests is not counted; a standalone test is', () => {
    const full = files('src/a', 25);
    expect(crowdedFolders([...full, 'src/a/file-1.test.ts', 'src/a/file-2.db.test.ts'], NO_LISTS)).toEqual(
      [],
    );
    expect(crowdedFolders([...full, 'src/a/whole.test.ts'], NO_LISTS)).toHaveLength(1);
  });

  test('a list may be longer; one that is short enough again loses its exception', () => {
    const lists = new Map([['src/a', 'a list by nature']]);
    expect(crowdedFolders(files('src/a', 60), lists)).toEqual([]);
    expect(crowdedFolders(files('src/a', 3), lists)).toMatchObject([
      { path: 'src/a', rule: 'a list that needs no exception' },
    ]);
  });
});
