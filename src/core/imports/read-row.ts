/** What is wrong with a row: the field it is about (null: the row as a whole) and a sentence. */
export interface CellProblem {
  readonly field: string | null;
  readonly message: string;
}

/** What a row says, by field, and the first thing wrong with it. Rows are counted below the header, from 1. */
export interface ReadRow {
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
  readonly problem: CellProblem | null;
}
