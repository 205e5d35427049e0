import { dec } from '../money/decimal';
import type { ImportNoun } from './import-noun';
import type { CellProblem, ReadRow } from './read-row';
import { amountOfRow } from './row-amount';

/** What is wrong with the amounts of a row of opening figures, beyond each cell alone; nothing for other nouns. */
export function openingProblems(noun: ImportNoun, values: ReadRow['values']): CellProblem[] {
  if (noun === 'openingBalances') return balanceProblems(values);
  return noun === 'openReceivables' || noun === 'openPayables' ? openItemProblems(values) : [];
}

/** What is wrong with a row that is the total of a trial balance, which stands below its accounts in a report; null for other rows. */
export function totalProblem(noun: ImportNoun, values: ReadRow['values']): CellProblem | null {
  if (noun !== 'openingBalances') return null;
  const { accountId, debit, credit, amount } = values;
  const isTotal =
    accountId === undefined
      ? (debit ?? credit ?? amount) !== undefined
      : /^(?:grand |sub-?)?totals?:?$/i.test(accountId);
  return isTotal
    ? {
        field: 'accountId',
        message: 'Account: this row is a total, not an account. Delete it, or leave it out.',
      }
    : null;
}

const isSome = (amount: string | undefined) => amount !== undefined && !dec(amount).isZero();

/** A balance is a debit or a credit, or one signed amount; zero is a balance too. */
function balanceProblems({ debit, credit, amount }: ReadRow['values']): CellProblem[] {
  if (amount !== undefined && (debit !== undefined || credit !== undefined)) {
    return [
      { field: 'amount', message: 'Balance: give a debit or a credit, or a signed balance, not both.' },
    ];
  }
  if (isSome(debit) && isSome(credit)) {
    return [{ field: 'credit', message: 'Credit: a balance is a debit or a credit, not both.' }];
  }
  return [];
}

/** Below zero is a credit; what is open is on the same side as the whole, and not more than it. */
function openItemProblems({
  amount,
  openAmount,
  currencyCode,
  transactionDate,
  dueDate,
}: ReadRow['values']): CellProblem[] {
  const problems: CellProblem[] = [];
  const open = dec(openAmount ?? '0');
  if (open.isZero()) problems.push({ field: 'openAmount', message: 'Open amount: nothing is open.' });
  else if (amount !== undefined) {
    const whole = dec(amount);
    if (open.isNegative() !== whole.isNegative() || open.abs().gt(whole.abs())) {
      const all = amountOfRow(amount, currencyCode);
      problems.push({ field: 'openAmount', message: `Open amount: more is open than the amount of ${all}.` });
    }
  }
  if (dueDate !== undefined && transactionDate !== undefined && dueDate < transactionDate) {
    problems.push({ field: 'dueDate', message: `Due date: before the date ${transactionDate}.` });
  }
  return problems;
}
