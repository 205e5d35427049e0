import type { ImportNoun } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import type { CellProblem } from '@/core/imports/read-row';
import type { Unit } from '@/core/imports/read-rows';
import { type Refusal, RefusalError } from '@/core/refusals';
import { violationIn } from '@/db/violations';
import { refusalForViolation } from '../../kit/violations';

/** A problem with one row of a unit; `row` counts within the unit, from 0. */
export interface PlacedProblem extends CellProblem {
  readonly row: number;
}

/**
 * What the verb refuses, assigned to the rows and fields it concerns: every issue of bad input, otherwise the one refusal. Any other
 * error is rethrown, and the portion is rolled back.
 */
export function placeRefusal(noun: ImportNoun, unit: Unit, error: unknown): PlacedProblem[] {
  const refused = refusalForViolation(error);
  if (refused instanceof RefusalError) return placed(noun, unit, refused.refusal);
  // A rule that only the database checks: the fault is in the row, not in the import.
  if (violationIn(error) !== null) {
    return [{ row: 0, field: null, message: 'This row cannot be imported as it is.' }];
  }
  throw error;
}

function placed(noun: ImportNoun, unit: Unit, refusal: Refusal): PlacedProblem[] {
  const { fields } = IMPORTABLE[noun];
  const at = (path: readonly string[], message: string): PlacedProblem => {
    const isLine = path[0] === 'lines';
    const name = (isLine ? path.slice(2) : path).join('.');
    // The verb takes a line's amount as its unit price.
    const asked =
      name === 'unitPrice' ? (unit.rows[0]?.values.amount === undefined ? 'debit' : 'amount') : name;
    const field = fields.find((one) => one.name === asked);
    const said = field === undefined ? message : `${field.label}: ${message}`;
    return { row: isLine ? Number(path[1] ?? 0) : 0, field: field?.name ?? null, message: ended(said) };
  };
  switch (refusal.code) {
    case 'INVALID_INPUT': {
      const { issues } = refusal.data;
      return issues.length === 0
        ? [at([], refusal.message)]
        : issues.map(({ path, message }) => at(path, message));
    }
    case 'DUPLICATE':
      return [{ ...at([refusal.data.field], ''), message: refusal.message }];
    case 'REFERENCE_NOT_FOUND':
      return [{ ...at(refusal.data.field.split('.'), ''), message: refusal.message }];
    default:
      return [at([], refusal.message)];
  }
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
