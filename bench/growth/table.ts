import fs from 'node:fs';
import path from 'node:path';
import type { Measured } from './measure';

/** What a run measured at one size. */
export interface Result {
  readonly size: string;
  readonly lines: number;
  readonly documents: number;
  readonly databaseMb: number;
  readonly measuredAt: string;
  readonly operations: readonly Measured[];
  /** Operations for which these books have no record. */
  readonly unanswered: readonly string[];
}

/** The longest time a person should wait, and the most that history may add. */
const LIMIT_MS = 200;
const GROWTH = 1.5;
/** Below this difference a ratio means nothing: a shared machine varies by as much. */
const NOISE_MS = 5;
const HELD_MS = 50;
/** An answer larger than this by comparison may take longer. */
const LARGER_ANSWER = 1.25;
const BASE = '280k';

const fileOf = (directory: string, label: string, size: string) =>
  path.join(directory, 'results', label, `${size}.json`);

export function keepResult(directory: string, label: string, result: Result): void {
  const file = fileOf(directory, label, result.size);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
}

/** The kept results of a label, smallest books first. */
export function keptResults(directory: string, label: string): Result[] {
  const folder = path.join(directory, 'results', label);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Result)
    .sort((one, other) => one.lines - other.lines);
}

/** What is wrong with an operation at a size, next to the same at 280,000 lines; empty where every bar is reached. */
export function missed(one: Measured, base: Measured | undefined): string[] {
  const found: string[] = [];
  if (one.status !== 200) found.push(one.status === 0 ? 'no answer in a minute' : `answers ${one.status}`);
  const larger = base !== undefined && one.bytes > base.bytes * LARGER_ANSWER;
  if (one.p95Ms > LIMIT_MS && !larger) found.push(`${Math.round(one.p95Ms)} ms`);
  if (
    base !== undefined &&
    !larger &&
    one.medianMs > base.medianMs * GROWTH &&
    one.medianMs - base.medianMs > NOISE_MS
  )
    found.push(`${(one.medianMs / base.medianMs).toFixed(1)} times ${BASE}`);
  if (one.heldMs > HELD_MS) found.push(`event loop blocked ${Math.round(one.heldMs)} ms`);
  return found;
}

/**
 * The table of sizes by operations in Markdown: those that miss a bar, and the slowest of the rest. `full` shows every one.
 * Returns the text and how many bars are missed.
 */
export function growthTable(results: readonly Result[], full: boolean): { text: string; missed: number } {
  const base = results.find(({ size }) => size === BASE);
  const names = [...new Set(results.flatMap(({ operations }) => operations.map(keyOf)))];
  const of = (result: Result | undefined, name: string) =>
    result?.operations.find((one) => keyOf(one) === name);
  const rows = names.map((name) => {
    const cells = results.map((result) => of(result, name));
    const faults = results.map((result, n) => {
      const one = cells[n];
      return one === undefined
        ? []
        : missed(one, result.lines > (base?.lines ?? 0) ? of(base, name) : undefined);
    });
    return { name, cells, faults: faults.at(-1) ?? [], any: faults.flat().length > 0 };
  });
  const slowest = (row: (typeof rows)[number]) => Math.max(...row.cells.map((one) => one?.medianMs ?? 0));
  const shown = rows.filter((row) => full || row.any || slowest(row) > LIMIT_MS / 4);
  shown.sort((one, other) => slowest(other) - slowest(one));
  const figure = (ms: number) => (ms >= 100 ? Math.round(ms).toLocaleString('en-US') : ms.toFixed(1));
  const cell = (one: Measured | undefined) =>
    one === undefined
      ? '—'
      : one.status === 200
        ? `${figure(one.medianMs)} / ${figure(one.p95Ms)}`
        : `**${one.status}** ${figure(one.medianMs)}`;
  const last = (row: (typeof rows)[number]) => row.cells.findLast((one) => one !== undefined);
  const lines = [
    `| operation | ${results.map(({ size }) => size).join(' | ')} | rows | pages | loop | MB | missed |`,
    `|---|${results.map(() => '---:').join('|')}|---:|---:|---:|---:|---|`,
    ...shown.map((row) => {
      const one = last(row);
      return `| ${row.name} | ${row.cells.map(cell).join(' | ')} | ${one?.rows ?? ''} | ${one?.buffers ?? ''} | ${one === undefined ? '' : Math.round(one.heldMs)} | ${one === undefined ? '' : Math.round(one.memoryMb)} | ${row.faults.join('; ')} |`;
    }),
  ];
  const count = rows.filter(({ any }) => any).length;
  return {
    text: [
      ...lines,
      '',
      ...losses(base, results.at(-1)),
      '',
      `Each cell: median / 95th percentile in milliseconds. Rows to Node, pages of 8 kB read, longest blocking of the event loop (ms) and memory at the largest size. ` +
        `${names.length} operations, ${shown.length} shown, ${count} miss a bar (${LIMIT_MS} ms, ${GROWTH} × ${BASE} unless the answer is larger, ${HELD_MS} ms of event loop).`,
    ].join('\n'),
    missed: count,
  };
}

/**
 * What growth costs, by what is read: the operations that take more than 1.5 times what they take at 280,000 lines with as large an answer, those of one name with
 * different filters together, the largest loss first. What is lost is what an operation takes beyond 1.5 times.
 */
function losses(base: Result | undefined, largest: Result | undefined): string[] {
  if (base === undefined || largest === undefined || largest.lines <= base.lines) return [];
  const before = new Map(base.operations.map((one) => [keyOf(one), one]));
  const grown = largest.operations.flatMap((one) => {
    const small = before.get(keyOf(one));
    if (small === undefined || one.bytes > small.bytes * LARGER_ANSWER) return [];
    const lost = one.medianMs - small.medianMs * GROWTH;
    return lost > 0 ? [{ reader: keyOf(one).replace(/, .*/, ''), lost, small, one }] : [];
  });
  const groups = [...new Set(grown.map(({ reader }) => reader))].map((reader) => {
    const all = grown.filter((one) => one.reader === reader).sort((a, b) => b.lost - a.lost);
    return { reader, all, lost: all.reduce((sum, { lost }) => sum + lost, 0) };
  });
  groups.sort((a, b) => b.lost - a.lost);
  return [
    `| grows, by what is read | operations | lost ms | the worst | ${BASE} | ${largest.size} | pages |`,
    '|---|---:|---:|---|---:|---:|---:|',
    ...groups.flatMap(({ reader, all, lost }) =>
      all
        .slice(0, 1)
        .map(
          ({ small, one }) =>
            `| ${reader} | ${all.length} | ${lost.toFixed(1)} | ${one.name} | ${small.medianMs.toFixed(1)} | ${one.medianMs.toFixed(1)} | ${small.buffers}, ${one.buffers} |`,
        ),
    ),
  ];
}

const keyOf = ({ kind, name }: Measured) => `${kind} ${name}`;
