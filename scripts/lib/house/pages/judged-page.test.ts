import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The pages whose tables have promise, title of a test (for a bench, its bar) and file, and how many rows each has at least. */
const PAGES = [
  ['docs/judged-and-reported.md', 90],
  ['docs/readable.md', 45],
  ['docs/true-in-any-order.md', 140],
  ['docs/guarded.md', 160],
] as const;

const rowsOf = (page: string) =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => {
      const [promise = '', title = '', file = ''] = line
        .split(/(?<!\\)\|/)
        .slice(1)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      return { promise, title, file: file.replaceAll('`', '') };
    });

/** The source text with its titles as they read, without the backslashes of quoted strings. */
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\\', '') : '');

describe.each(PAGES)('%s', (page, least) => {
  test('names for each promise a test whose title is in its file', () => {
    const rows = rowsOf(page);
    expect(rows.length).toBeGreaterThan(least);
    const missing = rows.filter(({ title, file }) => title === '' || !textOf(file).includes(title));
    expect(missing).toEqual([]);
  });
});
