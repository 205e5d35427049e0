import { contractProblems } from './contract-rows';
import { GROUPED_BY } from './grouped-rows';
import type { ImportField } from './import-field';
import type { ImportNoun } from './import-noun';
import { IMPORTABLE } from './importable';
import { documentProblems } from './journal-rows';
import type { Mapping } from './mapping';
import { openingProblems, totalProblem } from './opening-rows';
import { readCell } from './read-cell';
import type { CellProblem, ReadRow } from './read-row';
import type { DayStyle } from './written-day';

/** A row as it was uploaded, numbered from 1 below the header. */
export interface RawRow {
  readonly rowNumber: number;
  readonly cells: readonly string[];
}

/** The unit that becomes one record or is refused: a row, or the rows of a document. Identified by its first row's number. */
export interface Unit {
  readonly unit: number;
  readonly rows: readonly ReadRow[];
}

/**
 * Reads rows by the mapping: cells as their fields expect, days with slashes by the file's style, the rows of one document together. Each row says everything because
 * of which it cannot become a record: required cells that are empty, numbers that are not numbers, the code of an earlier row, or lines
 * that do not balance.
 */
export function readRows(
  noun: ImportNoun,
  mapping: Mapping,
  rows: readonly RawRow[],
  style?: DayStyle,
): Unit[] {
  const read = rows.map((row) => readRow(noun, mapping, row, style));
  if (GROUPED_BY[noun] !== undefined) return documentsOf(noun, read);
  return withoutTwins(noun, read).map((row) => ({ unit: row.rowNumber, rows: [row] }));
}

function readRow(
  noun: ImportNoun,
  mapping: Mapping,
  { rowNumber, cells }: RawRow,
  style?: DayStyle,
): ReadRow {
  const byName = new Map(IMPORTABLE[noun].fields.map((field) => [field.name, field]));
  const values: Record<string, string> = {};
  const unread: CellProblem[] = [];
  for (const [at, name] of mapping.entries()) {
    const field = name === null ? undefined : byName.get(name);
    const cell = (cells[at] ?? '').trim();
    if (field === undefined || cell === '') continue;
    const result = readCell(field, cell, style);
    if (result.ok) values[field.name] = result.value;
    else unread.push({ field: field.name, message: result.message });
  }
  const total = totalProblem(noun, values);
  if (total !== null) return { rowNumber, values, problems: [total] };
  const ofCells = [...unread, ...emptyProblems(noun, values, unread)];
  // What cells say together is asked once each of them can be read.
  return { rowNumber, values, problems: ofCells.length > 0 ? ofCells : openingProblems(noun, values) };
}

/** A document's own fields are required on only one of its rows; its lines' fields are required on each. */
function emptyProblems(
  noun: ImportNoun,
  values: ReadRow['values'],
  unread: readonly CellProblem[],
): CellProblem[] {
  return IMPORTABLE[noun].fields
    .filter(
      (one) =>
        one.isRequired &&
        values[one.name] === undefined &&
        unread.every(({ field }) => field !== one.name) &&
        (one.ofDocument !== true || one.name === GROUPED_BY[noun]),
    )
    .map(({ name, label }) => ({ field: name, message: `${label} is empty.` }));
}

/** When two rows of a file have the same code, the later one is refused. */
function withoutTwins(noun: ImportNoun, rows: readonly ReadRow[]): ReadRow[] {
  const unique = IMPORTABLE[noun].fields.filter(({ isUnique }) => isUnique);
  const first = new Map<string, number>();
  return rows.map((row) => {
    const problems = [...row.problems];
    for (const field of unique) {
      const value = row.values[field.name];
      if (value === undefined) continue;
      const key = `${field.name} ${value}`;
      const twin = first.get(key);
      if (twin === undefined) first.set(key, row.rowNumber);
      else problems.push({ field: field.name, message: twinMessage(field, value, twin) });
    }
    return { ...row, problems };
  });
}

/**
 * What is wrong with a row whose text an earlier row of the file has too, anywhere in it: what its own cells say, and that it is a twin.
 */
export function twinProblems(
  noun: ImportNoun,
  mapping: Mapping,
  row: RawRow,
  {
    field,
    twin,
    text,
    style,
  }: {
    readonly field: string;
    readonly twin: number;
    readonly text: string;
    readonly style?: DayStyle | undefined;
  },
): CellProblem[] {
  const found = IMPORTABLE[noun].fields.find(({ name }) => name === field);
  if (found === undefined) throw new Error(`${noun} have no field ${field}`);
  return [...readRow(noun, mapping, row, style).problems, { field, message: twinMessage(found, text, twin) }];
}

const twinMessage = ({ label }: ImportField, value: string, twin: number) =>
  `${label}: row ${twin} also has ${value}.`;

/** The rows of each document, wherever they appear; a row that names no document is refused separately. */
function documentsOf(noun: ImportNoun, rows: readonly ReadRow[]): Unit[] {
  const groups = new Map<string, ReadRow[]>();
  for (const row of rows) {
    const key = row.values[GROUPED_BY[noun] ?? ''] ?? ` ${row.rowNumber}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].map((group) => ({
    unit: group[0]?.rowNumber ?? 0,
    rows: noun === 'journals' ? documentProblems(group) : contractProblems(group),
  }));
}
