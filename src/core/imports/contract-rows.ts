import { dec } from '../money/decimal';
import { IMPORTABLE } from './importable';
import { differingProblem, heldBack, sharedFieldsOf } from './journal-rows';
import type { CellProblem, ReadRow } from './read-row';
import { amountOfRow } from './row-amount';

const OF_CONTRACT = IMPORTABLE.openContracts.fields.filter(({ ofDocument }) => ofDocument);
const NEEDED = OF_CONTRACT.filter(({ isRequired }) => isRequired);

/** The terms of a whole contract, taken from whichever of its rows has them. */
export const contractFieldsOf = (rows: readonly ReadRow[]) => sharedFieldsOf(OF_CONTRACT, rows);

/**
 * The rows of one contract, a performance obligation each, with the problems found among them: terms of the contract have the same
 * value wherever they appear, an obligation is named once, and no more is recognized than its price. One wrong row holds back
 * the contract.
 */
export function contractProblems(rows: readonly ReadRow[]): ReadRow[] {
  const judged = rows.map((row, at) => ({ ...row, problem: row.problem ?? rowProblem(row, rows, at) }));
  const wrong = judged.find(({ problem }) => problem !== null);
  if (wrong !== undefined) return judged.map((row) => ({ ...row, problem: row.problem ?? heldBack(wrong) }));
  const facts = contractFieldsOf(rows);
  const missing = NEEDED.find(({ name }) => facts[name] === undefined);
  if (missing === undefined) return judged;
  const problem: CellProblem = { field: missing.name, message: `${missing.label} is empty.` };
  return judged.map((row) => ({ ...row, problem }));
}

function rowProblem(row: ReadRow, rows: readonly ReadRow[], at: number): CellProblem | null {
  const differing = differingProblem(OF_CONTRACT, 'contract', row, rows);
  if (differing !== null) return differing;
  const { key, allocated, recognized, billed, start, end, pattern = 'RATABLE' } = row.values;
  const twin = rows.slice(0, at).find((other) => other.values.key === key);
  if (twin !== undefined)
    return { field: 'key', message: `Obligation: row ${twin.rowNumber} also has ${key ?? ''}.` };
  for (const [field, label, value] of [
    ['allocated', 'Price', allocated],
    ['recognized', 'Recognized to date', recognized],
    ['billed', 'Billed to date', billed],
  ] as const) {
    if (value !== undefined && dec(value).isNegative())
      return { field, message: `${label}: must not be below zero.` };
  }
  if (dec(recognized ?? '0').gt(allocated ?? '0')) {
    const price = amountOfRow(allocated ?? '0', contractFieldsOf(rows).currencyCode);
    return { field: 'recognized', message: `Recognized to date: more than the price of ${price}.` };
  }
  if (pattern !== 'RATABLE') return null;
  if (start === undefined) return { field: 'start', message: 'Start: required for revenue over time.' };
  if (end === undefined) return { field: 'end', message: 'End: required for revenue over time.' };
  return end < start ? { field: 'end', message: `End: before the start on ${start}.` } : null;
}
