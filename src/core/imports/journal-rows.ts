import { dec, sum, toPlainString } from '../money/decimal';
import type { ImportField } from './import-field';
import { IMPORTABLE } from './importable';
import { type CellProblem, type ReadRow, withProblems } from './read-row';
import { amountOfRow } from './row-amount';

/** The most lines in one document, as in the create verb. */
const MOST_LINES = 2_000;

const OF_DOCUMENT = IMPORTABLE.journals.fields.filter(({ ofDocument }) => ofDocument);

/**
 * The rows of one document with the problems found among them: fields of the whole document must have the same value
 * wherever they appear, each row is a debit or a credit, and debits equal credits. What they are together is asked once no row alone is wrong.
 */
export function documentProblems(rows: readonly ReadRow[]): ReadRow[] {
  const judged = rows.map((row) => withProblems(row, () => lineProblems(row, rows)));
  if (judged.some(({ problems }) => problems.length > 0)) return judged;
  const problems = wholeProblems(judged);
  return judged.map((row) => ({ ...row, problems }));
}

/** The reason a row without a problem of its own is not imported: one wrong row holds back the record it belongs to. */
export const heldBack = ({ rowNumber, values }: ReadRow): CellProblem => ({
  field: null,
  message: `${recordOf(values)} cannot be imported because row ${rowNumber} was refused.`,
});

function recordOf({ orderId, contractNumber, referenceNumber }: ReadRow['values']): string {
  if (orderId !== undefined) return `Order ${orderId}`;
  return contractNumber === undefined ? `Document ${referenceNumber ?? ''}` : `Contract ${contractNumber}`;
}

function lineProblems(row: ReadRow, rows: readonly ReadRow[]): CellProblem[] {
  const amount = amountProblem(row);
  return [...differingProblems(OF_DOCUMENT, 'document', row, rows), ...(amount === null ? [] : [amount])];
}

function amountProblem(row: ReadRow): CellProblem | null {
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

/** The fields of the whole record for which this row and another one differ. */
export function differingProblems(
  shared: readonly ImportField[],
  noun: string,
  row: ReadRow,
  rows: readonly ReadRow[],
): CellProblem[] {
  return shared.flatMap(({ name, label, kind }) => {
    const value = row.values[name];
    const first = rows.find((other) => other.values[name] !== undefined);
    if (value === undefined || first === undefined || first.values[name] === value) return [];
    const other = first.values[name] ?? '';
    // What is a number and belongs to a whole record is an amount: what was billed, what is deferred.
    const shown = kind === 'number' ? amountOfRow(other, sharedFieldsOf(shared, rows).currencyCode) : other;
    return [{ field: name, message: `${label}: row ${first.rowNumber} of this ${noun} has ${shown}.` }];
  });
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

function wholeProblems(rows: readonly ReadRow[]): CellProblem[] {
  const facts = documentFieldsOf(rows);
  const document = facts.referenceNumber ?? '';
  const problems: CellProblem[] = [];
  if (facts.transactionDate === undefined) {
    problems.push({
      field: 'transactionDate',
      message: `Document ${document} has no date on any of its rows.`,
    });
  }
  if (rows.length > MOST_LINES) {
    problems.push({
      field: null,
      message: `Document ${document} has ${rows.length} rows; the maximum is ${MOST_LINES}.`,
    });
  }
  const difference = sum(rows.map((row) => dec(signedAmountOf(row))));
  if (!difference.isZero()) {
    const sides = difference.isNegative() ? 'Credits exceed debits' : 'Debits exceed credits';
    problems.push({
      field: null,
      message: `${sides} in document ${document} by ${amountOfRow(difference.abs(), facts.currencyCode)}.`,
    });
  }
  return problems;
}
