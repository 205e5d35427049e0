import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

interface Row {
  readonly section: string;
  readonly cells: readonly string[];
}

/** The rows of every table on a page, without table heads, with the heading they are under. */
function rowsOf(page: string): Row[] {
  let section = '';
  const rows: Row[] = [];
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('| ') || line.startsWith('| Question |')) continue;
    // A vertical bar inside a cell is written \|.
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    rows.push({ section, cells: cells.map((cell) => cell.trim()) });
  }
  return rows;
}

const proofs = rowsOf(read('docs/decisions/not-shown.md'));
const questions = rowsOf(read('docs/interface/decisions.md'));

describe('docs/decisions/not-shown.md', () => {
  test('answers every question of docs/interface/decisions.md, and no other', () => {
    const name = ({ section, cells }: Row) => `${section}: ${cells[0]}`;
    const asked = new Set(questions.map(name));
    const answered = new Set(proofs.map(name));
    expect(asked.size).toBeGreaterThan(50);
    expect([...asked].filter((question) => !answered.has(question))).toEqual([]);
    // Events and audit is a paragraph there, not a table.
    const extra = [...answered].filter((question) => !asked.has(question));
    expect(extra).toEqual(['Events and audit: Audit', 'Events and audit: Events']);
  });

  test('names an existing test for every decision, by its exact title', () => {
    const unproved = proofs.filter(({ cells }) => {
      const [, file, title] = /^`([^`]+\.test\.ts)` › `([^`]+)`$/.exec(cells[2] ?? '') ?? [];
      if (file === undefined || title === undefined || !existsSync(`${root}${file}`)) return true;
      const source = read(file).replaceAll("\\'", "'");
      return !["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
    });
    expect(unproved.map(({ cells }) => cells.join(' | '))).toEqual([]);
  });
});
