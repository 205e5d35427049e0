import { dec } from '../money/decimal';
import { isCurrency, minorUnits } from '../money/minor-units';
import { IMPORTABLE } from './importable';
import { differingProblems, sharedFieldsOf } from './journal-rows';
import { type CellProblem, type ReadRow, withProblems } from './read-row';
import { amountOfRow } from './row-amount';

const OF_CONTRACT = IMPORTABLE.openContracts.fields.filter(({ ofDocument }) => ofDocument);
const NEEDED = OF_CONTRACT.filter(({ isRequired }) => isRequired);

/** The terms of a whole contract, taken from whichever of its rows has them. */
export const contractFieldsOf = (rows: readonly ReadRow[]) => sharedFieldsOf(OF_CONTRACT, rows);

/**
 * The rows of one contract, a performance obligation each, with the problems found among them: terms of the contract have the same
 * value wherever they appear, an obligation is named once, and no more is recognized than its price. What they lack together is asked once no
 * row alone is wrong.
 */
export function contractProblems(rows: readonly ReadRow[]): ReadRow[] {
  const judged = rows.map((row, at) => withProblems(row, () => rowProblems(row, rows, at)));
  if (judged.some(({ problems }) => problems.length > 0)) return judged;
  const facts = contractFieldsOf(rows);
  const problems = NEEDED.filter(({ name }) => facts[name] === undefined).map(({ name, label }) => ({
    field: name,
    message: `${label} is empty.`,
  }));
  return judged.map((row) => ({ ...row, problems }));
}

function rowProblems(row: ReadRow, rows: readonly ReadRow[], at: number): CellProblem[] {
  const problems = differingProblems(OF_CONTRACT, 'contract', row, rows);
  const { key, allocated, recognized, billed, deferred, start, end, pattern = 'RATABLE' } = row.values;
  const twin = rows.slice(0, at).find((other) => other.values.key === key);
  if (twin !== undefined)
    problems.push({ field: 'key', message: `Obligation: row ${twin.rowNumber} also has ${key ?? ''}.` });
  const { currencyCode = '' } = contractFieldsOf(rows);
  const places = isCurrency(currencyCode) ? minorUnits(currencyCode) : Number.POSITIVE_INFINITY;
  for (const [field, label, value] of [
    ['allocated', 'Price', allocated],
    ['recognized', 'Recognized to date', recognized],
    ['billed', 'Billed to date', billed],
    ['deferred', 'Deferred', deferred],
  ] as const) {
    if (value === undefined) continue;
    if (field !== 'deferred' && dec(value).isNegative())
      problems.push({ field, message: `${label}: must not be below zero.` });
    if (dec(value).decimalPlaces() > places)
      problems.push({
        field,
        message: `${label}: must have at most ${places} decimal places in ${currencyCode}.`,
      });
  }
  if (dec(recognized ?? '0').gt(allocated ?? '0')) {
    const price = amountOfRow(allocated ?? '0', contractFieldsOf(rows).currencyCode);
    problems.push({ field: 'recognized', message: `Recognized to date: more than the price of ${price}.` });
  }
  return pattern === 'RATABLE' ? [...problems, ...termProblems(start, end)] : problems;
}

/** What is wrong with the days between which revenue is earned. */
function termProblems(start: string | undefined, end: string | undefined): CellProblem[] {
  const problems: CellProblem[] = [];
  if (start === undefined)
    problems.push({ field: 'start', message: 'Start: required for revenue over time.' });
  if (end === undefined) problems.push({ field: 'end', message: 'End: required for revenue over time.' });
  if (start !== undefined && end !== undefined && end < start)
    problems.push({ field: 'end', message: `End: before the start on ${start}.` });
  return problems;
}
