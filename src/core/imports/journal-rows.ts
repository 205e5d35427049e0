import { dec, sum, toPlainString } from '../money/decimal';
import type { ImportField } from './import-field';
import { IMPORTABLE } from './importable';
import type { CellProblem, ReadRow } from './read-row';
import { amountOfRow } from './row-amount';

/** The most lines in one document, as in the create verb. */
const MOST_LINES = 2_000;

const OF_DOCUMENT = IMPORTABLE.journals.fields.filter(({ ofDocument }) => ofDocument);

/**
 * The rows of one document with the problems found among them: fields of the whole document must have the same value
 * wherever they appear, each row is a debit or a credit, and debits equal credits. One wrong row holds back the document.
 */
export function documentProblems(rows: readonly ReadRow[]): ReadRow[] {
  const judged = rows.map((row) => ({ ...row, problem: row.problem ?? lineProblem(row, rows) }));
  const wrong = judged.find(({ problem }) => problem !== null);
  if (wrong !== undefined) return judged.map((row) => ({ ...row, problem: row.problem ?? heldBack(wrong) }));
  const whole = wholeProblem(judged);
  return whole === null ? judged : judged.map((row) => ({ ...row, problem: whole }));
}

/** The reason a row without a problem of its own is not imported. */
export const heldBack = ({ rowNumber, values }: ReadRow): CellProblem => ({
  field: null,
  message: `${
    values.contractNumber === undefined
      ? `Document ${values.referenceNumber ?? ''}`
      : `Contract ${values.contractNumber}`
  } cannot be imported because row ${rowNumber} was refused.`,
});

function lineProblem(row: ReadRow, rows: readonly ReadRow[]): CellProblem | null {
  const differing = differingProblem(OF_DOCUMENT, 'document', row, rows);
  if (differing !== null) return differing;
  const { debit, credit } = row.values;
  if (row.values.amount !== undefined && (debit !== undefined || credit !== undefined)) {
    return { field: 'amount', message: 'Amount: give a debit or a credit, or a signed amount, not both.' };
  }
  if (isSome(debit) && isSome(credit)) {
    return { field: 'credit', message: 'Credit: a line is a debit or a credit, not both.' };
  }
  return dec(signedAmountOf(row)).isZero()
    ? { field: row.values.amount === undefined ? 'debit' : 'amount', message: 'The line has no amount.' }
    : null;
}

/** A field of the whole record for which this row and another one differ. */
export function differingProblem(
  shared: readonly ImportField[],
  noun: string,
  row: ReadRow,
  rows: readonly ReadRow[],
): CellProblem | null {
  for (const { name, label, kind } of shared) {
    const value = row.values[name];
    const first = rows.find((other) => other.values[name] !== undefined);
    if (value === undefined || first === undefined || first.values[name] === value) continue;
    const other = first.values[name] ?? '';
    // What is a number and belongs to a whole record is an amount: what was billed, what is deferred.
    const shown = kind === 'number' ? amountOfRow(other, sharedFieldsOf(shared, rows).currencyCode) : other;
    return { field: name, message: `${label}: row ${first.rowNumber} of this ${noun} has ${shown}.` };
  }
  return null;
}

const isSome = (amount: string | undefined) => amount !== undefined && !dec(amount).isZero();

/** The amount a line adds to its account: debits above zero, credits below. */
export function signedAmountOf({ values: { debit, credit, amount } }: ReadRow): string {
  if (amount !== undefined) return amount;
  return toPlainString(dec(debit ?? '0').minus(credit ?? '0'));
}

/** The fields of the document itself, taken from whichever of its rows has them. */
export function documentFieldsOf(rows: readonly ReadRow[]): Readonly<Record<string, string>> {
  return sharedFieldsOf(OF_DOCUMENT, rows);
}

/** The fields of a whole record, taken from whichever of its rows has them. */
export function sharedFieldsOf(
  shared: readonly ImportField[],
  rows: readonly ReadRow[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    shared.flatMap(({ name }) => {
      const value = rows.find((row) => row.values[name] !== undefined)?.values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function wholeProblem(rows: readonly ReadRow[]): CellProblem | null {
  const facts = documentFieldsOf(rows);
  const document = facts.referenceNumber ?? '';
  if (facts.transactionDate === undefined) {
    return { field: 'transactionDate', message: `Document ${document} has no date on any of its rows.` };
  }
  if (rows.length > MOST_LINES) {
    return {
      field: null,
      message: `Document ${document} has ${rows.length} rows; the maximum is ${MOST_LINES}.`,
    };
  }
  const difference = sum(rows.map((row) => dec(signedAmountOf(row))));
  if (difference.isZero()) return null;
  const sides = difference.isNegative() ? 'Credits exceed debits' : 'Debits exceed credits';
  return {
    field: null,
    message: `${sides} in document ${document} by ${amountOfRow(difference.abs(), facts.currencyCode)}.`,
  };
}
