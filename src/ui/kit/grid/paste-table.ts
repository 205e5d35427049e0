import { readAmount } from '../input/amount-input';
import { type ComboChoice, choiceNamed, type MoreChoices } from '../input/combo-choice';

/** A column that pasted cells can go to. */
export type PasteColumn = {
  readonly id: string;
  readonly label: string;
  /** Other names under which tables have it. */
  readonly aliases?: readonly string[];
} & (
  | { readonly kind: 'text' | 'amount' }
  | {
      readonly kind: 'choice';
      readonly choices: readonly ComboChoice[];
      readonly more?: MoreChoices | undefined;
    }
);

/** How a pasted table is understood. */
export type Understood = {
  /** The first row names the columns and is not a line. */
  readonly hasHeader: boolean;
  /** The column each cell of a row goes to; null: it could not be placed, and is left out unless someone says where it goes. */
  readonly targets: readonly (string | null)[];
};

/**
 * Understands a pasted table. A first row that names columns is a header, and its columns are found by name alone. Without one, columns
 * go by position from the one that was pasted into, as far as their cells fit it; behind one that does not, no amount is placed, since
 * what belongs elsewhere could be taken for it.
 */
export function understandTable(
  rows: readonly (readonly string[])[],
  columns: readonly PasteColumn[],
  from: string,
): Understood {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const named = namedColumns(rows[0] ?? [], columns);
  const found = named.filter((id) => id !== null).length;
  if (found >= Math.min(2, width) && found > 0) {
    return { hasHeader: true, targets: Array.from({ length: width }, (_, at) => named[at] ?? null) };
  }
  return { hasHeader: false, targets: byPosition(rows, columns, from, width) };
}

/** The columns whose names stand in a row; a name that two cells have belongs to the first of them. */
function namedColumns(row: readonly string[], columns: readonly PasteColumn[]): (string | null)[] {
  const taken = new Set<string>();
  return row.map((cell) => {
    const name = plain(cell);
    const column = columns.find(
      ({ id, label, aliases = [] }) =>
        !taken.has(id) && name !== '' && [id, label, ...aliases].some((known) => plain(known) === name),
    );
    if (column === undefined) return null;
    taken.add(column.id);
    return column.id;
  });
}

function byPosition(
  rows: readonly (readonly string[])[],
  columns: readonly PasteColumn[],
  from: string,
  width: number,
): (string | null)[] {
  const first = Math.max(
    0,
    columns.findIndex(({ id }) => id === from),
  );
  let isSure = true;
  return Array.from({ length: width }, (_, at) => {
    const column = columns[first + at];
    if (column === undefined) return null;
    const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    const fits = cells.every((cell) => fitsIn(column, cell));
    if (!fits) isSure = false;
    if (column.kind === 'amount') return fits && isSure ? column.id : null;
    return column.kind === 'text' || fits ? column.id : null;
  });
}

/** Whether a cell can be what the column holds. Figures are not words: they would otherwise pass as a description. */
function fitsIn(column: PasteColumn, cell: string): boolean {
  if (column.kind === 'amount') return readAmount(cell) !== null;
  // Of more choices than are loaded, any text may name one.
  if (column.kind === 'choice')
    return column.more !== undefined || choiceNamed(column.choices, cell) !== null;
  return !/^[\d\s.,()$€£¥%+-]+$/.test(cell);
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\(.*?\)/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
