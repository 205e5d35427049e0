import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const rows = readFileSync('docs/judged-and-reported.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [promise = '', title = '', file = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { promise, title, file: file.replaceAll('`', '') };
  });

/** The source's text as its titles read: without the backslashes of a quoted string. */
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\\', '') : '');

describe('docs/judged-and-reported.md', () => {
  test('names for each promise a test whose title stands in its file', () => {
    expect(rows.length).toBeGreaterThan(90);
    const missing = rows.filter(({ title, file }) => title === '' || !textOf(file).includes(title));
    expect(missing).toEqual([]);
  });
});
