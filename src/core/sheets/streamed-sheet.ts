import type { SheetLine } from './sheet';

/** A column of a sheet that is written while it is read: its width cannot be taken from cells no one has seen yet. */
export interface StreamedColumn {
  readonly title: string;
  /** Figures are right-aligned. */
  readonly isFigure?: boolean;
  /** In characters. */
  readonly width?: number;
}

/** The lines above a table, and its columns. */
export interface SheetHead {
  /** The file name without its extension. */
  readonly name: string;
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly columns: readonly StreamedColumn[];
}

/** A table of any length whose lines arrive in chunks. */
export interface StreamedSheet extends SheetHead {
  readonly lines: AsyncIterable<readonly SheetLine[]>;
}
