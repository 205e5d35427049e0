import { expect, test } from 'vitest';
import type { CellProblem, ReadRow } from '@/core/imports/read-row';
import { problemsOf, verdictsOf } from './row-refusals';

const row = (rowNumber: number, ...problems: CellProblem[]): ReadRow => ({
  rowNumber,
  values: { referenceNumber: 'A' },
  problems,
});
const date = { field: 'transactionDate', message: 'Date: “soon” is not a date.' };
const amount = { field: 'debit', message: 'Debit: “ten” is not a number.' };

test('a refused row says each thing that is wrong with it once, and the fields; the others of its document are held back', () => {
  const unit = { unit: 2, rows: [row(2), row(3, date, amount), row(5)] };
  const unknown = { row: 2, field: 'accountId', message: 'Account: no account has the code or name 9.' };
  expect(verdictsOf(unit, { problems: [...problemsOf(unit), unknown, unknown] })).toEqual([
    {
      rowNumber: 2,
      state: 'FAILED',
      field: null,
      fields: [],
      message: 'Document A cannot be imported because row 3 was refused.',
      recordId: null,
    },
    {
      rowNumber: 3,
      state: 'FAILED',
      field: 'transactionDate',
      fields: ['transactionDate', 'debit'],
      message: `${date.message} ${amount.message}`,
      recordId: null,
    },
    {
      rowNumber: 5,
      state: 'FAILED',
      field: 'accountId',
      fields: ['accountId'],
      message: unknown.message,
      recordId: null,
    },
  ]);
});

test.each([
  [{ orderId: 'O-1' }, 'Order O-1'],
  [{ contractNumber: 'C-1' }, 'Contract C-1'],
])('a row of %j that is held back names it as what it is', (values, name) => {
  const unit = {
    unit: 1,
    rows: [
      { ...row(1, date), values },
      { ...row(2), values },
    ],
  };
  expect(verdictsOf(unit, { problems: problemsOf(unit) })[1]?.message).toBe(
    `${name} cannot be imported because row 1 was refused.`,
  );
});
