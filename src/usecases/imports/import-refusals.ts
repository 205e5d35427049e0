import type { ImportNoun } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import type { CellProblem } from '@/core/imports/read-row';
import type { Unit } from '@/core/imports/read-rows';
import { type Refusal, RefusalError } from '@/core/refusals';
import { violationIn } from '@/db/violations';
import { refusalForViolation } from '../kit/violations';

/** A problem with one row of a unit; `row` counts within the unit, from 0. */
export interface PlacedProblem extends CellProblem {
  readonly row: number;
}

/** What the verb refused, at the row and field it is about. An error that is no refusal goes on: the portion is undone. */
export function placeRefusal(noun: ImportNoun, unit: Unit, error: unknown): PlacedProblem {
  const refused = refusalForViolation(error);
  if (refused instanceof RefusalError) return placed(noun, unit, refused.refusal);
  // A rule only the database knows: the row is at fault, not the import.
  if (violationIn(error) !== null) {
    return { row: 0, field: null, message: 'This row cannot be imported as it is.' };
  }
  throw error;
}

function placed(noun: ImportNoun, unit: Unit, refusal: Refusal): PlacedProblem {
  const { fields } = IMPORTABLE[noun];
  const at = (path: readonly string[], message: string): PlacedProblem => {
    const isLine = path[0] === 'lines';
    const name = (isLine ? path.slice(2) : path).join('.');
    // A line's amount is its unit price to the verb.
    const asked =
      name === 'unitPrice' ? (unit.rows[0]?.values.amount === undefined ? 'debit' : 'amount') : name;
    const field = fields.find((one) => one.name === asked);
    const said = field === undefined ? message : `${field.label}: ${message}`;
    return { row: isLine ? Number(path[1] ?? 0) : 0, field: field?.name ?? null, message: ended(said) };
  };
  switch (refusal.code) {
    case 'INVALID_INPUT': {
      const [issue] = refusal.data.issues;
      return issue === undefined ? at([], refusal.message) : at(issue.path, issue.message);
    }
    case 'DUPLICATE':
      return { ...at([refusal.data.field], ''), message: refusal.message };
    case 'REFERENCE_NOT_FOUND':
      return { ...at(refusal.data.field.split('.'), ''), message: refusal.message };
    default:
      return at([], refusal.message);
  }
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);
