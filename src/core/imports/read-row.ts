/** What is wrong with a row: the field (null for the row as a whole) and a sentence. */
export interface CellProblem {
  readonly field: string | null;
  readonly message: string;
}

/** A row's values by field, and the first problem found in it. Rows are counted below the header, from 1. */
export interface ReadRow {
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
  readonly problem: CellProblem | null;
}
