import type { ImportNoun } from '@/core/imports/import-noun';
import { heldBack } from '@/core/imports/journal-rows';
import type { CellProblem } from '@/core/imports/read-row';
import type { Unit } from '@/core/imports/read-rows';
import type { RowVerdict } from '@/db/stores/import-rows';
import { type PlacedProblem, placeRefusal } from './import-refusals';

/** What became of a unit: a record, a check that it could become one, or everything that is wrong with it. */
export type Outcome =
  | { readonly recordId: string; readonly waits?: boolean; readonly outcome?: string }
  | { readonly isReady: true; readonly outcome?: string }
  | { readonly problems: readonly PlacedProblem[] };

/** What the reading of its rows found wrong with a unit. */
export const problemsOf = ({ rows }: Unit): PlacedProblem[] =>
  rows.flatMap(({ problems }, row) => problems.map((problem) => ({ ...problem, row })));

/**
 * What the verb would refuse about cells of a unit that is wrong already, so that they are corrected in the same pass. About a cell that
 * is empty, could not be read, or names nothing, it would only say the consequence.
 */
export function furtherProblems(
  noun: ImportNoun,
  unit: Unit,
  wrong: readonly PlacedProblem[],
  parse: () => unknown,
): PlacedProblem[] {
  try {
    parse();
    return [];
  } catch (error) {
    return placeRefusal(noun, unit, error).filter(
      ({ row, field }) =>
        field !== null &&
        unit.rows[row]?.values[field] !== undefined &&
        !wrong.some((known) => known.row === row && known.field === field),
    );
  }
}

/** A row with everything that is wrong with it: each sentence once, and the fields they are about. */
export function refused(rowNumber: number, problems: readonly CellProblem[]): RowVerdict {
  const fields = [...new Set(problems.flatMap(({ field }) => field ?? []))];
  return {
    rowNumber,
    state: 'FAILED',
    field: problems[0]?.field ?? null,
    fields,
    message: [...new Set(problems.map(({ message }) => message))].join(' '),
    recordId: null,
  };
}

/** The results of a unit's rows. One wrong row holds back the whole record; a problem with the whole record is reported at each of its rows. */
export function verdictsOf({ rows }: Unit, outcome: Outcome): RowVerdict[] {
  const nothing = { field: null, fields: null, message: null, recordId: null };
  return rows.map((row, index): RowVerdict => {
    const { rowNumber } = row;
    if ('recordId' in outcome) {
      const { recordId, outcome: became = null } = outcome;
      return { ...nothing, rowNumber, state: 'IMPORTED', recordId, outcome: became };
    }
    if ('isReady' in outcome) {
      return { ...nothing, rowNumber, state: 'READY', outcome: outcome.outcome ?? null };
    }
    const own = outcome.problems.filter((problem) => problem.row === index);
    const wrong = rows[outcome.problems[0]?.row ?? 0] ?? row;
    return refused(rowNumber, own.length > 0 ? own : [heldBack(wrong)]);
  });
}
