import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

const rows = fs
  .readFileSync('docs/adoption.md', 'utf8')
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
const textOf = (file: string) =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replaceAll('\\', '') : '';

describe('docs/adoption.md', () => {
  it('names for each promise a test whose title stands in its file', () => {
    expect(rows.length).toBeGreaterThan(80);
    const missing = rows.filter(({ title, file }) => title === '' || !textOf(file).includes(title));
    expect(missing).toEqual([]);
  });

  it('makes each promise once', () => {
    const promises = rows.map(({ promise }) => promise);
    expect(promises.filter((one, at) => promises.indexOf(one) !== at)).toEqual([]);
  });
});
