/** What is wrong with a row: the field (null for the row as a whole) and a sentence. */
export interface CellProblem {
  readonly field: string | null;
  readonly message: string;
}

/** A row's values by field, and everything that is wrong with it, in the order of its cells. Rows are counted below the header, from 1. */
export interface ReadRow {
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly CellProblem[];
}

/** A row with what is found out about it together with others, which is asked of a row whose own cells can be read. */
export const withProblems = (row: ReadRow, found: () => readonly CellProblem[]): ReadRow =>
  row.problems.length > 0 ? row : { ...row, problems: found() };
