import type { ImportNoun } from './import-noun';
import { IMPORTABLE } from './importable';
import type { Mapping } from './mapping';

/** The nouns whose records are made of several rows, and the field that tells which rows belong together. */
export const GROUPED_BY: Readonly<Partial<Record<ImportNoun, string>>> = {
  journals: 'referenceNumber',
  openContracts: 'contractNumber',
};

/** The column whose text tells which rows belong together; null when every row is a record of its own. */
export function groupColumn(noun: ImportNoun, mapping: Mapping): number | null {
  const name = GROUPED_BY[noun];
  const column = name === undefined ? -1 : mapping.indexOf(name);
  return column < 0 ? null : column;
}

/** The columns of which no two rows may have the same text. */
export function uniqueColumns(
  noun: ImportNoun,
  mapping: Mapping,
): { readonly field: string; readonly column: number }[] {
  if (GROUPED_BY[noun] !== undefined) return [];
  return IMPORTABLE[noun].fields.flatMap(({ name, isUnique }) => {
    const column = isUnique === true ? mapping.indexOf(name) : -1;
    return column < 0 ? [] : [{ field: name, column }];
  });
}

/** The columns that hold days. */
export function dayColumns(noun: ImportNoun, mapping: Mapping): number[] {
  const days = new Set(IMPORTABLE[noun].fields.flatMap(({ kind, name }) => (kind === 'day' ? [name] : [])));
  return mapping.flatMap((name, at) => (name !== null && days.has(name) ? [at] : []));
}

/** The last row before some others, and the first row of its record. */
export interface RowBefore {
  readonly unit: number;
  readonly cells: readonly string[];
}

/**
 * The first row of each row's record, as far as neighbors tell: rows that follow one another with the same text belong together. Rows
 * of one record that lie apart are brought together when a check begins. Rows are numbered from `from` + 1.
 */
export function unitsOfNeighbors(
  column: number | null,
  rows: readonly (readonly string[])[],
  { from, before }: { readonly from: number; readonly before: RowBefore | null },
): number[] {
  const textOf = (cells: readonly string[]) => (column === null ? '' : (cells[column] ?? '').trim());
  let text = before === null ? '' : textOf(before.cells);
  let unit = before?.unit ?? 0;
  return rows.map((cells, at) => {
    const own = textOf(cells);
    if (own === '' || own !== text) unit = from + at + 1;
    text = own;
    return unit;
  });
}
